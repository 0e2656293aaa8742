/**
 * Embeds are scalar subqueries after LIMIT, `!inner` an EXISTS on the parent (counts stay right), spreads lateral
 * joins.
 */
import type { Relation } from "./catalogue-types.ts";
import { RestError } from "./errors.ts";
import type { Ordering, Output, ReadNode } from "./plan.ts";
import type { Pair } from "./relationships.ts";
import { type Budget, boundedRows, chargedList, isWide } from "./reply-budget.ts";
import { qualified, quoteName, type SqlWriter } from "./sql-writer.ts";
import { conditionSql, referenceSql, type Scope } from "./to-sql-condition.ts";

export interface RootSource {
  readonly from: string;
  readonly written: boolean;
  readonly guardApplied: boolean;
}

export const tableSource = (relation: Relation): RootSource => ({
  from: qualified(relation),
  written: false,
  guardApplied: false,
});

/** Separate clauses, so a count can leave some out. */
export interface SelectParts {
  readonly list: string;
  readonly from: string;
  readonly joins: string;
  readonly where: string;
  readonly groupBy: string;
  readonly orderBy: string;
  readonly scope: Scope;
}

export function rootParts(writer: SqlWriter, root: ReadNode, source: RootSource, bounds: Budget): SelectParts {
  const scope: Scope = { alias: writer.alias(), written: source.written, used: new Set() };
  const conditions = source.guardApplied ? [] : writer.guarded(root.relation, scope.alias);
  return levelParts({ writer, maxRows: bounds.maxRows, maxReplyBytes: bounds.maxReplyBytes }, root, scope, {
    from: `${source.from} ${scope.alias}`,
    conditions,
  });
}

/** Conditions of a write: row guard, request, and EXISTS of inner embeds. */
export function whereOf(writer: SqlWriter, root: ReadNode, scope: Scope): string {
  return conditionsOf(
    { writer, maxRows: 0, maxReplyBytes: 0 },
    root,
    scope,
    writer.guarded(root.relation, scope.alias),
  );
}

interface Context extends Budget {
  readonly writer: SqlWriter;
}

interface Level {
  readonly from: string;
  readonly conditions: readonly string[];
}

function levelParts(context: Context, node: ReadNode, scope: Scope, level: Level): SelectParts {
  const columns: { sql: string; name: string; grouped: boolean }[] = [];
  const joins: string[] = [];
  const aggregated = node.outputs.some((output) => output.kind === "value" && output.aggregate !== null);
  for (const output of node.outputs) {
    if (output.kind === "value") {
      columns.push({ sql: valueSql(context, scope, output), name: output.name, grouped: output.aggregate === null });
    } else if (output.node.spread) {
      const alias = context.writer.alias();
      joins.push(`left join lateral (${spreadSql(context, output.node, scope)}) ${alias} on true`);
      for (const name of outputNames(output.node))
        columns.push({
          sql: `${alias}.${quoteName(name)}${aggregated && !output.node.toOne ? "::jsonb" : ""}`,
          name,
          grouped: true,
        });
    } else if (output.node.outputs.length > 0) {
      columns.push({
        sql: `${embedSql(context, output.node, scope)}${aggregated ? "::jsonb" : ""}`,
        name: output.node.name,
        grouped: true,
      });
    }
  }
  const groups = columns.flatMap((column, at) => (column.grouped ? [String(at + 1)] : []));
  return {
    list: columns.map((column) => `${column.sql} as ${quoteName(column.name)}`).join(", "),
    from: level.from,
    joins: joins.length === 0 ? "" : ` ${joins.join(" ")}`,
    where: conditionsOf(context, node, scope, level.conditions),
    groupBy: aggregated && groups.length > 0 ? ` group by ${groups.join(", ")}` : "",
    orderBy: orderSql(context, node, scope),
    scope,
  };
}

function valueSql({ writer }: Context, scope: Scope, output: Extract<Output, { kind: "value" }>): string {
  const plain = output.reference === null ? "*" : referenceSql(writer, scope, output.reference);
  const value = output.cast === null ? plain : `${plain}::${output.cast}`;
  if (output.aggregate === null) return value;
  const aggregate = `${output.aggregate}(${value})`;
  return output.aggregateCast === null ? aggregate : `${aggregate}::${output.aggregateCast}`;
}

