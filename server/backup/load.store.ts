// Statements of a restore, in the order of load.ts.
import type { Writable } from "node:stream";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { RESTORED_FROM } from "#contract/made-texts.ts";
import { RESTORE_SCHEMA } from "#server/platform/database/migrate.ts";
import type { BackedUpTable, Manifest } from "./records.ts";

/**
 * Labels the database first, then removes what an unfinished restore left. Returns false, having changed nothing, when the database is not
 * empty.
 */
export async function beginEmpty(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ half: boolean; tables: number }>(
    `select to_regnamespace('${RESTORE_SCHEMA}') is not null as half,
       (select count(*)::int from pg_class c where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'private', 'auth')) as tables`,
  );
  if (rows[0]?.half) {
    // Removes only the portal's objects; DROP OWNED would reach other databases of the server.
    await client.query(
      "set client_min_messages = warning; drop schema if exists public, auth, private, extensions cascade; create schema public; reset client_min_messages",
    );
    return true;
  }
  if ((rows[0]?.tables ?? 0) > 0) return false;
  await client.query(`create schema ${RESTORE_SCHEMA}`);
  return true;
}

const OUR_TABLES = `pg_class c where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind in ('r', 'p')`;

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

const LOADING =
  "set local statement_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local role portal_owner";

/**
 * Begins the transaction that commitRestore ends. Disables triggers, row security and foreign keys until closeShape. Nobody else may use
 * the database meanwhile.
 */
