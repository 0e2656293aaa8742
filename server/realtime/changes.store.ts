import { DatabaseError, type Pool, type PoolClient } from "pg";
import { z } from "zod";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import type { Column } from "./bindings.ts";
import type { Moment } from "./horizon.ts";
import { MICROS, type OfferedTable } from "./offered-tables.store.ts";

/** Times in microseconds since 1970. */
export interface ChangedKey {
  id: string;
  /** Time in PostgreSQL's text form, which finds the partition to the microsecond. */
  detectedAt: string;
  insertedMicros: number;
  /** Null: never changed. */
  changedMicros: number | null;
}

const keyRow = z.object({
  key: z.tuple([z.string(), z.string(), z.number(), z.number().nullable()]).transform(
    ([id, detectedAt, insertedMicros, changedMicros]): ChangedKey => ({
      id,
      detectedAt,
      insertedMicros,
      changedMicros,
    }),
  ),
});

const MOMENT = {
  name: "realtime_moment",
  text: `select ${MICROS("clock_timestamp()")} as now, pg_snapshot_xmin(s)::text::float8 as oldest, pg_snapshot_xmax(s)::text::float8 as next
    from pg_current_snapshot() s`,
};
const momentRow = z
  .object({ now: z.number(), oldest: z.number(), next: z.number() })
  .transform(({ now, oldest, next }): Moment => ({ nowMicros: now, oldestOpen: oldest, next }));

/** Reads the database's clock, and which transactions are open. */
export async function databaseMoment(engine: Pool): Promise<Moment> {
  const { rows } = await engine.query(MOMENT);
  return momentRow.parse(rows[0]);
}

/** Returns rows inserted or changed after `sinceMicros`, oldest first. */
export async function changedKeys(
  engine: Pick<Pool, "query">,
  { name, keysSql }: OfferedTable,
  { sinceMicros, offset, limit }: { sinceMicros: number; offset: number; limit: number },
): Promise<ChangedKey[]> {
  const { rows } = await engine.query({
    name: `realtime_keys_${name}`,
    text: keysSql,
    values: [sinceMicros, offset, limit],
  });
  return readRows(keyRow, rows).map(({ key }) => key);
}

const recordRow = z.object({ id: z.string(), record: z.record(z.string(), z.unknown()) });

/** Reads records under the policies of `client`'s role. */
export async function readRecords(
  client: PoolClient,
  { name, rowsSql }: OfferedTable,
  keys: ChangedKey[],
): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await client.query({
    name: `realtime_rows_${name}`,
    text: rowsSql,
    values: [keys.map((key) => key.detectedAt), keys.map((key) => key.id)],
  });
  return new Map(readRows(recordRow, rows).map(({ id, record }) => [id, record]));
}

export interface DeletedKey {
  note: string;
  id: string;
  deletedMicros: number;
}

const DELETED = {
  name: "realtime_deleted",
  text: `select id::text as note, row_id::text as id, ${MICROS("deleted_at")} as micros from public.deleted_rows
    where table_name = $1 and deleted_at > to_timestamp($2::float8 / 1000000) and deleted_at < 'infinity' order by deleted_at, id`,
};
const deletedRow = z
  .object({ note: z.string(), id: z.string(), micros: z.number() })
  .transform(({ note, id, micros }): DeletedKey => ({ note, id, deletedMicros: micros }));

/** Returns the keys that were deleted since then (microseconds). */
export async function deletedKeys(engine: Pool, table: OfferedTable, sinceMicros: number): Promise<DeletedKey[]> {
  const { rows } = await engine.query({ ...DELETED, values: [table.name, sinceMicros] });
  return readRows(deletedRow, rows);
}

const VISIBLE = {
  name: "realtime_visible_deleted",
  text: "select id::text as note from public.deleted_rows where id = any ($1::uuid[])",
};

/** Reads deleted keys under the policies of `client`'s role. */
export async function readDeleted(client: PoolClient, keys: DeletedKey[]): Promise<DeletedKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query({ ...VISIBLE, values: [keys.map(({ note }) => note)] });
  const visible = new Set(readRows(z.object({ note: z.string() }), rows).map(({ note }) => note));
  return keys.filter(({ note }) => visible.has(note));
}

/** Throws 42501 when the role may not read the table. */
export async function probeTable(client: PoolClient, { relation }: OfferedTable): Promise<void> {
  await client.query(`select from ${relation} limit 0`);
}

/** Tells whether the caller lacks the right to read the table. */
export function isForbidden(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "42501";
}

/** Sends an empty notification to listeners of the channel; the payload names the sender. */
export async function notifyServers(pool: Pool, channel: string, serverId: string): Promise<void> {
  await pool.query({ name: "realtime_notify", text: "select pg_notify($1, $2)", values: [channel, serverId] });
}

const COLUMNS = `select a.attname as name, t.typname as type from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`;

/** Reads columns with their type names, by which supabase-js converts values. */
export async function readColumns(engine: Pool, { relation }: OfferedTable): Promise<Column[]> {
  const { rows } = await engine.query(COLUMNS, [relation]);
  return readRows(z.object({ name: z.string(), type: z.string() }), rows);
}

const FACTS = {
  name: "realtime_sessions",
  text: `select k.session_id::text, f.app_role || coalesce(':' || f.organization_id::text, '') as scope,
      case when f.app_role = 'org_admin' and private.granted_passages_until(k.user_id, f.organization_id) is not null then k.user_id::text end as alone
    from unnest($1::uuid[], $2::uuid[]) as k (session_id, user_id), lateral private.session_facts(k.session_id, k.user_id) f
    where f.app_role is not null and not f.must_change_password and not f.needs_second_factor`,
};
const factsRow = z.object({ session_id: z.string(), scope: z.string(), alone: z.string().nullable() });

/** Sessions with one scope read the same rows, except `alone`: somebody who gave a reason and sees granted passages. */
type LivingScope = Omit<z.infer<typeof factsRow>, "session_id">;

/** Returns live sessions' scopes: session id → role and organisation as one text. `user` must be the `authenticator` pool. */
export async function livingScopes(user: Pool, sessions: SessionClaims[]): Promise<Map<string, LivingScope>> {
  const values = [sessions.map(({ session_id }) => session_id), sessions.map(({ sub }) => sub)];
  const { rows } = await user.query({ ...FACTS, values });
  return new Map(readRows(factsRow, rows).map(({ session_id, ...scope }) => [session_id, scope]));
}
