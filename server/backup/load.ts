// Loads a back-up into an empty database: its schema version, all rows in one transaction, then this version's
// migrations. settle() changes what must not take effect again.

import type { Writable } from "node:stream";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { RESTORED_FROM } from "#contract/made-texts.ts";
import { knownMigrations, migrate, RESTORE_SCHEMA } from "#server/platform/database/migrate.ts";
import { BackupError } from "./errors.ts";
import type { BackedUpTable, BackupEnd, BackupRecord, Manifest } from "./records.ts";
import { checkRecords, type TableSink } from "./verify.ts";

export interface LoadOptions {
  /** Owns the database and may create roles. */
  adminUrl: string;
  authenticatorPassword: string;
  /** Keys of the portal: with another one no PIN or password could be decrypted. */
  secretKeyIds: readonly string[];
  backupId: string;
  records: AsyncIterable<BackupRecord>;
  onProgress?: (progress: { table: string; rows: number; bytes: number }) => void;
}

/** @throws BackupError, MigrationError and database errors; the database then holds nothing of the back-up. */
export async function loadDatabase(options: LoadOptions): Promise<{ manifest: Manifest; end: BackupEnd }> {
  const { adminUrl, authenticatorPassword, records } = options;
  const client = new pg.Client({ connectionString: adminUrl, application_name: "portal-restore" });
  client.on("error", () => {}); // the running query rejects too
  await client.connect();
  try {
    await beginEmpty(client);
    let foreignKeys: Key[] = [];
    const load = new TableLoader(client, options.onProgress);
    const loaded = await checkRecords(records, {
      onManifest: async (manifest) => {
        await requireFits(manifest, options.secretKeyIds);
        await migrate({ adminUrl, authenticatorPassword, upTo: manifest.migrations.at(-1)?.version ?? 0 });
        await client.query("begin");
        foreignKeys = await openShape(client, manifest);
      },
      sink: load,
    });
    await settle(client, { backupId: options.backupId, takenAt: loaded.manifest.taken_at });
    await closeShape(client, foreignKeys);
    await client.query(`drop schema ${RESTORE_SCHEMA}`);
    await client.query("commit");
    await migrate({ adminUrl, authenticatorPassword });
    await client.query("analyze");
    return loaded;
  } finally {
    await client.end().catch(() => {}); // the connection may be what failed
  }
}

/** Labels the database first; removes what an unfinished restore left. */
async function beginEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ half: boolean; tables: number }>(
    `select to_regnamespace('${RESTORE_SCHEMA}') is not null as half,
       (select count(*)::int from pg_class c where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'private', 'auth')) as tables`,
  );
  if (rows[0]?.half) {
    // Only our objects; DROP OWNED would reach other databases of the server.
    await client.query(
      "set client_min_messages = warning; drop schema if exists public, auth, private, extensions cascade; create schema public; reset client_min_messages",
    );
    return;
  }
  if ((rows[0]?.tables ?? 0) > 0) {
    throw new BackupError(
      "not_empty",
      "The database is not empty. Restore beside it: npm run restore -- FILE --database NAME makes a new one.",
    );
  }
  await client.query(`create schema ${RESTORE_SCHEMA}`);
}

async function requireFits(manifest: Manifest, secretKeyIds: readonly string[]): Promise<void> {
  if (!secretKeyIds.includes(manifest.secret_key_id)) {
    throw new BackupError(
      "other_secret_key",
      `The PINs in the back-up are encrypted with another secret key (${manifest.secret_key_id}, yours is ${secretKeyIds.join(", ")}). Set PORTAL_SECRET_KEY, name it in PORTAL_OTHER_SECRET_KEYS, or put the right secret.key in the data folder.`,
    );
  }
  const known = new Map((await knownMigrations()).map(({ version, checksum }) => [version, checksum]));
  const newest = Math.max(...known.keys());
  const last = manifest.migrations.at(-1)?.version ?? 0;
  if (last > newest) {
    throw new BackupError(
      "newer_schema",
      `The back-up is of migration ${last}, this version knows only ${newest}. Restore it with the version that made it, or a later one.`,
    );
  }
  const odd = manifest.migrations.find(({ version, checksum }) => known.get(version) !== checksum);
  if (odd)
    throw new BackupError("other_history", `Migration ${odd.version} of the back-up is not that of this version.`);
}

const OUR_TABLES = `pg_class c where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p')`;

interface Key {
  table: string;
  name: string;
  definition: string;
}

