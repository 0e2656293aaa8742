/** Builds one statement: `with _s as (body rows), _w as (insert/update/delete … returning …) select …`. */
import type { Column, Relation } from "./catalogue-types.ts";
import type { ReplyForm } from "./parse-headers.ts";
import type { ReadNode } from "./read-node.ts";
import { qualified, quoteName, type SqlWriter } from "./sql-writer.ts";
import { bodySql, type Statement } from "./statement.ts";
import type { Scope } from "./to-sql-condition.ts";
import { outputNames, rootParts, whereOf } from "./to-sql-read.ts";

export interface InsertPlan {
  readonly kind: "insert";
  readonly columns: readonly Column[];
  readonly body: number;
  /** An absent key gets the column's default instead of null. */
  readonly missingDefault: boolean;
  readonly conflict: { readonly target: readonly string[]; readonly merge: boolean } | null;
}

export interface UpdatePlan {
  readonly kind: "update";
  readonly columns: readonly Column[];
  readonly body: number;
  readonly missingDefault: boolean;
}

export type WritePlan = InsertPlan | UpdatePlan | { readonly kind: "delete" };

export interface WriteForm {
  readonly form: ReplyForm;
  readonly representation: boolean;
  readonly locate: readonly string[];
  readonly maxRows: number;
  readonly maxReplyBytes: number;
}

const SOURCE: Scope["alias"] = "_s";

/** Builds a write. For an upsert, `total` counts the rows that existed before. */
export function writeStatement(writer: SqlWriter, root: ReadNode, plan: WritePlan, write: WriteForm): Statement {
  const { relation } = root;
  // The reply decides what RETURNING lists, so it is written first.
  const reply = write.representation ? representation(writer, root, write) : null;
  const returned = [...new Set([...(reply?.used ?? []), ...write.locate])];
  const target: Scope = { alias: "_w0", written: false, used: new Set() };
  // New rows must pass the guard too; deleted rows passed it in the WHERE.
  const [within] = plan.kind === "delete" ? [] : writer.guarded(relation, target.alias);
  const returning = [
    ...(returned.length === 0 ? ["1 as _one"] : returned.map((name) => `${target.alias}.${quoteName(name)}`)),
    ...(within === undefined ? [] : [`(${within}) is not true as _outside`]),
  ].join(", ");
  const steps: string[] = [];
  if (plan.kind !== "delete") steps.push(`_s as (${sourceRows(writer, plan)})`);
  steps.push(`_w as (${writeSql(writer, root, plan, target)} returning ${returning})`);
  const existing =
    plan.kind === "insert" && plan.conflict?.merge ? existingRows(writer, relation, plan, plan.conflict.target) : null;
  const before = existing?.within ?? "null::float8";
  const body = reply?.body ?? locationKey(write.locate);
  const outside =
    within === undefined
      ? ""
      : `, ((select count(*) from _w where _outside) + ${existing?.outside ?? "0"})::int as outside`;
  return {
    text: `with ${steps.join(", ")} select ${body} as body, (select count(*) from _w)::int as rows, ${before} as total${outside}`,
    params: writer.params,
    estimate: null,
    head: outputNames(root),
  };
}

function representation(
  writer: SqlWriter,
  root: ReadNode,
  write: WriteForm,
): { body: string; used: ReadonlySet<string> } {
  const parts = rootParts(writer, root, { from: "_w", written: true, chosen: true }, write);
  const rows = `select ${parts.list} from ${parts.from}${parts.joins}${parts.groupBy}${parts.orderBy} offset 0`;
  const body = bodySql(write.form, root, rows, write);
  return { body: `(select ${body.list} from ${body.from})`, used: parts.scope.used };
}

function locationKey(columns: readonly string[]): string {
  if (columns.length === 0) return "null::text";
  const list = columns.map((name) => `_w.${quoteName(name)}`).join(", ");
  return `(select row_to_json(_r.*)::text from (select ${list} from _w limit 1) _r)`;
}

