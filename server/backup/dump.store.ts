// Reads the whole database over COPY, in one snapshot.
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { VERSION } from "#server/platform/version.ts";
import { type BackedUpTable, DATA_BYTES, type Manifest } from "./records.ts";

/** The portal's schemas. Schema `private` only records which files were applied, and the manifest has that too. */
const SCHEMAS = ["auth", "public"];

const tableRow = z.object({
  schema: z.enum(["public", "auth"]),
  table: z.string(),
  columns: z.array(z.string()),
  estimate: z.number(),
});

/** Begins the transaction of a dump: read-only, without time limits, with times in UTC and dates in ISO. */
export async function beginSnapshot(client: pg.Client): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  await client.query(
    "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'",
  );
}

export async function endSnapshot(client: pg.Client): Promise<void> {
  await client.query("commit");
}

/** Reads the manifest before the tables are counted; returns null when the database holds no portal. */
export async function readManifest(client: pg.Client, secretKeyId: string): Promise<Manifest | null> {
  const { rows: found } = await client.query("select 1 where to_regclass('private.schema_migrations') is not null");
  if (found.length === 0) return null;
  const { rows: migrations } = await client.query<{ version: number; checksum: string }>(
    "select version, checksum from private.schema_migrations order by version",
  );
  await client.query("set local role portal_owner");
  const { rows: partitions } = await client.query<{ name: string; from: string; to: string }>(
    `select name, lower_bound::text as "from", upper_bound::text as "to" from private.access_log_partitions()`,
  );
  await client.query("reset role");
  const { rows } = await client.query<{ taken_at: Date; postgres: string }>(
    "select now() as taken_at, current_setting('server_version') as postgres",
  );
  const [moment] = z.array(z.object({ taken_at: z.date(), postgres: z.string() })).parse(rows);
  return {
    format: 1,
    taken_at: (moment?.taken_at ?? new Date(Number.NaN)).toISOString(),
    portal: VERSION,
    postgres: moment?.postgres ?? "",
    secret_key_id: secretKeyId,
    migrations,
    partitions,
    tables: 0,
  };
}

/** Returns the tables with their approximate row counts. The transaction then has role portal_backup. */
export async function readTables(client: pg.Client): Promise<z.infer<typeof tableRow>[]> {
  await client.query("set local role portal_backup");
  const { rows } = await client.query(
    `select n.nspname as schema, c.relname as table,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       greatest(0, case c.relkind when 'r' then c.reltuples
         else (select coalesce(sum(greatest(p.reltuples, 0)), 0) from pg_inherits i join pg_class p on p.oid = i.inhrelid where i.inhparent = c.oid) end)::float8 as estimate
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind in ('r', 'p') and not c.relispartition
     order by 1, 2`,
    [SCHEMAS],
  );
  return z.array(tableRow).parse(rows);
}

const counted = z.object({ rows: z.coerce.number() });

/** Counts the rows of each table, in the snapshot that has begun. The transaction then has role portal_backup. */
export async function readRowCounts(client: pg.Client): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { schema, table } of await readTables(client)) {
    const name = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}`;
    const { rows } = await client.query(`select count(*) as rows from ${name}`);
    counts.set(`${schema}.${table}`, counted.parse(rows[0]).rows);
  }
  return counts;
}

const held = z.object({ people: z.coerce.number(), doors: z.coerce.number() });

/** Counts people, and the doors and gates that their controllers still have. */
export async function readHeld(db: Pick<pg.Client, "query">): Promise<z.infer<typeof held>> {
  const { rows } = await db.query(
    `select (select count(*) from public.end_users) as people,
       (select count(*) from public.access_points where missing_since is null) as doors`,
  );
  return held.parse(rows[0]);
}

/** Yields COPY text in blocks of about DATA_BYTES. */
export async function* copyOut(client: pg.Client, { schema, table, columns }: BackedUpTable): AsyncGenerator<Buffer> {
  const names = columns.map(pg.escapeIdentifier).join(", ");
  // Copies from a select: a partitioned table cannot be copied directly.
  const stream = client.query(
    copyTo(`copy (select ${names} from ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)}) to stdout`),
  );
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    held.push(piece);
    size += piece.length;
    if (size < DATA_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(held);
}
