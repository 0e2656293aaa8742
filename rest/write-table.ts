import type pg from "pg";
import type { Column, Relation } from "./catalogue-types.ts";
import type { Call, RestReply } from "./context.ts";
import { codecsOf, encodeInserts, encodeUpdate, onlyRowId } from "./encode-rows.ts";
import { notSupported, RestError, tooManyEncoded, unknownColumn } from "./errors.ts";
import { checkContentType, type Preferences, parseAccept, parsePreferences, type ReplyForm } from "./parse-headers.ts";
import { type ParsedQuery, parseQuery } from "./parse-query.ts";
import { planRead } from "./plan.ts";
import { type CachedPlan, runPlan } from "./plan-cache.ts";
import { type BodyRow, readBody, writtenColumns } from "./read-body.ts";
import { isPreparable, requireFewAffected, shapeKey } from "./read-rows.ts";
import { type Applicable, applied, bodyText, requireOneRow } from "./reply.ts";
import type { RowGuard } from "./row-guard.ts";
import { SqlWriter } from "./sql-writer.ts";
import { readStatement } from "./statement.ts";
import { outputNames, tableSource } from "./to-sql-read.ts";
import { type InsertPlan, type WritePlan, writeStatement } from "./to-sql-write.ts";
import { transact } from "./transact.ts";

interface Write {
  readonly call: Call;
  readonly relation: Relation;
  readonly query: ParsedQuery;
  readonly form: ReplyForm;
  readonly preferences: Preferences;
}

/** Answers POST, PATCH, PUT and DELETE of a table. Throws RestError. */
export async function writeTable(call: Call, relation: Relation): Promise<RestReply> {
  const { headers } = call.request;
  const preferences = parsePreferences(headers.prefer, call.context.options);
  const write: Write = {
    call,
    relation,
    query: parseQuery(call.search),
    form: parseAccept(headers.accept),
    preferences,
  };
  if (call.method !== "DELETE") checkContentType(headers["content-type"]);
  if (call.method === "POST") return insertRows(write);
  if (
    write.query.shape.limits.some(({ path }) => path.length === 0) ||
    write.query.shape.offsets.some(({ path }) => path.length === 0)
  ) {
    throw notSupported("limit and offset do not restrict which rows are written", "Use filters.");
  }
  if (call.method === "PUT") return putRow(write);
  if (!write.query.shape.filters.some(({ path }) => path.length === 0)) {
    const verb = call.method === "DELETE" ? "DELETE" : "UPDATE";
    throw new RestError(400, "21000", `${verb} requires a WHERE clause`, { hint: "Filter the rows to be written." });
  }
  return call.method === "DELETE" ? deleteRows(write) : updateRows(write);
}

async function insertRows(write: Write, conflict?: InsertPlan["conflict"]): Promise<RestReply> {
  const { relation, query, preferences } = write;
  const body = readBody(write.call.request.body, write.call.context.limits.maxJsonDepth);
  const named = writtenColumns(relation, body, query.shape.columns);
  const onConflict = conflict === undefined ? conflictOf(write) : conflict;
  const encrypted = codecsOf(named).length > 0;
  if (encrypted && onConflict?.merge)
    throw notSupported(`${codecsOf(named)[0]?.column} cannot be written by an upsert`, "Insert, or update by id.");
  const { maxEncodedRows } = write.call.context.limits;
  if (encrypted && body.rows.length > maxEncodedRows) throw tooManyEncoded(maxEncodedRows);
  const slot = query.values.push(body.text) - 1;
  return transact(write.call, { readOnly: false, rollback: preferences.rollback }, async (client, guard) => {
    requireWritable(guard, relation, named);
    // Runs as the caller and in the caller's turn, because encrypting many rows must not be available to anybody else.
    const { rows, columns } = encrypted
      ? await encodeInserts(relation, named, body.rows)
      : { rows: null, columns: named };
    if (rows !== null) query.values[slot] = JSON.stringify(rows);
    const missingDefault = preferences.missing === "default" && columns.length > 0;
    const plan: WritePlan = { kind: "insert", columns, body: slot, missingDefault, conflict: onConflict };
    return runWrite({ client, guard }, write, plan);
  });
}