function sourceRows(writer: SqlWriter, plan: InsertPlan | UpdatePlan): string {
  const body = writer.slot(plan.body);
  if (plan.columns.length === 0) return `select from json_array_elements(${body}::json)`;
  const typed = plan.columns.map((column) => `${quoteName(column.name)} ${column.type}`).join(", ");
  if (!plan.missingDefault)
    return plan.kind === "update"
      ? `select * from json_to_record(${body}::json) as _b(${typed})`
      : `select * from json_to_recordset(${body}::json) as _b(${typed})`;
  const values = plan.columns.map((column) => {
    const name = quoteName(column.name);
    return `case when _e.value ? ${writer.constant(column.name)}::text then _b.${name} else ${column.default ?? "null"} end as ${name}`;
  });
  const elements = plan.kind === "update" ? `(select ${body}::jsonb as value)` : `jsonb_array_elements(${body}::jsonb)`;
  return `select ${values.join(", ")} from ${elements} _e cross join lateral jsonb_to_record(_e.value) as _b(${typed})`;
}

function writeSql(writer: SqlWriter, root: ReadNode, plan: WritePlan, target: Scope): string {
  const table = qualified(root.relation);
  const where = plan.kind === "insert" ? "" : whereOf(writer, root, target);
  if (plan.kind === "delete") return `delete from ${table} ${target.alias}${where}`;
  if (plan.kind === "update") {
    const changes = plan.columns
      .map((column) => `${quoteName(column.name)} = ${SOURCE}.${quoteName(column.name)}`)
      .join(", ");
    return `update ${table} ${target.alias} set ${changes} from _s${where}`;
  }
  const names = plan.columns.map((column) => quoteName(column.name));
  const list = names.length === 0 ? "" : ` (${names.join(", ")})`;
  const rows = `select ${names.map((name) => `${SOURCE}.${name}`).join(", ")} from _s`;
  return `insert into ${table} as ${target.alias}${list} ${rows}${conflictSql(plan, writer.guarded(root.relation, target.alias))}`;
}

/** Builds the conflict clause. `guarded`: the existing row must pass the guard too, or an upsert could take it over. */
function conflictSql({ conflict, columns }: InsertPlan, guarded: readonly string[]): string {
  if (conflict === null) return "";
  const target = conflict.target.map(quoteName).join(", ");
  if (!conflict.merge) return ` on conflict (${target}) do nothing`;
  const changed = columns.filter((column) => !conflict.target.includes(column.name)).map((column) => column.name);
  // Sets the key to itself, so that the row is returned.
  const set = (changed.length > 0 ? changed : conflict.target).map(
    (name) => `${quoteName(name)} = excluded.${quoteName(name)}`,
  );
  const where = guarded.length === 0 ? "" : ` where ${guarded.join(" and ")}`;
  return ` on conflict (${target}) do update set ${set.join(", ")}${where}`;
}

/** Counts the body's rows that already exist under the row guard. The statement's snapshot precedes its own writes. */
function existingRows(
  writer: SqlWriter,
  relation: Relation,
  { columns }: InsertPlan,
  target: readonly string[],
): { within: string; outside: string } {
  if (!target.every((name) => columns.some((column) => column.name === name)))
    return { within: "0::float8", outside: "0" };
  const same = target.map((name) => `_k.${quoteName(name)} = _s.${quoteName(name)}`);
  const count = (conditions: readonly string[]) =>
    `(select count(*) from _s where exists (select 1 from ${qualified(relation)} _k where ${conditions.join(" and ")}))`;
  const [guarded] = writer.guarded(relation, "_k");
  return {
    within: `${count(guarded === undefined ? same : [...same, guarded])}::float8`,
    outside: guarded === undefined ? "0" : count([...same, `(${guarded}) is not true`]),
  };
}
