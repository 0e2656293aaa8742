/**
 * Builds a read. Embeds are scalar subqueries after LIMIT, `!inner` is an EXISTS on the parent (so counts stay right), spreads are lateral
 * joins.
 */
import { isAggregated } from "./aggregates.ts";
import type { Relation } from "./catalogue-types.ts";
import type { Output, ReadNode } from "./read-node.ts";
import { type Budget, boundedRows, chargedList, isWide } from "./reply-budget.ts";
import { qualified, quoteName, type SqlWriter } from "./sql-writer.ts";
import { referenceSql, type Scope } from "./to-sql-condition.ts";
import { type Context, conditionsOf, limitsOf, linked, orderParts } from "./to-sql-links.ts";

export interface RootSource {
  readonly from: string;
  readonly written: boolean;
  /** The rows already meet the request's conditions and the guard. */
  readonly chosen: boolean;
}

export const tableSource = (relation: Relation): RootSource => ({
  from: qualified(relation),
  written: false,
  chosen: false,
});

/** Separate clauses, so a count can leave some out. */
export interface SelectParts {
  readonly list: string;
  readonly from: string;
  readonly joins: string;
  readonly where: string;
  readonly groupBy: string;
  readonly orderBy: string;
  readonly aggregated: boolean;
  readonly scope: Scope;
}

/** Returns the parts of the outermost select. */
export function rootParts(writer: SqlWriter, root: ReadNode, source: RootSource, bounds: Budget): SelectParts {
  const scope: Scope = { alias: writer.alias(), written: source.written, used: new Set() };
  const context: Context = { writer, maxRows: bounds.maxRows, maxReplyBytes: bounds.maxReplyBytes };
  // A statement must use every parameter that was written, so conditions already met are not written.
  const where = source.chosen ? "" : conditionsOf(context, root, scope, writer.guarded(root.relation, scope.alias));
  return { ...levelParts(context, root, scope), from: `${source.from} ${scope.alias}`, where };
}

/** Returns the conditions of a write: row guard, request, and EXISTS of inner embeds. */
export function whereOf(writer: SqlWriter, root: ReadNode, scope: Scope): string {
  return conditionsOf(
    { writer, maxRows: 0, maxReplyBytes: 0 },
    root,
    scope,
    writer.guarded(root.relation, scope.alias),
  );
}

interface ListedColumn {
  readonly sql: string;
  readonly name: string;
  readonly grouped: boolean;
}

function levelParts(context: Context, node: ReadNode, scope: Scope): Omit<SelectParts, "from" | "where"> {
  const columns: ListedColumn[] = [];
  const joins: string[] = [];
  const charged: string[] = [];
  const aggregated = isAggregated(node);
  for (const output of node.outputs) {
    if (output.kind === "value") {
      columns.push({ sql: valueSql(context, scope, output), name: output.name, grouped: output.aggregate === null });
    } else if (output.node.spread && isAggregated(output.node)) {
      const spread = lift(context, output.node, scope);
      joins.push(spread.join);
      charged.push(...spread.lifted.flatMap((one) => (one.rank === null ? [] : [sizeOf(context, one.sql, one.rank)])));
      columns.push(...spread.lifted.map((one) => overGroup(context, one)));
    } else {
      columns.push(...plainEmbed(context, output.node, scope, { joins, comparable: aggregated }));
    }
  }
  const order = orderParts(context, node, scope, aggregated);
  const keys = [...columns.flatMap((column, at) => (column.grouped ? [String(at + 1)] : [])), ...order.groups];
  const groupBy = aggregated && keys.length > 0 ? ` group by ${keys.join(", ")}` : "";
  return {
    list: columns.map((column) => `${column.sql} as ${quoteName(column.name)}`).join(", "),
    joins: [...joins, ...order.joins].join(""),
    groupBy: charged.length === 0 ? groupBy : `${groupBy}${chargedList(charged.join(" + "), node.depth + 1, context)}`,
    orderBy: order.orderBy,
    aggregated,
    scope,
  };
}

/** Builds the columns of an embed or a spread without aggregates; `comparable` marks those that rows are grouped by. */
function plainEmbed(
  context: Context,
  node: ReadNode,
  scope: Scope,
  at: { joins: string[]; comparable: boolean },
): ListedColumn[] {
  const names = outputNames(node);
  if (!node.spread) {
    if (names.length === 0) return [];
    return [
      { sql: `${embedSql(context, node, scope)}${at.comparable ? "::jsonb" : ""}`, name: node.name, grouped: true },
    ];
  }
  const alias = context.writer.alias();
  at.joins.push(` left join lateral (${spreadSql(context, node, scope)}) ${alias} on true`);
  const cast = at.comparable && !node.toOne ? "::jsonb" : "";
  return names.map((name) => ({ sql: `${alias}.${quoteName(name)}${cast}`, name, grouped: true }));
}

type ValueOutput = Extract<Output, { kind: "value" }>;

/** A column of a spread with aggregates, which the level above groups by, lists or aggregates. */
interface Lifted {
  readonly sql: string;
  readonly name: string;
  readonly over: Pick<ValueOutput, "aggregate" | "aggregateCast"> | null;
  /** Number of the column's row, for a column that becomes a list. */
  readonly rank: string | null;
}