/** Disables triggers, row security and foreign keys until closeShape. Nobody else is in the database. */
async function openShape(client: pg.Client, manifest: Manifest): Promise<Key[]> {
  await client.query(
    "set local statement_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local role portal_owner",
  );
  const { rows: keys } = await client.query<Key>(
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class r on r.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and r.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) order by 1, 2`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(`do $$
    declare t regclass; k record;
    begin
      for k in select name from private.access_log_partitions() loop execute format('drop table public.%I', k.name); end loop;
      for t in select c.oid from ${OUR_TABLES} loop execute format('truncate %s', t); end loop;
    end $$`);
  for (const { name, from, to } of manifest.partitions) {
    await client.query("select private.create_access_log_partition($1, $2, $3)", [name, from, to]);
  }
  await eachTable(client, "disable trigger user", "no force row level security");
  return keys;
}

/** Adding a foreign key checks every row, so an incomplete back-up is refused here. */
async function closeShape(client: pg.Client, keys: readonly Key[]): Promise<void> {
  for (const { table, name, definition } of keys) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await eachTable(client, "enable trigger user", "force row level security");
  await client.query("reset role");
}

async function eachTable(client: pg.Client, ...changes: readonly string[]): Promise<void> {
  await client.query(`do $$ declare t regclass; begin
    for t in select c.oid from ${OUR_TABLES} loop ${changes.map((change) => `execute format('alter table %s ${change}', t);`).join(" ")} end loop; end $$`);
}

/**
 * What may not resume: devices and gates are held until a system admin has seen what devices hold; sessions end, since
 * some ended after the back-up, and so do holds of doors; queued emails are sent already or stale.
 */
async function settle(client: pg.Client, { backupId, takenAt }: { backupId: string; takenAt: string }): Promise<void> {
  await client.query(
    "insert into public.lane_pause (reason) values ($2 || to_char($1::timestamptz at time zone 'Europe/Stockholm', 'YYYY-MM-DD HH24:MI')) on conflict do nothing",
    [takenAt, RESTORED_FROM],
  );
  await client.query("delete from public.restore_state");
  await client.query("insert into public.restore_state (backup_id, taken_at) values ($1, $2)", [backupId, takenAt]);
  await client.query("delete from public.restore_reports");
  await client.query(
    "update public.controller_sync set restored_at = now(), lease_owner = null, lease_until = '-infinity', fence = fence + 1, verify_at = now()",
  );
  await client.query(
    "update auth.sessions set revoked_at = now(), revoked_reason = 'restored' where revoked_at is null",
  );
  await client.query("delete from auth.one_time_tokens");
  await client.query(
    "update public.mail_queue set state = 'failed', sealed = null, finished_at = now(), lease_owner = null, last_error = 'the database was restored from a back-up' where state = 'queued'",
  );
  // Somebody may have locked the door since. Its worker locks it, once the controller is confirmed.
  await client.query(`do $$ begin
    if to_regclass('public.door_holds') is not null then
      update public.door_holds set ended_at = now(), end_cause = 'withdrawn' where ended_at is null;
    end if;
  end $$`);
  // Older back-ups have no alerts.
  await client.query(`do $$ begin
    if to_regclass('public.alert_deliveries') is not null then
      update public.alert_deliveries set state = 'failed', finished_at = now(), lease_owner = null, last_error = 'restored' where state = 'queued';
    end if;
  end $$`);
  await client.query(
    "insert into public.audit (action, subject_table, subject_id, after) values ('backup_restored', 'backups', $1, jsonb_build_array(jsonb_build_object('taken_at', $2::text)))",
    [backupId, takenAt],
  );
  // Triggers are off, so rows without an entry are queued here.
  await client.query(`do $$ begin
    if to_regclass('public.audit_unsealed') is not null then
      insert into public.audit_unsealed (audit_id, tx) select id, tx from public.audit where at >= now() and action = 'backup_restored';
    end if;
  end $$`);
}

class TableLoader implements TableSink {
  readonly #client: pg.Client;
  readonly #onProgress: LoadOptions["onProgress"];
  #open: { into: Writable; done: Promise<void>; loaded: () => number } | null = null;
  #rows = 0;
  #bytes = 0;

  constructor(client: pg.Client, onProgress: LoadOptions["onProgress"]) {
    this.#client = client;
    this.#onProgress = onProgress;
  }

  async begin({ schema, table, columns }: BackedUpTable): Promise<void> {
    const names = columns.map(pg.escapeIdentifier).join(", ");
    const stream = this.#client.query(
      copyFrom(`copy ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)} (${names}) from stdin`),
    );
    const done = new Promise<void>((resolve, reject) => stream.once("finish", resolve).once("error", reject));
    done.catch(() => {}); // rejects for the awaiting caller
    this.#open = { into: stream, done, loaded: () => stream.rowCount };
  }

  async data(rows: Buffer): Promise<void> {
    const { into, done } = this.#need();
    this.#bytes += rows.length;
    if (!into.write(rows)) await Promise.race([new Promise((drained) => into.once("drain", drained)), done]);
  }

  async end({ table }: BackedUpTable, { rows }: { rows: number }): Promise<void> {
    const { into, done, loaded } = this.#need();
    into.end();
    await done;
    this.#open = null;
    if (loaded() !== rows)
      throw new BackupError("rows_missing", `PostgreSQL took ${loaded()} rows of ${table}, not ${rows}.`);
    this.#rows += rows;
    this.#onProgress?.({ table, rows: this.#rows, bytes: this.#bytes });
  }

  #need() {
    if (this.#open === null) throw new BackupError("damaged", "The back-up is damaged: rows of no table.");
    return this.#open;
  }
}
