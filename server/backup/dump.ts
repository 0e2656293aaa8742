// Dumps the database over COPY, without external programs: one snapshot, streamed.
import { createHash } from "node:crypto";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { BackupError } from "./errors.ts";
import { type BackedUpTable, type BackupRecord, DATA_BYTES, type Manifest, RowCount } from "./records.ts";

export interface DumpProgress {
  table: string;
  share: number;
  rows: number;
  bytes: number;
}

export interface DumpOptions {
  /** A login that may set role portal_backup: the embedded server's or DATABASE_URL's. */
  adminUrl: string;
  secretKeyId: string;
  onProgress?: (progress: DumpProgress) => void;
}

/** `private` holds what was applied, which the manifest records. */
const SCHEMAS = ["auth", "public"];

const tableRow = z.object({
  schema: z.enum(["public", "auth"]),
  table: z.string(),
  columns: z.array(z.string()),
  estimate: z.number(),
});

export async function* dumpDatabase({ adminUrl, secretKeyId, onProgress }: DumpOptions): AsyncGenerator<BackupRecord> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: "portal-backup" });
  let lost: Error | null = null;
  client.on("error", (error) => (lost = error)); // the running query rejects too
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read read only");
    await client.query(
      "set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'",
    );
    const manifest = await readManifest(client, secretKeyId);
    await client.query("set local role portal_backup");
    const tables = await readTables(client);
    yield { kind: "M", body: { ...manifest, tables: tables.length } };
    const total = { tables: tables.length, rows: 0, bytes: 0 };
    const expected = Math.max(
      1,
      tables.reduce((sum, { estimate }) => sum + estimate, 0),
    );
    for (const { estimate: _, ...table } of tables) {
      yield { kind: "T", body: table };
      const count = new RowCount();
      const digest = createHash("sha256");
      for await (const data of copyOut(client, table)) {
        count.add(data);
        digest.update(data);
        yield { kind: "D", body: data };
        const rows = total.rows + count.rows;
        onProgress?.({
          table: table.table,
          share: Math.min(1, rows / expected),
          rows,
          bytes: total.bytes + count.bytes,
        });
      }
      total.rows += count.rows;
      total.bytes += count.bytes;
      yield { kind: "E", body: { rows: count.rows, bytes: count.bytes, sha256: digest.digest("hex") } };
    }
    await client.query("commit");
    yield { kind: "Z", body: total };
  } finally {
    await client.end().catch((error: unknown) => {
      if (lost === null) throw error;
    });
  }
}

async function readManifest(client: pg.Client, secretKeyId: string): Promise<Manifest> {
  const { rows: found } = await client.query("select 1 where to_regclass('private.schema_migrations') is not null");
  if (found.length === 0) {
    throw new BackupError(
      "no_portal",
      "The database holds no portal yet, so there is nothing to back up and no file was made. Check DATABASE_URL or PORTAL_DATA_DIR, or start the portal once first.",
    );
  }
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
    postgres: moment?.postgres ?? "",
    secret_key_id: secretKeyId,
    migrations,
    partitions,
    tables: 0,
  };
}

async function readTables(client: pg.Client) {
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

async function* copyOut(client: pg.Client, { schema, table, columns }: BackedUpTable): AsyncGenerator<Buffer> {
  const names = columns.map(pg.escapeIdentifier).join(", ");
  // From a select: a partitioned table cannot be copied directly.
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
