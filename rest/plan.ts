/** Resolves a parsed query against the catalogue: checks every name and writes no SQL yet. */

import { checkAggregates, isAggregated, shows } from "./aggregates.ts";
import { safeCast } from "./casts.ts";
import type { Catalogue } from "./catalogue.ts";
import type { Column, Relation } from "./catalogue-types.ts";
import { notEmbedded, notSupported, RestError, tooLarge, unknownColumn } from "./errors.ts";
import { findRelationship } from "./find-relationship.ts";
import type { RestLimits } from "./options.ts";
import type { FilterNode } from "./parse-filter.ts";
import { parseOrder } from "./parse-order.ts";
import type { QueryShape } from "./parse-query.ts";
import {
  type Field,
  outputName,
  parseSelect,
  type SelectedEmbed,
  type SelectedField,
  type SelectItem,
} from "./parse-select.ts";
import type { Condition, Output, ReadNode, Reference } from "./read-node.ts";

interface Planning {
  readonly catalogue: Catalogue;
  readonly limits: RestLimits;
  embeds: number;
  conditions: number;
  columns: number;
}

/** Plans a read. Throws a RestError for an unknown column, embed or cast, and past a limit. */
export function planRead(catalogue: Catalogue, relation: Relation, query: QueryShape, limits: RestLimits): ReadNode {
  const planning: Planning = { catalogue, limits, embeds: 0, conditions: 0, columns: 0 };
  const items = query.select === null ? [] : parseSelect(query.select);
  const root = newNode({
    relation,
    depth: 0,
    ancestry: [relation.name],
    name: relation.name,
    link: null,
    junction: null,
    toOne: false,
    inner: false,
    spread: false,
  });
  fillOutputs(planning, root, items.length === 0 ? [{ kind: "star" }] : items);
  checkAggregates(root);
  for (const { path, is } of query.filters) {
    const node = nodeAt(root, path);
    node.where.push(planCondition(planning, node, is));
  }
  for (const { path, is } of query.orders) planOrder(planning, nodeAt(root, path), is);
  for (const { path, is } of query.limits) nodeAt(root, path).limit = is;
  for (const { path, is } of query.offsets) nodeAt(root, path).offset = is;
  return root;
}

type NodeHead = Omit<ReadNode, "outputs" | "children" | "where" | "order" | "limit" | "offset">;

const newNode = (head: NodeHead): ReadNode => ({
  ...head,
  outputs: [],
  children: [],
  where: [],
  order: [],
  limit: null,
  offset: null,
});

function fillOutputs(planning: Planning, node: ReadNode, items: readonly SelectItem[]): void {
  for (const item of items) {
    countColumns(planning, item.kind === "star" ? node.relation.columns.size : 1);
    if (item.kind === "star") {
      for (const column of node.relation.columns.values()) if (column.shown) node.outputs.push(plainValue(column));
    } else if (item.kind === "embed") {
      const child = planEmbed(planning, node, item);
      if (node.children.some((sibling) => sibling.name === child.name)) throw embeddedTwice(node, child);
      node.children.push(child);
      node.outputs.push({ kind: "embed", node: child });
    } else if (isBareCount(node, item)) {
      node.outputs.push({
        ...item,
        kind: "value",
        name: item.alias ?? "count",
        reference: null,
        cast: null,
        aggregate: "count",
      });
    } else {
      node.outputs.push({
        kind: "value",
        name: item.alias ?? item.aggregate ?? (item.field ? outputName(item.field) : "count"),
        reference: item.field && refer(node, item.field),
        cast: item.cast === null ? null : safeCast(item.cast),
        aggregate: item.aggregate,
        aggregateCast: item.aggregateCast === null ? null : safeCast(item.aggregateCast),
      });
    }
  }
}

/** Tells whether an item is PostgREST's older form of count, which clients still send. */
const isBareCount = (node: ReadNode, item: SelectedField): boolean =>
  item.field?.name === "count" &&
  item.field.path.length === 0 &&
  item.aggregate === null &&
  item.cast === null &&
  !node.relation.columns.has("count") &&
  !node.relation.computed.has("count");

const plainValue = (column: Column): Output => ({
  kind: "value",
  name: column.name,
  reference: { column, path: [] },
  cast: null,
  aggregate: null,
  aggregateCast: null,
});

function planEmbed(planning: Planning, parent: ReadNode, item: SelectedEmbed): ReadNode {
  planning.embeds += 1;
  const { maxEmbeds, maxEmbedDepth } = planning.limits;
  if (planning.embeds > maxEmbeds) throw tooLarge(`more than ${maxEmbeds} embeds in one request`);
  if (parent.depth >= maxEmbedDepth) throw tooLarge(`embeds nested more than ${maxEmbedDepth} deep`);
  const link = findRelationship(planning.catalogue, parent.relation, item.target, item.hint ?? undefined);
  const relation = planning.catalogue.relations.get(link.target);
  const junction = link.via.kind === "junction" ? planning.catalogue.relations.get(link.via.junction) : null;
  if (!relation || junction === undefined)
    throw new Error(`the relationship ${link.names[0]} leads out of the catalogue`);
  if (isRecursive(parent, relation)) throw cyclic(parent, item.target, relation);
  const node = newNode({
    relation,
    depth: parent.depth + 1,
    ancestry: [...parent.ancestry, relation.name],
    name: item.alias ?? item.target,
    link,
    junction,
    toOne: link.toOne,
    inner: item.inner,
    spread: item.spread,
  });
  fillOutputs(planning, node, item.items);
  return node;
}

