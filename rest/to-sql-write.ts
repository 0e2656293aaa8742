/** One statement: `with _s as (body rows), _w as (insert/update/delete … returning …) select …`. */
import type { Column, Relation } from "./catalogue-types.ts";
import type { ReplyForm } from "./parse-headers.ts";
import type { ReadNode } from "./plan.ts";
import { qualified, quoteName, type SqlWriter } from "./sql-writer.ts";
import { bodySql, type Statement } from "./statement.ts";
import type { Scope } from "./to-sql-condition.ts";
import { outputNames, rootParts, whereOf } from "./to-sql-read.ts";

export interface InsertPlan {
  readonly kind: "insert";
  readonly columns: readonly Column[];
  readonly body: number;
  /** An absent key takes the column's default instead of null. */
  readonly missingDefault: boolean;
  readonly conflict: { readonly target: readonly string[]; readonly merge: boolean } | null;
}

export interface UpdatePlan {
  readonly kind: "update";
  readonly columns: readonly Column[];
  readonly body: number;
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

/** For an upsert, `total` counts the rows that existed before. */
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
  const before =
    plan.kind === "insert" && plan.conflict?.merge
      ? existingRows(writer, relation, plan.columns, plan.conflict.target)
      : "null::float8";
  const body = reply?.body ?? locationKey(write.locate);
  return {
    text: `with ${steps.join(", ")} select ${body} as body, (select count(*) from _w)::int as rows, ${before} as total${within === undefined ? "" : ", (select count(*) from _w where _outside)::int as outside"}`,
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
  const parts = rootParts(writer, root, { from: "_w", written: true, guardApplied: true }, write);
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
  if (plan.kind === "update") return `select * from json_to_record(${body}::json) as _b(${typed})`;
  if (!plan.missingDefault) return `select * from json_to_recordset(${body}::json) as _b(${typed})`;
  const values = plan.columns.map((column) => {
    const name = quoteName(column.name);
    return `case when _e.value ? ${writer.constant(column.name)}::text then _b.${name} else ${column.default ?? "null"} end as ${name}`;
  });
  return `select ${values.join(", ")} from jsonb_array_elements(${body}::jsonb) _e cross join lateral jsonb_to_record(_e.value) as _b(${typed})`;
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
  return `insert into ${table} as ${target.alias}${list} ${rows}${conflictSql(plan)}`;
}

function conflictSql({ conflict, columns }: InsertPlan): string {
  if (conflict === null) return "";
  const target = conflict.target.map(quoteName).join(", ");
  if (!conflict.merge) return ` on conflict (${target}) do nothing`;
  const changed = columns.filter((column) => !conflict.target.includes(column.name)).map((column) => column.name);
  // Sets the key to itself, so the row is returned.
  const set = (changed.length > 0 ? changed : conflict.target).map(
    (name) => `${quoteName(name)} = excluded.${quoteName(name)}`,
  );
  return ` on conflict (${target}) do update set ${set.join(", ")}`;
}

/** The statement's snapshot precedes its own writes. */
function existingRows(
  writer: SqlWriter,
  relation: Relation,
  columns: readonly Column[],
  target: readonly string[],
): string {
  if (!target.every((name) => columns.some((column) => column.name === name))) return "0::float8";
  const same = [
    ...target.map((name) => `_k.${quoteName(name)} = _s.${quoteName(name)}`),
    ...writer.guarded(relation, "_k"),
  ].join(" and ");
  return `(select count(*) from _s where exists (select 1 from ${qualified(relation)} _k where ${same}))::float8`;
}
