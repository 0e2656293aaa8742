// The statements behind realtime: which rows changed, what they hold for a caller, and whose sessions live.
import { DatabaseError, type Pool, type PoolClient } from "pg";
import { z } from "zod";
import { REALTIME_SCHEMA, REALTIME_TABLE } from "#contract/realtime.ts";
import type { SessionClaims } from "../database/as-user.ts";
import type { Column } from "./bindings.ts";

const TABLE = `${REALTIME_SCHEMA}.${REALTIME_TABLE}`;

/** Where a row is, and when it came and was last changed, in microseconds since 1970. */
export interface ChangedKey {
  id: string;
  /** As PostgreSQL prints it, so that it finds its partition again to the microsecond. */
  detectedAt: string;
  insertedMicros: number;
  /** Null = never changed. */
  changedMicros: number | null;
}

const MICROS = (column: string) => `(extract(epoch from ${column}) * 1000000)::float8`;
const keyRow = z.object({
  now: z.number(),
  key: z
    .tuple([z.string(), z.string(), z.number(), z.number().nullable()])
    .transform(
      ([id, detectedAt, insertedMicros, changedMicros]): ChangedKey => ({
        id,
        detectedAt,
        insertedMicros,
        changedMicros,
      }),
    )
    .nullable(),
});

const SINCE = "to_timestamp($1::float8 / 1000000)";
const KEYS = {
  name: "realtime_keys",
  // Two index scans and no "or": rows that are new since then, and older rows changed since then. The moment comes with them,
  // also when there are none, and lies before what the statement sees: one round trip instead of two. Bounded above, though by
  // nothing: the planner takes an open range of an unknown moment for a third of the table and reads all of it.
  text: `select ${MICROS("statement_timestamp()")} as now,
      case when k.id is not null then json_build_array(k.id, k.detected_at::text, ${MICROS("k.detected_at")}, ${MICROS("k.changed_at")}) end as key
    from (select) one left join (
      select * from (
        (select id, detected_at, changed_at from ${TABLE} where detected_at > ${SINCE} and detected_at < 'infinity')
        union all
        (select id, detected_at, changed_at from ${TABLE} where changed_at > ${SINCE} and changed_at < 'infinity' and detected_at <= ${SINCE})
      ) both_kinds order by detected_at, id offset $2 limit $3) k on true
    order by k.detected_at, k.id`,
};

export interface ChangedKeys {
  /** The database's clock just before they were read, microseconds since 1970. */
  nowMicros: number;
  keys: ChangedKey[];
}

const NOW = { name: "realtime_now", text: `select ${MICROS("clock_timestamp()")} as now` };
const nowRow = z.object({ now: z.number() });

/** The database's clock, microseconds since 1970. */
export async function databaseNow(engine: Pool): Promise<number> {
  const { rows } = await engine.query(NOW);
  return nowRow.parse(rows[0]).now;
}

/** Keys of rows that came or changed after `sinceMicros`, oldest first. */
export async function changedKeys(
  engine: Pick<Pool, "query">,
  sinceMicros: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<ChangedKeys> {
  const { rows } = await engine.query({ ...KEYS, values: [sinceMicros, offset, limit] });
  const parsed = z.tuple([keyRow], keyRow).parse(rows);
  return { nowMicros: parsed[0].now, keys: parsed.flatMap(({ key }) => key ?? []) };
}

const ROWS = {
  name: "realtime_rows",
  text: `select l.id::text, to_jsonb(l) as record
    from unnest($1::timestamptz[], $2::uuid[]) as k (detected_at, id) join ${TABLE} l on l.detected_at = k.detected_at and l.id = k.id`,
};
const recordRow = z.object({ id: z.string(), record: z.record(z.string(), z.unknown()) });

/** The rows themselves, as the role of `client` may see them. */
export async function readRecords(
  client: PoolClient,
  keys: ChangedKey[],
): Promise<Map<string, Record<string, unknown>>> {
  const { rows } = await client.query({
    ...ROWS,
    values: [keys.map((key) => key.detectedAt), keys.map((key) => key.id)],
  });
  return new Map(
    z
      .array(recordRow)
      .parse(rows)
      .map(({ id, record }) => [id, record]),
  );
}

/** Fails with 42501 for a role that may not read the table at all. */
export async function probeTable(client: PoolClient): Promise<void> {
  await client.query(`select from ${TABLE} limit 0`);
}

/** True for PostgreSQL's "permission denied". */
export function isForbidden(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "42501";
}

const COLUMNS = `select a.attname as name, t.typname as type from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = '${TABLE}'::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`;

/** Columns with their type names, by which supabase-js converts values. */
export async function readColumns(engine: Pool): Promise<Column[]> {
  const { rows } = await engine.query(COLUMNS);
  return z.array(z.object({ name: z.string(), type: z.string() })).parse(rows);
}

const FACTS = {
  name: "realtime_sessions",
  text: `select k.session_id::text, f.app_role || coalesce(':' || f.organization_id::text, '') as scope
    from unnest($1::uuid[], $2::uuid[]) as k (session_id, user_id), lateral private.session_facts(k.session_id, k.user_id) f
    where f.app_role is not null and not f.must_change_password and not f.needs_second_factor`,
};
const factsRow = z.object({ session_id: z.string(), scope: z.string() });

/**
 * Which of these sessions may act now, and as what: session id → role and organisation in one text. A session that is
 * missing has ended. `user` is the pool of plain `authenticator`, who alone may ask.
 */
export async function livingScopes(user: Pool, sessions: SessionClaims[]): Promise<Map<string, string>> {
  const values = [sessions.map(({ session_id }) => session_id), sessions.map(({ sub }) => sub)];
  const { rows } = await user.query({ ...FACTS, values });
  return new Map(
    z
      .array(factsRow)
      .parse(rows)
      .map(({ session_id, scope }) => [session_id, scope]),
  );
}
