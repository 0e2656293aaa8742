// Runs SQL files in transactions that give way: a database in use is never blocked for longer than a short lock.
import { setTimeout as wait } from "node:timers/promises";
import { type Client, DatabaseError, escapeIdentifier, type QueryResult } from "pg";
import { backOff } from "#contract/back-off.ts";
import { MigrationError } from "./migration-error.ts";
import type { Migration, SqlFile } from "./migration-files.ts";
import { isBase, kindOf } from "./migration-files.ts";
import { replaceFunctions } from "./replace-functions.ts";

export interface Applying {
  readonly client: Client;
  readonly log: ((line: string) => void) | undefined;
  /** Other servers use the database meanwhile. */
  readonly inUse: boolean;
  /** How long one file is tried again while others hold its locks. */
  readonly busyMs: number;
}

/** Everybody who comes after a waiting migration waits behind it, so it gives up soon and tries again. */
export const LOCK_TIMEOUT_MS = 100;
const BUSY_PAUSES = { firstMs: 200, longestMs: 2_000 };
const ROLE_DDL_ATTEMPTS = 20;
/** A migration that is one statement, repeated in a transaction each until it changes no row. */
const IN_BATCHES = /^-- run: in batches$/m;
/** A migration of one statement that PostgreSQL accepts only outside a transaction, such as `create index concurrently`. */
const OUTSIDE = /^-- run: outside a transaction$/m;
/** Kinds whose files depend on one another: replacing a view drops its dependents. */
const WHOLE_KINDS = new Set(["function", "view"]);

/** Applies migrations in order, each in a transaction unless its text says otherwise. Returns their paths. */
export async function applyMigrations(applying: Applying, migrations: readonly Migration[]): Promise<string[]> {
  const { client, log } = applying;
  for (const migration of migrations) {
    if (OUTSIDE.test(migration.text)) await runOutside(applying, migration);
    while (IN_BATCHES.test(migration.text) && (await runBatch(applying, migration)) > 0);
    await inTransaction(applying, migration.path, async () => {
      if (!OUTSIDE.test(migration.text) && !IN_BATCHES.test(migration.text)) await runSql(client, migration);
      await client.query(
        "insert into private.schema_migrations (version, name, checksum, oldest_code) values ($1, $2, $3, $4)",
        [migration.version, migration.path, migration.checksum, migration.oldestCode],
      );
    });
    log?.(`migrate: ${migration.path}`);
  }
  return migrations.map(({ path }) => path);
}

/**
 * Applies changed files again, so that no policy is partial: a new database in one transaction; one in use file by file, functions and views
 * by whole kinds.
 */
export async function reapply(applying: Applying, files: readonly SqlFile[]): Promise<string[]> {
  const { rows } = await applying.client.query<{ path: string; checksum: string }>(
    "select path, checksum from private.reapplied_files",
  );
  const known = new Map(rows.map((row) => [row.path, row.checksum]));
  const changed = files.filter((file) => known.get(file.path) !== file.checksum);
  const whole = new Set(changed.map(kindOf).filter((kind) => !applying.inUse || WHOLE_KINDS.has(kind)));
  const due = files.filter((file) => whole.has(kindOf(file)) || changed.includes(file));
  const groups = applying.inUse
    ? [...whole]
        .map((kind) => due.filter((file) => kindOf(file) === kind))
        .concat(due.filter((file) => !whole.has(kindOf(file))).map((file) => [file]))
    : [due];
  for (const group of groups) if (group.length > 0) await reapplyTogether(applying, group);
  return due.map(({ path }) => path);
}

async function reapplyTogether(applying: Applying, files: readonly SqlFile[]): Promise<void> {
  await inTransaction(applying, files.length === 1 ? (files[0]?.path ?? "") : "re-applied files", async () => {
    for (const file of files) {
      const run = () => runSql(applying.client, file);
      await (kindOf(file) === "function" ? replaceFunctions(applying.client, run) : run());
      await applying.client.query(
        `insert into private.reapplied_files (path, checksum) values ($1, $2)
         on conflict (path) do update set checksum = excluded.checksum, applied_at = now()`,
        [file.path, file.checksum],
      );
    }
  });
  for (const { path } of files) applying.log?.(`migrate: ${path}`);
}