/** Refuses a column that the guard forbids in the same words as a column without a grant. */
function requireWritable(guard: RowGuard | null, relation: Relation, columns: readonly Column[]): void {
  const refused = columns.find((column) => guard?.mayWrite(relation, column.name) === false);
  if (refused)
    throw new RestError(403, "42501", `permission denied for table ${relation.name}`, {
      hint: `Leave out the column '${refused.name}'.`,
    });
}

/** Combines `resolution=` and `on_conflict=`; null when a duplicate is an error. */
function conflictOf({ relation, query, preferences }: Write): InsertPlan["conflict"] {
  const target = query.shape.onConflict ?? relation.primaryKey;
  for (const name of query.shape.onConflict ?? [])
    if (!relation.columns.has(name)) throw unknownColumn(relation.name, name);
  if (preferences.resolution === null || target.length === 0) return null;
  return { target, merge: preferences.resolution === "merge-duplicates" };
}

async function updateRows(write: Write): Promise<RestReply> {
  const { relation, query, preferences } = write;
  const body = readBody(write.call.request.body, write.call.context.limits.maxJsonDepth);
  const row = body.rows[0];
  if (row === undefined || body.rows.length > 1)
    throw new RestError(400, "PGRST102", "The body of a PATCH must be one JSON object");
  const columns = writtenColumns(relation, body, query.shape.columns);
  const id = codecsOf(columns).length > 0 ? onlyRowId(query, columns) : null;
  return transact(write.call, { readOnly: false, rollback: preferences.rollback }, async (client, guard) => {
    const caller = { client, guard };
    requireWritable(guard, relation, columns);
    if (columns.length === 0) return untouchedReply(write);
    if (id === null) return runUpdate(caller, write, { row, columns, text: body.text.slice(1, -1) });
    const encrypted = await encodeUpdate(caller, relation, { id, row, columns });
    if (encrypted === null) return untouchedReply(write);
    if (encrypted.columns.length === 0) return unchangedReply(caller, write);
    return runUpdate(caller, write, { ...encrypted, text: JSON.stringify(encrypted.row) });
  });
}

interface Caller {
  readonly client: pg.PoolClient;
  readonly guard: RowGuard | null;
}

async function runUpdate(
  caller: Caller,
  write: Write,
  change: { row: BodyRow; columns: readonly Column[]; text: string },
): Promise<RestReply> {
  // The host may run the transaction twice, so the slot stays out of the request's list.
  const values = [...write.query.values, change.text];
  const missingDefault = write.preferences.missing === "default";
  const plan: WritePlan = { kind: "update", columns: change.columns, body: values.length - 1, missingDefault };
  return runWrite(caller, { ...write, query: { ...write.query, values } }, plan);
}

/** Replies when no row is written. The request's names and preferences are still checked. */
function untouchedReply(write: Write): RestReply {
  const { call, relation, query } = write;
  const root = planRead(call.catalogue, relation, query.shape, call.context.limits);
  return writeReply(write, "update", { body: null, rows: 0, total: null }, outputNames(root));
}

/** Replies when all codecs left their columns unchanged and nothing else was written. */
async function unchangedReply({ client, guard }: Caller, write: Write): Promise<RestReply> {
  const { call, relation, query, form } = write;
  const { limits } = call.context;
  const plan = call.plans.get(shapeKey("unchanged", guard?.key, relation.name, query.shape, form), () => {
    const root = planRead(call.catalogue, relation, query.shape, limits);
    const { maxRows, maxReplyBytes } = limits;
    const read = { form, count: null, bodyless: false, maxRows, maxReplyBytes, plannerCounts: false, prelude: "" };
    return {
      root,
      statement: readStatement(new SqlWriter(guard), root, tableSource(relation), read, new SqlWriter(guard)),
      preparable: true,
    };
  });
  const row = await runPlan(client, plan, { values: query.values, guard });
  return writeReply(write, "update", { ...row, total: null }, plan.statement.head);
}

async function deleteRows(write: Write): Promise<RestReply> {
  const mode = { readOnly: false, rollback: write.preferences.rollback };
  return transact(write.call, mode, (client, guard) => runWrite({ client, guard }, write, { kind: "delete" }));
}