/** Tells whether a relation is below itself, which multiplies the rows read. That is allowed once, where a table references itself. */
function isRecursive(parent: ReadNode, relation: Relation): boolean {
  if (!parent.ancestry.includes(relation.name)) return false;
  const itself = parent.relation.name === relation.name;
  return !itself || parent.ancestry.filter((name) => name === relation.name).length > 1;
}

function cyclic(parent: ReadNode, target: string, relation: Relation): RestError {
  const path = [...parent.ancestry, relation.name].map((name) => `'${name}'`).join(" → ");
  return new RestError(400, "PGRST127", `'${target}' cannot be embedded here: '${relation.name}' is already above it`, {
    details: `The path of embeds comes back to a relation that it has passed: ${path}`,
    hint: `Leave '${target}' out here and read it in a call of its own.`,
  });
}

function embeddedTwice(parent: ReadNode, child: ReadNode): RestError {
  return new RestError(
    400,
    "42712",
    `table name "${parent.relation.name}_${child.name}_${child.depth}" specified more than once`,
    {
      hint: "Give each embed of the same relation an alias of its own.",
    },
  );
}

const nodeLabel = (node: ReadNode): string =>
  node.depth === 0 ? node.relation.name : `${node.relation.name}_${node.depth}`;

function refer(node: ReadNode, field: Field): Reference {
  const column = node.relation.columns.get(field.name) ?? node.relation.computed.get(field.name);
  if (!column) throw unknownColumn(nodeLabel(node), field.name);
  return { column, path: field.path };
}

/** Refers to a field by the column's name, or by the name under which the embed shows it. */
function referShown(node: ReadNode, field: Field): Reference {
  if (node.relation.columns.has(field.name) || field.path.length > 0) return refer(node, field);
  const shown = node.outputs.find((output) => output.kind === "value" && output.name === field.name);
  const plain = shown?.kind === "value" && shown.aggregate === null && shown.cast === null ? shown.reference : null;
  return plain ?? refer(node, field);
}

function nodeAt(root: ReadNode, path: readonly string[]): ReadNode {
  let node = root;
  for (const name of path) {
    const child = childNamed(node, name);
    if (!child) throw notEmbedded(name);
    node = child;
  }
  return node;
}

const childNamed = (node: ReadNode, name: string): ReadNode | undefined =>
  node.children.find((child) => child.name === name);

function planCondition(planning: Planning, node: ReadNode, filter: FilterNode): Condition {
  planning.conditions += 1;
  if (planning.conditions > planning.limits.maxConditions)
    throw tooLarge(`more than ${planning.limits.maxConditions} conditions in one request`);
  if (filter.kind === "group") {
    return {
      kind: "group",
      not: filter.not,
      join: filter.join,
      members: filter.members.map((member) => planCondition(planning, node, member)),
    };
  }
  const child = childNamed(node, filter.field.name);
  const isColumn = node.relation.columns.has(filter.field.name);
  const asksForRows = filter.is === "null" || filter.is === "not_null";
  if (!child || (isColumn && !asksForRows))
    return { kind: "compare", reference: refer(node, filter.field), operation: filter };
  if (!asksForRows)
    throw new RestError(400, "PGRST120", "Bad operator on the embedded resource", {
      hint: "Only is null or not is null filters are allowed on embedded resources",
    });
  return { kind: "exists", node: child, not: (filter.is === "null") !== filter.not };
}

function countColumns(planning: Planning, more: number): void {
  planning.columns += more;
  if (planning.columns > planning.limits.maxColumns)
    throw tooLarge(`more than ${planning.limits.maxColumns} columns in one request`);
}

function planOrder(planning: Planning, node: ReadNode, text: string): void {
  for (const term of parseOrder(text)) {
    countColumns(planning, 1);
    const target = term.embed === null ? node : childNamed(node, term.embed);
    if (!target) throw notEmbedded(term.embed ?? "");
    if (term.embed !== null && !target.toOne) throw orderedByMany(node, target);
    const reference = term.embed === null ? refer(node, term.field) : referShown(target, term.field);
    if (term.embed !== null && isAggregated(node) && !shows(target, reference))
      throw notSupported(
        `groups cannot be ordered by what '${target.name}' does not show of itself`,
        `Select '${term.field.name}' there, too.`,
      );
    node.order.push({
      node: term.embed === null ? null : target,
      reference,
      descending: term.descending,
      nulls: term.nulls,
    });
  }
}

function orderedByMany(node: ReadNode, target: ReadNode): RestError {
  return new RestError(400, "PGRST118", `A related order on '${target.name}' is not possible`, {
    details: `'${node.relation.name}' and '${target.name}' do not form a many-to-one or one-to-one relationship`,
  });
}