/** Runs one statement without a lock timeout: `create index concurrently` waits for transactions, and nobody waits for it. */
async function runOutside({ client }: Applying, file: SqlFile): Promise<void> {
  try {
    await client.query("set lock_timeout = 0; set role portal_owner; set search_path = public, extensions");
    // An earlier attempt that was cut off leaves an index that is written and never read.
    const { rows } = await client.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index join pg_class c on c.oid = indrelid
       where not indisvalid and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace) and c.relkind = 'r'`,
    );
    for (const { name } of rows) await client.query(`drop index concurrently if exists ${name}`);
    await client.query(file.text);
  } catch (cause) {
    throw new MigrationError("migration_failed", `${file.path}: ${describe(cause, file.text)}`, { cause });
  } finally {
    await client.query("reset role; reset search_path");
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  }
}

/** Returns the number of rows that one batch changed. */
async function runBatch(applying: Applying, file: SqlFile): Promise<number> {
  return await inTransaction(applying, file.path, async () => {
    await applying.client.query("set local app.filling = 'on'"); // database/people/end_users.trigger.sql
    const results = await runSql(applying.client, file);
    return results
      .filter(({ command }) => ["INSERT", "UPDATE", "DELETE"].includes(command))
      .reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  });
}

/** Runs a file as its future owner: portal_owner, or line one's `-- run-as: ROLE` (`login` for roles and extensions). */
async function runSql(client: Client, file: SqlFile): Promise<QueryResult[]> {
  const runAs = /^-- run-as: ([a-z_]+)/.exec(file.text)?.[1] ?? "portal_owner";
  const asService = runAs !== "login" && runAs !== "portal_owner";
  try {
    if (asService) await client.query(`grant create on schema private, auth to ${escapeIdentifier(runAs)}`);
    if (runAs !== "login") await client.query(`set local role ${escapeIdentifier(runAs)}`);
    // A file's own settings (search_path above all) must not leak into the next.
    await client.query("set local search_path = public, extensions");
    // A base function may name tables that later migrations create.
    await client.query(`set local check_function_bodies = ${isBase(file) ? "off" : "on"}`);
    const results: QueryResult | QueryResult[] = await client.query(file.text);
    await client.query("reset role");
    if (asService) await client.query(`revoke create on schema private, auth from ${escapeIdentifier(runAs)}`);
    return [results].flat();
  } catch (cause) {
    throw new MigrationError("migration_failed", `${file.path}: ${describe(cause, file.text)}`, { cause });
  }
}

/** Adds the line that the database points at, since files are sent whole. */
function describe(error: unknown, text: string): string {
  if (!(error instanceof DatabaseError)) return String(error);
  const position = Number(error.position ?? 0);
  const line = position > 0 ? ` (line ${text.slice(0, position).split("\n").length})` : "";
  return `${error.code ?? ""} ${error.message}${line}`;
}

/**
 * Runs `work` in a transaction. A lock that another transaction holds ends it at once, and it is tried again for `busyMs`. Throws MigrationError
 * `database_busy` after that.
 */
export async function inTransaction<T>(applying: Applying, what: string, work: () => Promise<T>): Promise<T> {
  const { client, log, busyMs } = applying;
  const end = performance.now() + busyMs;
  for (let [roleAttempts, failures] = [1, 0]; ; ) {
    await client.query("begin");
    try {
      const result = await work();
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback");
      // Concurrent role changes in one cluster fail as XX000 and succeed when retried.
      if (isConcurrentRoleChange(error) && roleAttempts < ROLE_DDL_ATTEMPTS) {
        roleAttempts += 1;
        continue;
      }
      if (!isBusy(error)) throw asMigrationError(error, what);
      failures += 1;
      const holders = await openTransactions(client);
      if (performance.now() > end)
        throw new MigrationError(
          "database_busy",
          `${what}: other transactions held its tables for ${Math.round(busyMs / 1000)} s${holders}; nothing of it was applied. Start again when they have ended`,
          { cause: error },
        );
      if (failures === 1) log?.(`migrate: ${what} waits for other transactions${holders}`);
      await wait(backOff(failures, BUSY_PAUSES));
    }
  }
}

/** Names the oldest open transactions that the login may see. */
async function openTransactions(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), 'without a name') as name, extract(epoch from now() - xact_start)::int as seconds
     from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '50 ms'
     order by xact_start limit 3`,
  );
  if (rows.length === 0) return "";
  return ` (oldest: ${rows.map(({ pid, name, seconds }) => `process ${pid}, ${name}, open for ${seconds} s`).join("; ")})`;
}

const codeOf = (error: unknown): string | undefined => {
  const cause = error instanceof MigrationError ? error.cause : error;
  return cause instanceof DatabaseError ? cause.code : undefined;
};

/** Tells a lock timeout and a deadlock from other failures. */
const isBusy = (error: unknown): boolean => ["55P03", "40P01"].includes(codeOf(error) ?? "");

function isConcurrentRoleChange(error: unknown): boolean {
  const cause = error instanceof MigrationError ? error.cause : error;
  if (!(cause instanceof DatabaseError)) return false;
  const duplicateRole = cause.code === "23505" && (cause.constraint ?? "").startsWith("pg_auth");
  return duplicateRole || (cause.code === "XX000" && cause.message.includes("tuple concurrently"));
}

function asMigrationError(error: unknown, what: string): MigrationError {
  if (error instanceof MigrationError) return error;
  return new MigrationError("migration_failed", `${what}: ${String(error)}`, { cause: error });
}
