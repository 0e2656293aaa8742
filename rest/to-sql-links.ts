/** Links a relation's rows to those of another: joins, conditions, EXISTS of inner embeds, order by a to-one embed. */
import { RestError } from "./errors.ts";
import type { Ordering, ReadNode } from "./read-node.ts";
import type { Pair } from "./relationships.ts";
import type { Budget } from "./reply-budget.ts";
import { qualified, quoteName, type SqlWriter } from "./sql-writer.ts";
import { conditionSql, referenceSql, type Scope } from "./to-sql-condition.ts";

export interface Context extends Budget {
  readonly writer: SqlWriter;
}

export interface Level {
  readonly from: string;
  readonly conditions: readonly string[];
}

/** Returns " where …" with the conditions of a level and those of its inner embeds; "" without any. */
export function conditionsOf(context: Context, node: ReadNode, scope: Scope, given: readonly string[]): string {
  const exists = (child: ReadNode) => existsSql(context, child, scope);
  const all = [
    ...given,
    ...node.where.map((condition) => conditionSql(context.writer, scope, condition, exists)),
    ...node.children.filter((child) => child.inner).map(exists),
  ];
  return all.length === 0 ? "" : ` where ${all.join(" and ")}`;
}

function existsSql(context: Context, node: ReadNode, parent: Scope): string {
  const { child, level } = linked(context, node, parent);
  return `exists (select 1 from ${level.from}${conditionsOf(context, node, child, level.conditions)})`;
}

export interface OrderParts {
  readonly orderBy: string;
  /** Joins needed to order groups by their grouping columns. */
  readonly joins: readonly string[];
  readonly groups: readonly string[];
}

/** Returns ` order by …`, or nothing. Among aggregates, the row that provides an embed's key is joined, and its key is grouped by. */
export function orderParts(context: Context, node: ReadNode, scope: Scope, aggregated: boolean): OrderParts {
  const joins: string[] = [];
  const groups: string[] = [];
  const keys = node.order.map((term) => {
    let key = orderKey(context, scope, term);
    if (aggregated && term.node !== null) {
      const alias = context.writer.alias();
      joins.push(` left join lateral (select ${key} as _k) ${alias} on true`);
      key = `${alias}._k`;
      groups.push(key);
    }
    return `${key}${term.descending ? " desc" : ""}${term.nulls === null ? "" : ` nulls ${term.nulls}`}`;
  });
  return { orderBy: keys.length === 0 ? "" : ` order by ${keys.join(", ")}`, joins, groups };
}

function orderKey(context: Context, scope: Scope, term: Ordering): string {
  if (term.node === null) return referenceSql(context.writer, scope, term.reference);
  const { child, level } = linked(context, term.node, scope);
  const where = conditionsOf(context, term.node, child, level.conditions);
  return `(select ${referenceSql(context.writer, child, term.reference)} from ${level.from}${where} limit 1)`;
}

/** Returns how an embedded level joins the one above. Throws RestError for a link that a write cannot follow. */
export function linked(context: Context, node: ReadNode, parent: Scope): { child: Scope; level: Level } {
  const { writer } = context;
  const child: Scope = { alias: writer.alias(), written: false, used: new Set() };
  const guarded = writer.guarded(node.relation, child.alias);
  const via = node.link?.via;
  if (!via) throw new Error(`the embed ${node.name} has no link`);
  if (via.kind === "function") {
    if (parent.written) throw new RestError(400, "PGRST127", `${node.name} cannot be embedded in the rows of a write`);
    return {
      child,
      level: { from: `${qualified(via.routine)}(${parent.alias}.*) ${child.alias}`, conditions: guarded },
    };
  }
  if (via.kind === "columns") {
    for (const [near] of via.pairs) parent.used.add(near);
    return {
      child,
      level: {
        from: `${qualified(node.relation)} ${child.alias}`,
        conditions: [...joinColumnsSql(parent.alias, child.alias, via.pairs), ...guarded],
      },
    };
  }
  for (const [near] of via.near) parent.used.add(near);
  if (!node.junction) throw new Error(`the embed ${node.name} has no join table`);
  const join = writer.alias();
  return {
    child,
    level: {
      from: `${qualified(node.relation)} ${child.alias}, ${qualified(node.junction)} ${join}`,
      conditions: [
        ...joinColumnsSql(parent.alias, join, via.near),
        ...joinColumnsSql(join, child.alias, via.far),
        ...guarded,
        ...writer.guarded(node.junction, join),
      ],
    },
  };
}

const joinColumnsSql = (from: string, to: string, pairs: readonly Pair[]): string[] =>
  pairs.map(([near, far]) => `${to}.${quoteName(far)} = ${from}.${quoteName(near)}`);

/** Returns the limits of an embed. A view may repeat the row; a row function or declared relation only claims to be to-one. */
export function limitsOf({ writer, maxRows }: Context, node: ReadNode, unlimited = false): string {
  const sure = node.toOne && node.link?.origin === "key" && !node.link.targetIsView && node.limit === null;
  const most =
    node.limit === null
      ? String(node.toOne ? 1 : maxRows)
      : node.toOne
        ? `least(${writer.slot(node.limit)}::int, 1)`
        : writer.slot(node.limit);
  const limit = sure || (unlimited && !node.toOne && node.limit === null) ? "" : ` limit ${most}`;
  return `${limit}${node.offset === null ? "" : ` offset ${writer.slot(node.offset)}`}`;
}