function conditionsOf(context: Context, node: ReadNode, scope: Scope, given: readonly string[]): string {
  const exists = (child: ReadNode) => existsSql(context, child, scope);
  const all = [
    ...given,
    ...node.where.map((condition) => conditionSql(context.writer, scope, condition, exists)),
    ...node.children.filter((child) => child.inner).map(exists),
  ];
  return all.length === 0 ? "" : ` where ${all.join(" and ")}`;
}

function orderSql(context: Context, node: ReadNode, scope: Scope): string {
  if (node.order.length === 0) return "";
  return ` order by ${node.order.map((term) => `${orderKey(context, scope, term)}${term.descending ? " desc" : ""}${term.nulls === null ? "" : ` nulls ${term.nulls}`}`).join(", ")}`;
}

function orderKey(context: Context, scope: Scope, term: Ordering): string {
  if (term.node === null) return referenceSql(context.writer, scope, term.reference);
  const { child, level } = linked(context, term.node, scope);
  const where = conditionsOf(context, term.node, child, level.conditions);
  return `(select ${referenceSql(context.writer, child, term.reference)} from ${level.from}${where} limit 1)`;
}

function linked(context: Context, node: ReadNode, parent: Scope): { child: Scope; level: Level } {
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

function existsSql(context: Context, node: ReadNode, parent: Scope): string {
  const { child, level } = linked(context, node, parent);
  return `exists (select 1 from ${level.from}${conditionsOf(context, node, child, level.conditions)})`;
}

function embeddedSelect(context: Context, node: ReadNode, parent: Scope): string {
  const { child, level } = linked(context, node, parent);
  const parts = levelParts(context, node, child, level);
  // A view may repeat the row; a row function or declared relation only claims to be to-one.
  const sure = node.toOne && node.link?.origin === "key" && !node.link.targetIsView && node.limit === null;
  const limit = sure ? "" : ` limit ${limitOf(context, node)}`;
  const offset = node.offset === null ? "" : ` offset ${context.writer.slot(node.offset)}`;
  return `select ${parts.list} from ${parts.from}${parts.joins}${parts.where}${parts.groupBy}${parts.orderBy}${limit}${offset}`;
}

function limitOf({ writer, maxRows }: Context, node: ReadNode): string {
  if (node.limit === null) return String(node.toOne ? 1 : maxRows);
  return node.toOne ? `least(${writer.slot(node.limit)}::int, 1)` : writer.slot(node.limit);
}

function embedSql(context: Context, node: ReadNode, parent: Scope): string {
  const rows = embeddedSelect(context, node, parent);
  if (node.toOne) return `(select row_to_json(_r.*) from (${rows}) _r)`;
  const size = "pg_column_size(json_agg(_r.*))";
  return `(select coalesce(json_agg(_r.*), '[]'::json) from ${listed(context, node, rows)}${chargedList(size, node.depth, context)})`;
}

/** To-one: the row's columns. To-many: each column as a JSON array over the rows. */
function spreadSql(context: Context, node: ReadNode, parent: Scope): string {
  const rows = embeddedSelect(context, node, parent);
  if (node.toOne) return rows;
  const arrays = outputNames(node).map(
    (name) => `coalesce(json_agg(_r.${quoteName(name)}), '[]'::json) as ${quoteName(name)}`,
  );
  const size = "sum(pg_column_size(_r.*))";
  return `select ${arrays.join(", ")} from ${listed(context, node, rows)}${chargedList(size, node.depth, context)}`;
}

/** Rows of a list as `_r`; their limit makes the planner build them once. */
export const listed = (budget: Budget, node: ReadNode, rows: string): string =>
  isWide(node) ? boundedRows(rows, budget) : `(${rows}) _r`;

export function outputNames(node: ReadNode): string[] {
  return node.outputs.flatMap((output) => {
    if (output.kind === "value") return [output.name];
    if (output.node.spread) return outputNames(output.node);
    return output.node.outputs.length > 0 ? [output.node.name] : [];
  });
}
