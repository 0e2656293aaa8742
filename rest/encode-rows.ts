import { randomUUID } from "node:crypto";
import { setImmediate as othersTurn } from "node:timers/promises";
import type pg from "pg";
import type { Column, Relation } from "./catalogue-types.ts";
import type { ColumnCodec } from "./codecs.ts";
import { invalidBody, notSupported } from "./errors.ts";
import type { FilterNode } from "./parse-filter.ts";
import type { At, ParsedQuery } from "./parse-query.ts";
import { type BodyRow, codecValue } from "./read-body.ts";
import type { RowGuard } from "./row-guard.ts";
import { bindValues, qualified, quoteName, SqlWriter } from "./sql-writer.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const idColumn = (relation: Relation): Column => {
  const column = relation.columns.get("id");
  if (!column) throw new Error(`${relation.name} has a codec column but no column id`);
  return column;
};

export const codecsOf = (columns: readonly Column[]): readonly ColumnCodec[] =>
  columns.flatMap((column) => (column.codec ? [column.codec] : []));

/** Removes keys that `columns=` leaves out: they are not written, so no codec may read them. */
function onlyWritten(row: BodyRow, columns: readonly Column[]): BodyRow {
  const names = new Set(columns.flatMap(({ name, codec }) => [name, ...(codec?.alsoWrittenAs ?? [])]));
  return Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name)));
}

/** Encrypting this many takes some milliseconds, in which the process serves nobody else. */
const ROWS_AT_A_TIME = 20;

/** Encrypts codec columns. The ciphertext is bound to `id`, so a row without one gets it here. */
export async function encodeInserts(
  relation: Relation,
  columns: readonly Column[],
  rows: readonly BodyRow[],
): Promise<{ rows: readonly BodyRow[]; columns: readonly Column[] }> {
  const codecs = codecsOf(columns);
  const encrypted: BodyRow[] = [];
  for (const whole of rows) {
    if (encrypted.length > 0 && encrypted.length % ROWS_AT_A_TIME === 0) await othersTurn();
    const row = onlyWritten(whole, columns);
    const given = row.id ?? randomUUID();
    if (typeof given !== "string" || !UUID.test(given)) throw invalidBody("id must be a uuid");
    // The id in the form in which PostgreSQL returns it, because the encrypted text is bound to that form.
    const id = given.toLowerCase();
    const changes = new Map<string, unknown>([["id", id]]);
    for (const codec of codecs)
      changes.set(codec.column, await encodeOne(codec, codecValue(row, codec), { id, row }, null));
    encrypted.push({ ...row, ...Object.fromEntries(changes) });
  }
  return { rows: encrypted, columns: [...new Set([...columns, idColumn(relation)])] };
}

async function encodeOne<T>(
  codec: ColumnCodec,
  value: unknown,
  at: { id: string; row: BodyRow },
  unchanged: T,
): Promise<string | null | T> {
  if (value === undefined) return unchanged;
  const encoded = await codec.encode(value, at);
  return "unchanged" in encoded ? unchanged : encoded.store;
}

/** Throws unless the only filter is `id=eq.<uuid>`. */
export function onlyRowId(query: ParsedQuery, columns: readonly Column[]): string {
  const [only, ...others] = query.shape.filters;
  const id = only && others.length === 0 && isIdFilter(only) ? query.values[only.is.slot] : undefined;
  if (typeof id === "string" && UUID.test(id)) return id.toLowerCase();
  const names = codecsOf(columns)
    .map((codec) => codec.column)
    .join(", ");
  throw notSupported(`${names} can be changed in one row at a time only`, "Filter by exactly id=eq.<uuid>.");
}

const isIdFilter = (filter: At<FilterNode>): filter is At<Extract<FilterNode, { kind: "operation" }>> => {
  const { path, is } = filter;
  if (path.length > 0 || is.kind !== "operation" || is.not || is.quantifier !== null) return false;
  return is.operator === "eq" && is.field.name === "id" && is.field.path.length === 0;
};

const UNCHANGED = Symbol("unchanged");

/** Encrypts codec columns of a change under a row lock; null when the caller sees no such row. */
export async function encodeUpdate(
  caller: { client: pg.ClientBase; guard: RowGuard | null },
  relation: Relation,
  change: { id: string; row: BodyRow; columns: readonly Column[] },
): Promise<{ row: BodyRow; columns: readonly Column[] } | null> {
  const codecs = codecsOf(change.columns);
  const stored = await readNeeds(caller, relation, change.id, codecs);
  if (stored === null) return null;
  let { columns } = change;
  const written = onlyWritten(change.row, columns);
  const at = { id: change.id, row: { ...stored, ...written } };
  const changes = new Map<string, unknown>();
  for (const codec of codecs) {
    const store = await encodeOne(codec, codecValue(written, codec), at, UNCHANGED);
    if (store === UNCHANGED) columns = columns.filter((column) => column.codec !== codec);
    else changes.set(codec.column, store);
  }
  return { row: { ...written, ...Object.fromEntries(changes) }, columns };
}

async function readNeeds(
  { client, guard }: { client: pg.ClientBase; guard: RowGuard | null },
  relation: Relation,
  id: string,
  codecs: readonly ColumnCodec[],
): Promise<BodyRow | null> {
  const names = [...new Set(["id", ...codecs.flatMap((codec) => codec.needs)])];
  const list = names.map((name) => {
    const column = relation.columns.get(name);
    if (!column) throw new Error(`a codec of ${relation.name} needs the unknown column ${name}`);
    return `_n.${quoteName(column.readName)} as ${quoteName(name)}`;
  });
  const writer = new SqlWriter(guard);
  const where = [`_n.${quoteName("id")} = ${writer.slot(0)}`, ...writer.guarded(relation, "_n")].join(" and ");
  const text = `select ${list.join(", ")} from ${qualified(relation)} _n where ${where} for no key update`;
  const values = bindValues(writer.params, { values: [id], guard });
  const { rows } = await client.query<Record<string, unknown>>({ text, values });
  return rows[0] ?? null;
}
