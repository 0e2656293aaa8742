/** Finds what can be embedded: foreign keys (through views too), join tables, row functions and declared relations. */

import type { ForeignKeyRow, RelationRow, RoutineRow } from "./catalogue-queries.ts";
import type { Routine } from "./catalogue-types.ts";
import { type ViewOrigins, viewOrigins } from "./view-origins.ts";

export type Pair = readonly [from: string, to: string];

export type Via =
  | { readonly kind: "columns"; readonly pairs: readonly Pair[] }
  | {
      readonly kind: "junction";
      readonly junction: string;
      readonly near: readonly Pair[];
      readonly far: readonly Pair[];
    }
  | { readonly kind: "function"; readonly routine: Routine };

export interface Relationship {
  /** The names that hints use; a junction has both constraints. */
  readonly names: readonly string[];
  readonly from: string;
  readonly target: string;
  readonly targetIsView: boolean;
  readonly cardinality: "many-to-one" | "one-to-one" | "one-to-many" | "many-to-many";
  readonly toOne: boolean;
  readonly forward: boolean;
  readonly origin: "key" | "declared" | "function" | "junction";
  readonly via: Via;
}

interface Sources {
  readonly relations: readonly RelationRow[];
  readonly foreignKeys: readonly ForeignKeyRow[];
  readonly rowFunctions: readonly { routine: Routine; row: RoutineRow; from: string; to: string }[];
}

interface Side {
  readonly relation: RelationRow;
  readonly columns: readonly string[];
}

/** Returns each relation's relationships by its name, those through views included. */
export function buildRelationships(sources: Sources): Map<string, Relationship[]> {
  const shown = shownColumns(sources.relations);
  const keys = sources.foreignKeys.map((key) => ({
    key,
    froms: sidesOf(sources.relations, shown, key.from, key.fromColumns),
    tos: sidesOf(sources.relations, shown, key.to, key.toColumns),
  }));
  const all: Relationship[] = [];
  for (const { key, froms, tos } of keys) {
    for (const from of froms)
      for (const to of tos) all.push(...bothDirections(key.name, from, to, "key", isUnique(sources, key)));
  }
  all.push(...junctions(keys), ...declared(sources.relations));
  for (const { routine, row, from, to } of sources.rowFunctions)
    all.push(throughFunction(sources, routine, row, from, to));
  const byOrigin = new Map<string, Relationship[]>();
  for (const relationship of all)
    byOrigin.set(relationship.from, [...(byOrigin.get(relationship.from) ?? []), relationship]);
  return byOrigin;
}

const isView = (relation: RelationRow | undefined): boolean => relation?.kind === "v" || relation?.kind === "m";

/**
 * Maps `oid.column` to the view columns that show it unchanged, through any number of views. A view that selects from itself
 * leads to no column.
 */
function shownColumns(relations: readonly RelationRow[]): Map<string, { oid: string; position: number }[]> {
  const origins = new Map<string, ViewOrigins>();
  for (const relation of relations)
    if (relation.action !== null) origins.set(relation.oid, viewOrigins(relation.action));
  const shown = new Map<string, { oid: string; position: number }[]>();
  for (const [oid, columns] of origins) {
    for (const [position, first] of columns) {
      const passed = new Set<unknown>();
      let origin = first;
      for (let next: typeof first | undefined = first; next && !passed.has(next); ) {
        passed.add(next);
        origin = next;
        next = origins.get(origin.table)?.get(origin.column);
      }
      const place = `${origin.table}.${origin.column}`;
      shown.set(place, [...(shown.get(place) ?? []), { oid, position }]);
    }
  }
  return shown;
}

function sidesOf(
  relations: readonly RelationRow[],
  shown: ReadonlyMap<string, { oid: string; position: number }[]>,
  table: string,
  positions: readonly number[],
): Side[] {
  const sides: Side[] = [];
  for (const relation of relations) {
    if (!relation.exposed) continue;
    const columns = positions.map((position) => {
      const own = relation.oid === table ? position : undefined;
      const seen = own ?? shown.get(`${table}.${position}`)?.find((place) => place.oid === relation.oid)?.position;
      return relation.columns.find((column) => column.position === seen)?.name;
    });
    const complete = columns.filter((name) => name !== undefined);
    if (complete.length === positions.length) sides.push({ relation, columns: complete });
  }
  return sides;
}

function isUnique(sources: Sources, key: ForeignKeyRow): boolean {
  const table = sources.relations.find((relation) => relation.oid === key.from);
  return table?.keys.some((unique) => unique.columns.every((column) => key.fromColumns.includes(column))) ?? false;
}