/** Joins the unaggregated rows of a spread to those of its parent. Their columns get names that no alias can have taken. */
function lift(context: Context, node: ReadNode, parent: Scope): { join: string; lifted: readonly Lifted[] } {
  const alias = context.writer.alias();
  const { child, level } = linked(context, node, parent);
  const many = !node.toOne;
  const joins: string[] = [];
  const inner: string[] = [];
  const place = (sql: string) => `${alias}._c${inner.push(sql)}`;
  const order = orderParts(context, node, child, false);
  let rank: string | null = null;
  const ranked = () => (rank ??= place(`row_number() over (${order.orderBy.trim()})`));
  const lifted: Lifted[] = [];
  for (const output of node.outputs) {
    if (output.kind === "value") {
      const sql = place(output.reference === null ? "1" : plainSql(context, child, output));
      const over = output.aggregate === null ? null : output;
      lifted.push({ sql, name: output.name, over, rank: over === null && many ? ranked() : null });
    } else if (output.node.spread && isAggregated(output.node)) {
      const nested = lift(context, output.node, child);
      joins.push(nested.join);
      const places = new Map<string, string>();
      for (const one of nested.lifted) {
        if (one.rank !== null && !places.has(one.rank)) places.set(one.rank, place(one.rank));
        const own = one.over === null && many ? ranked() : null;
        lifted.push({ ...one, sql: place(one.sql), rank: one.rank === null ? own : (places.get(one.rank) ?? null) });
      }
    } else {
      for (const one of plainEmbed(context, output.node, child, { joins, comparable: !many }))
        lifted.push({ sql: place(one.sql), name: one.name, over: null, rank: many ? ranked() : null });
    }
  }
  const where = conditionsOf(context, node, child, level.conditions);
  const list = inner.map((sql, at) => `${sql} as _c${at + 1}`).join(", ");
  const rows = `select ${list} from ${level.from}${joins.join("")}${where}${order.orderBy}${limitsOf(context, node, true)}`;
  return { join: ` left join lateral (${rows}) ${alias} on true`, lifted };
}

function overGroup({ maxRows }: Context, { sql, name, over, rank }: Lifted): ListedColumn {
  if (over !== null && over.aggregate !== null) return { sql: aggregateSql(over, sql), name, grouped: false };
  if (rank === null) return { sql, name, grouped: true };
  const list = `coalesce(json_agg(${sql} order by ${rank}) filter (where ${rank} <= ${maxRows}), '[]'::json)`;
  return { sql: list, name, grouped: false };
}

const sizeOf = ({ maxRows }: Context, sql: string, rank: string): string =>
  `coalesce(sum(pg_column_size(${sql})) filter (where ${rank} <= ${maxRows}), 0)`;

function plainSql({ writer }: Context, scope: Scope, { reference, cast }: ValueOutput): string {
  const plain = reference === null ? "*" : referenceSql(writer, scope, reference);
  return cast === null ? plain : `${plain}::${cast}`;
}

function valueSql(context: Context, scope: Scope, output: ValueOutput): string {
  const plain = plainSql(context, scope, output);
  return output.aggregate === null ? plain : aggregateSql(output, plain);
}

const aggregateSql = (over: Pick<ValueOutput, "aggregate" | "aggregateCast">, sql: string): string =>
  `${over.aggregate}(${sql})${over.aggregateCast === null ? "" : `::${over.aggregateCast}`}`;

function embeddedSelect(context: Context, node: ReadNode, parent: Scope): string {
  const { child, level } = linked(context, node, parent);
  const parts = levelParts(context, node, child);
  const where = conditionsOf(context, node, child, level.conditions);
  return `select ${parts.list} from ${level.from}${parts.joins}${where}${parts.groupBy}${parts.orderBy}${limitsOf(context, node)}`;
}

function embedSql(context: Context, node: ReadNode, parent: Scope): string {
  const rows = embeddedSelect(context, node, parent);
  if (node.toOne) return `(select row_to_json(_r.*) from (${rows}) _r)`;
  const size = "pg_column_size(json_agg(_r.*))";
  return `(select coalesce(json_agg(_r.*), '[]'::json) from ${listed(context, node, rows)}${chargedList(size, node.depth, context)})`;
}

/** Builds a spread. To-one: the row's columns. To-many: each column as a JSON array over the rows. */
function spreadSql(context: Context, node: ReadNode, parent: Scope): string {
  const rows = embeddedSelect(context, node, parent);
  if (node.toOne) return rows;
  const arrays = outputNames(node).map(
    (name) => `coalesce(json_agg(_r.${quoteName(name)}), '[]'::json) as ${quoteName(name)}`,
  );
  const size = "sum(pg_column_size(_r.*))";
  return `select ${arrays.join(", ")} from ${listed(context, node, rows)}${chargedList(size, node.depth, context)}`;
}

/** Returns the rows of a list as `_r`; their limit makes the planner build them once. */
export const listed = (budget: Budget, node: ReadNode, rows: string): string =>
  isWide(node) ? boundedRows(rows, budget) : `(${rows}) _r`;

/** Returns the names of an embed's output; none when it and all embeds below it show nothing and only restrict rows. */
export function outputNames(node: ReadNode): string[] {
  return node.outputs.flatMap((output) => {
    if (output.kind === "value") return [output.name];
    const names = outputNames(output.node);
    return output.node.spread ? names : names.length > 0 ? [output.node.name] : [];
  });
}