export async function openShape(client: pg.Client, manifest: Manifest): Promise<ForeignKey[]> {
  await client.query("begin");
  await client.query(LOADING);
  const { rows: keys } = await client.query<ForeignKey>(
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class r on r.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and r.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) order by 1, 2`,
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await client.query(`do $$
    declare t regclass; k record;
    begin
      for k in select name from private.access_log_partitions() loop execute format('drop table public.%I', k.name); end loop;
      -- Truncates tables that refer to rows of a table without back-up, together with that table.
      for t in select c.oid from ${OUR_TABLES} loop execute format('truncate %s cascade', t); end loop;
    end $$`);
  for (const { name, from, to } of manifest.partitions) {
    await client.query("select private.create_access_log_partition($1, $2, $3)", [name, from, to]);
  }
  await eachTable(client, "disable trigger user", "no force row level security");
  return keys;
}

/** Adds the foreign keys, which checks every row, so an incomplete back-up is refused here. */
export async function closeShape(client: pg.Client, keys: readonly ForeignKey[]): Promise<void> {
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
 * Stops what must not resume: devices and gates are paused until a system admin has seen what devices hold. Sessions and door holds end,
 * since some ended after the back-up. Queued emails are already sent or outdated, so they are dropped.
 */
export async function settle(
  client: pg.Client,
  {
    backupId,
    takenAt,
    vouch,
    restoredBy = null,
  }: {
    backupId: string;
    takenAt: string;
    /** Lets servers take the ends of this database's audit as right (server/audit/restored-ends.ts). Null: the database is the old one. */
    vouch: object | null;
    restoredBy?: { id: string; name: string | null } | null;
  },
): Promise<void> {
  await client.query(
    "insert into public.worker_pause (reason) values ($2 || to_char($1::timestamptz at time zone 'Europe/Stockholm', 'YYYY-MM-DD HH24:MI')) on conflict do nothing",
    [takenAt, RESTORED_FROM],
  );
  await client.query("delete from public.restore_state");
  await client.query("insert into public.restore_state (backup_id, taken_at) values ($1, $2)", [backupId, takenAt]);
  await client.query("delete from public.restore_reports");
  await client.query(
    "update public.controller_sync set restored_at = now(), lease_owner = null, lease_until = '-infinity', fence = fence + 1, verify_at = now()",
  );
  // Triggers are off, so the reason for the controllers' pause is stored here.
  await client.query(
    "insert into public.controller_delays (controller_id, cause, since) select controller_id, 'restore_held', restored_at from public.controller_sync on conflict do nothing",
  );
  await client.query(
    "update auth.sessions set revoked_at = now(), revoked_reason = 'restored', restored_to = $1 where revoked_at is null",
    [takenAt],
  );
  await client.query("delete from auth.one_time_tokens");
  await client.query(
    "update public.mail_queue set state = 'failed', encrypted_content = null, named_people = '{}', finished_at = now(), lease_owner = null, last_error = 'the database was restored from a back-up' where state = 'queued'",
  );
  // Somebody may have locked the door since. Its worker locks it once the controller is confirmed.
  await client.query("update public.door_holds set ended_at = now(), end_cause = 'withdrawn' where ended_at is null");
  await client.query(
    "update public.alert_deliveries set state = 'failed', finished_at = now(), lease_owner = null, last_error = 'restored' where state = 'queued'",
  );
  // The back-up contains its own row, as that of a back-up that is being made.
  await client.query("delete from public.backups where state in ('queued', 'writing', 'reading')");
  await client.query("update public.backups set verify_requested_at = null where verify_requested_at is not null");
  await client.query("delete from public.restores");
  await client.query(
    "insert into public.audit (action, subject_table, subject_id, after, actor, actor_name) values ('backup_restored', 'backups', $1, jsonb_build_array(jsonb_build_object('taken_at', $2::text, 'restored_vouch', $5::jsonb)), $3, $4)",
    [backupId, takenAt, restoredBy?.id, restoredBy?.name, vouch],
  );
  // Triggers are off, so rows without an entry are queued here.
  await client.query(
    "insert into public.audit_unchained (audit_id, tx) select id, tx from public.audit where at >= now() and action = 'backup_restored'",
  );
}

/** Begins the transaction in which `settle` changes a database that keeps its rows. commitSettling ends it. */
export async function beginSettling(client: pg.Client): Promise<void> {
  await client.query("begin");
  await client.query(LOADING);
  await eachTable(client, "disable trigger user", "no force row level security");
}

/** Turns triggers and row security on again, and commits. */
export async function commitSettling(client: pg.Client): Promise<void> {
  await eachTable(client, "enable trigger user", "force row level security");
  await client.query("commit");
}

const RECOVERY = `select pg_is_in_recovery() as recovering,
    (select count(*)::int from pg_stat_activity where datname = current_database() and usename = 'authenticator') as servers,
    case when $1::timestamptz between '2000-01-01' and now() then $1::timestamptz::text end as taken_at`;
/** SQLSTATE class of texts that a type cannot hold. */
const UNREADABLE = "22";

/** Reads the time as the database understands it, and whether anybody else is at work. */
export async function readRecovery(client: pg.Client, time: string): Promise<unknown> {
  const ask = (text: string | null) => client.query<Record<string, unknown>>(RECOVERY, [text]);
  const { rows } = await ask(time).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code?.startsWith(UNREADABLE)) return ask(null);
    throw error;
  });
  return rows[0];
}

/** Commits the restore and removes the label: the restore is whole. */
export async function commitRestore(client: pg.Client): Promise<void> {
  await client.query(`drop schema ${RESTORE_SCHEMA}`);
  await client.query("commit");
}

/** Reads statistics for the planner, which a loaded database has none of. */
export async function analyze(client: pg.Client): Promise<void> {
  await client.query("analyze");
}

export interface OpenTable {
  into: Writable;
  /** Rejects with PostgreSQL's objection to the rows. */
  done: Promise<void>;
  /** Returns the number of rows that PostgreSQL took; known once done. */
  loaded: () => number;
}

/** Opens a table for COPY text. `done` rejects when a row is refused; `loaded` is the number of rows afterwards. */
export function openTable(client: pg.Client, { schema, table, columns }: BackedUpTable): OpenTable {
  const names = columns.map(pg.escapeIdentifier).join(", ");
  const stream = client.query(
    copyFrom(`copy ${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(table)} (${names}) from stdin`),
  );
  const done = new Promise<void>((resolve, reject) => stream.once("finish", resolve).once("error", reject));
  done.catch(() => {}); // The awaiting caller gets the rejection.
  return { into: stream, done, loaded: () => stream.rowCount };
}