function bothDirections(
  name: string,
  from: Side,
  to: Side,
  origin: "key" | "declared",
  unique: boolean,
): Relationship[] {
  const pairs = zip(from.columns, to.columns);
  const back = zip(to.columns, from.columns);
  return [
    {
      names: [name],
      from: from.relation.name,
      target: to.relation.name,
      targetIsView: isView(to.relation),
      cardinality: unique ? "one-to-one" : "many-to-one",
      toOne: true,
      forward: true,
      origin,
      via: { kind: "columns", pairs },
    },
    {
      names: [name],
      from: to.relation.name,
      target: from.relation.name,
      targetIsView: isView(from.relation),
      cardinality: unique ? "one-to-one" : "one-to-many",
      toOne: unique,
      forward: false,
      origin,
      via: { kind: "columns", pairs: back },
    },
  ];
}

/** Finds junctions: a table whose primary key contains two foreign keys joins their targets. */
function junctions(keys: readonly { key: ForeignKeyRow; froms: Side[]; tos: Side[] }[]): Relationship[] {
  const found: Relationship[] = [];
  for (const near of keys) {
    for (const far of keys) {
      if (near === far || near.key.from !== far.key.from) continue;
      for (const join of near.froms) {
        const other = far.froms.find((side) => side.relation === join.relation);
        const primary = join.relation.keys.find((key) => key.primary)?.columns ?? [];
        const joined = [...near.key.fromColumns, ...far.key.fromColumns];
        // A view of a join table has no key of its own.
        if (!other || isView(join.relation) || !joined.every((column) => primary.includes(column))) continue;
        for (const from of near.tos)
          for (const to of far.tos) found.push(throughJunction({ near, far, join, other, from, to }));
      }
    }
  }
  return found;
}

function throughJunction(ends: {
  near: { key: ForeignKeyRow };
  far: { key: ForeignKeyRow };
  join: Side;
  other: Side;
  from: Side;
  to: Side;
}): Relationship {
  return {
    names: [ends.near.key.name, ends.far.key.name],
    from: ends.from.relation.name,
    target: ends.to.relation.name,
    targetIsView: isView(ends.to.relation),
    cardinality: "many-to-many",
    toOne: false,
    forward: false,
    origin: "junction",
    via: {
      kind: "junction",
      junction: ends.join.relation.name,
      near: zip(ends.from.columns, ends.join.columns),
      far: zip(ends.other.columns, ends.to.columns),
    },
  };
}

/** `@relation [name:] col[, col] -> table(col[, col]) [unique]`, one per line of the relation's comment. */
const DECLARATION = /^\s*@relation\s+(?:([\w-]+)\s*:\s*)?([^>]+?)\s*->\s*([^()]+?)\s*\(([^()]+)\)\s*(unique)?\s*$/;

function declared(relations: readonly RelationRow[]): Relationship[] {
  const exposed = new Map(
    relations.filter((relation) => relation.exposed).map((relation) => [relation.name, relation]),
  );
  const found: Relationship[] = [];
  for (const relation of exposed.values()) {
    for (const line of relation.comment?.split("\n") ?? []) {
      const parts = DECLARATION.exec(line);
      if (!parts?.[2] || !parts[3] || !parts[4]) continue;
      const target = exposed.get(parts[3]);
      const from = { relation, columns: names(parts[2]) };
      const pairsUp = target && from.columns.length === names(parts[4]).length;
      if (!target || !pairsUp || !hasColumns(relation, from.columns) || !hasColumns(target, names(parts[4]))) {
        throw new Error(`the comment on ${relation.name} declares a relation that does not exist: ${line.trim()}`);
      }
      const name = parts[1] ?? `${relation.name}_${from.columns.join("_")}_declared`;
      found.push(
        ...bothDirections(
          name,
          from,
          { relation: target, columns: names(parts[4]) },
          "declared",
          parts[5] !== undefined,
        ),
      );
    }
  }
  return found;
}

const names = (list: string): string[] => list.split(",").map((name) => name.trim());

const hasColumns = (relation: RelationRow, columns: readonly string[]): boolean =>
  columns.every((name) => relation.columns.some((column) => column.name === name));

function throughFunction(sources: Sources, routine: Routine, row: RoutineRow, from: string, to: string): Relationship {
  const toOne = !row.setOf || row.rows === 1;
  const target = sources.relations.find((relation) => relation.exposed && relation.name === to);
  return {
    names: [routine.name],
    from,
    target: to,
    targetIsView: isView(target),
    cardinality: toOne ? "many-to-one" : "one-to-many",
    toOne,
    forward: true,
    origin: "function",
    via: { kind: "function", routine },
  };
}

const zip = (from: readonly string[], to: readonly string[]): Pair[] =>
  from.map((name, at): Pair => [name, to[at] ?? ""]);