/** Handles PUT, which replaces or creates the row whose whole key the URL names. */
async function putRow(write: Write): Promise<RestReply> {
  const { relation, query } = write;
  const row = readBody(write.call.request.body, write.call.context.limits.maxJsonDepth).rows[0] ?? {};
  const key = new Map<string, unknown>();
  for (const { path, is } of query.shape.filters) {
    if (path.length > 0 || is.kind !== "operation" || is.not || is.operator !== "eq" || is.quantifier !== null)
      throw badPut();
    key.set(is.field.name, query.values[is.slot]);
  }
  if (
    relation.primaryKey.length === 0 ||
    key.size !== relation.primaryKey.length ||
    !relation.primaryKey.every((name) => key.has(name))
  )
    throw badPut();
  for (const [name, value] of key) {
    if (!Object.hasOwn(row, name) || String(row[name]) !== value)
      throw new RestError(400, "PGRST115", "Payload values do not match URL in primary key column(s)");
  }
  const shape = { ...query.shape, filters: [] };
  return insertRows({ ...write, query: { ...query, shape } }, { target: relation.primaryKey, merge: true });
}

const badPut = (): RestError =>
  new RestError(405, "PGRST105", "Filters must include all and only primary key columns with 'eq' operators");

async function runWrite({ client, guard }: Caller, write: Write, plan: WritePlan): Promise<RestReply> {
  const { call, relation, query, form, preferences } = write;
  const representation = preferences.return === "representation";
  const locate = preferences.return === "headers-only" && plan.kind === "insert" ? relation.primaryKey : [];
  const written = plan.kind === "delete" ? plan : { ...plan, columns: plan.columns.map((column) => column.name) };
  const cached: CachedPlan = call.plans.get(
    shapeKey("write", guard?.key, relation.name, query.shape, form, representation, locate, written),
    () => {
      const root = planRead(call.catalogue, relation, query.shape, call.context.limits);
      const statement = writeStatement(new SqlWriter(guard), root, plan, {
        form,
        representation,
        locate,
        maxRows: call.context.limits.maxRows,
        maxReplyBytes: call.context.limits.maxReplyBytes,
      });
      return { root, statement, preparable: isPreparable(query.shape) };
    },
  );
  const row = await runPlan(client, cached, { values: query.values, guard });
  // Undoes the write, with the wording of row security's refusal.
  if (row.outside)
    throw new RestError(403, "42501", `new row violates row-level security policy for table "${relation.name}"`);
  return writeReply(write, plan.kind, row, cached.statement.head);
}

interface WrittenRow {
  readonly body: string | null;
  readonly rows: number;
  readonly total: number | null;
}

/** Ends every write and checks, inside the transaction, what the request requires of its outcome. */
function writeReply(write: Write, kind: WritePlan["kind"], row: WrittenRow, head: readonly string[]): RestReply {
  const { form, preferences, relation, call } = write;
  const representation = preferences.return === "representation";
  requireOneRow(form, row.rows);
  requireFewAffected(preferences, row.rows);
  const replaced = row.total !== null && row.rows > 0 && row.total >= row.rows;
  const created = kind === "insert" && !replaced;
  const minimal = kind === "insert" && call.method === "POST" ? (created ? 201 : 200) : 204;
  const span = kind === "update" && row.rows > 0 ? `0-${row.rows - 1}` : "*";
  const headers: Record<string, string> = {
    "content-range": `${span}/${preferences.count === null ? "*" : row.rows}`,
    ...applied(preferences, appliedBy(write, kind)),
  };
  if (preferences.return === "headers-only" && row.body !== null) headers.location = location(relation.name, row.body);
  if (!representation) return { status: minimal, headers, body: null };
  return {
    status: created ? 201 : 200,
    headers: { ...headers, "content-type": form.contentType },
    body: bodyText(row.body, form, head),
  };
}

function appliedBy(write: Write, kind: WritePlan["kind"]): readonly Applicable[] {
  if (kind === "delete") return ["return", "count"];
  if (kind === "update" || write.call.method === "PUT") return ["missing", "return", "count"];
  return conflictOf(write) === null ? ["missing", "return", "count"] : ["resolution", "missing", "return", "count"];
}

/** Returns `/table?key=eq.value`; `key` is JSON text. */
function location(table: string, key: string): string {
  const parsed: unknown = JSON.parse(key);
  const pairs = typeof parsed === "object" && parsed !== null ? Object.entries(parsed) : [];
  return `/${encodeURIComponent(table)}?${pairs.map(([name, value]) => `${encodeURIComponent(name)}=eq.${encodeURIComponent(String(value))}`).join("&")}`;
}
