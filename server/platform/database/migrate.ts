// Applies numbered migrations once, and re-applied SQL whenever it changed. Safe from several servers at once.
import { setTimeout as wait } from "node:timers/promises";
import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { type Applying, applyMigrations, inTransaction, LOCK_TIMEOUT_MS, reapply } from "./apply-sql.ts";
import { MigrationError } from "./migration-error.ts";
import {
  DEFAULT_FOLDER,
  isBase,
  type Migration,
  ROLES_VERSION,
  readMigrations,
  readReapplied,
} from "./migration-files.ts";
import { scramVerifier } from "./scram-verifier.ts";

export interface MigrateOptions {
  /** Superuser, or a CREATEROLE login that owns the database. */
  adminUrl: string;
  /** For `authenticator`; sent only as a SCRAM verifier. */
  authenticatorPassword: string;
  log?: (line: string) => void;
  /** Holds migrations/ and a folder per domain with re-applied files. */
  folder?: string;
  /** For restores: applies migrations up to and including this one, and only those re-applied files that they call. */
  upTo?: number;
  /** Called before migrations go on from one that the database has (`from`). Others wait; nothing is changed when it throws. */
  beforeUpdate?: ((from: number) => Promise<void>) | undefined;
  /** How long a file is tried again while other transactions hold its tables. */
  busyMs?: number;
}

export interface MigrateResult {
  version: number;
  /** Paths that this call applied, in order, e.g. "migrations/0003_organizations.sql". */
  applied: string[];
}

export const RESTORE_SCHEMA = "restore_unfinished";
// An arbitrary number, the same in every version.
export const MIGRATION_LOCK = 7_276_114_001;
const BUSY_MS = 60_000;
const LOCK_ASKED_EVERY_MS = 200;

/**
 * Migrates the database. Throws MigrationError `database_before_release`, `database_newer_than_code`, `migration_edited`,
 * `migration_out_of_order`, `server_too_old`, `migration_files_invalid`, `restore_unfinished`, `database_busy` or `migration_failed` (cause:
 * the database's error). A newer database that this code still works on is left as it is.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  const folder = options.folder ?? DEFAULT_FOLDER;
  const migrations = (await readMigrations(folder)).filter(({ version }) => version <= (options.upTo ?? version));
  const reapplied = await readReapplied(folder);
  const client = new Client({ connectionString: options.adminUrl, application_name: "portal-migrate" });
  // A killed connection also rejects the running query; without a listener it would end the process first.
  client.on("error", (error) => options.log?.(`migrate: connection lost: ${error.message}`));
  await client.connect();
  try {
    await requireServerVersion(client);
    if (options.upTo === undefined) await requireNoHalfRestore(client);
    await takeLock(client, options.log);
    const known = await readKnown(client);
    const version = migrations.at(-1)?.version ?? 0;
    if (options.upTo === undefined && (await isNewerAndServed(client, { known, version }))) {
      checkHistory(migrations, withoutNewer(known, version));
      options.log?.(
        `migrate: the database is newer than this server (${version}), which still works on it; nothing is applied`,
      );
      return { version, applied: [] };
    }
    checkHistory(migrations, known);
    const applying = await prepare(client, { ...options, isNew: known.size === 0 });
    const pending = migrations.filter((migration) => !known.has(migration.version));
    if (pending.length > 0 && known.size > 0) await options.beforeUpdate?.(Math.max(...known.keys()));
    const isRoles = (migration: Migration) => migration.version === ROLES_VERSION;
    const others = pending.filter((migration) => !isRoles(migration));
    const applied = await applyMigrations(applying, pending.filter(isRoles));
    applied.push(...(await reapply(applying, reapplied.filter(isBase))));
    applied.push(...(await applyMigrations(applying, others)));
    await refreshDatabaseGrants(applying);
    if (options.upTo === undefined)
      applied.push(
        ...(await reapply(
          applying,
          reapplied.filter((file) => !isBase(file)),
        )),
      );
    await setAuthenticatorPassword(applying, options.authenticatorPassword);
    return { version, applied };
  } finally {
    await client.end();
  }
}

/** Throws the errors of `migrate` for a history that is not this code's. Changes nothing. */
export async function requireKnownHistory(adminUrl: string, folder = DEFAULT_FOLDER): Promise<void> {
  const client = new Client({ connectionString: adminUrl, application_name: "portal-migrate" });
  await client.connect();
  try {
    checkHistory(await readMigrations(folder), await readKnown(client));
  } finally {
    await client.end();
  }
}

/** Waits for another server's migration. A statement that waited would hold a snapshot, for which `create index concurrently` waits. */
async function takeLock(client: Client, log: MigrateOptions["log"]): Promise<void> {
  for (let asked = 0; ; asked += 1) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
      MIGRATION_LOCK,
    ]);
    if (rows[0]?.taken === true) return;
    if (asked === 0) log?.("migrate: another server migrates the database; waiting for it");
    await wait(LOCK_ASKED_EVERY_MS);
  }
}

/** Sets the limits of a database that other servers use: one that had all its files applied before. */
async function prepare(
  client: Client,
  { isNew, log, busyMs = BUSY_MS }: Pick<MigrateOptions, "log" | "busyMs"> & { isNew: boolean },
): Promise<Applying> {
  if (isNew) return { client, log, inUse: false, busyMs };
  const { rows } = await client.query<{ served: boolean }>(
    "select exists (select from private.reapplied_files where path like '%.policy.sql') as served",
  );
  const inUse = rows[0]?.served === true;
  if (inUse) await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
  return { client, log, inUse, busyMs };
}

/** Tells whether migrations that this code does not know all leave it working. */
async function isNewerAndServed(
  client: Client,
  { known, version }: { known: ReadonlyMap<number, KnownMigration>; version: number },
): Promise<boolean> {
  if (Math.max(0, ...known.keys()) <= version) return false;
  const { rows } = await client.query<{ oldest: number }>(
    "select max(oldest_code) as oldest from private.schema_migrations",
  );
  return (rows[0]?.oldest ?? 0) <= version;
}

const withoutNewer = (known: ReadonlyMap<number, KnownMigration>, newest: number): Map<number, KnownMigration> =>
  new Map([...known].filter(([version]) => version <= newest));

async function requireServerVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number }>(
    "select current_setting('server_version_num')::int as number",
  );
  const number = rows[0]?.number ?? 0;
  if (number < 150_000) {
    throw new MigrationError("server_too_old", `PostgreSQL 15 or later is needed; this server reports ${number}`);
  }
}

/** Throws for an interrupted restore, whose empty schema must not pass for a new portal. */
async function requireNoHalfRestore(client: Client): Promise<void> {
  const { rows } = await client.query<{ half: boolean }>(
    `select to_regnamespace('${RESTORE_SCHEMA}') is not null as half`,
  );
  if (rows[0]?.half) {
    throw new MigrationError(
      "restore_unfinished",
      "a restore into this database did not reach its end; run the command restore again, it begins anew",
    );
  }
}

interface KnownMigration {
  version: number;
  name: string;
  checksum: string;
}

async function readKnown(client: Client): Promise<Map<number, KnownMigration>> {
  const { rows: exists } = await client.query<{ found: boolean }>(
    "select to_regclass('private.schema_migrations') is not null as found",
  );
  if (exists[0]?.found !== true) return new Map();
  const { rows } = await client.query<KnownMigration>(
    "select version, name, checksum from private.schema_migrations order by version",
  );
  return new Map(rows.map((row) => [row.version, row]));
}

function checkHistory(migrations: readonly Migration[], known: ReadonlyMap<number, KnownMigration>): void {
  const renamed = migrations.find(({ version, path }) => (known.get(version)?.name ?? path) !== path);
  if (renamed) {
    throw new MigrationError(
      "database_before_release",
      `the database was made by a version from before the first release (it has ${known.get(renamed.version)?.name}, this version ` +
        `${renamed.path}), and no migration leads from there; nothing in it was changed. Start with an empty data folder ` +
        "(PORTAL_DATA_DIR) or database (DATABASE_URL), or keep this one for the version that made it",
    );
  }
  const newestKnown = Math.max(0, ...known.keys());
  const newestHere = migrations.at(-1)?.version ?? 0;
  if (newestKnown > newestHere) {
    throw new MigrationError(
      "database_newer_than_code",
      `the database is at migration ${newestKnown}, this code knows only ${newestHere}; start the newer version`,
    );
  }
  for (const migration of migrations) {
    const checksum = known.get(migration.version)?.checksum;
    if (checksum !== undefined && checksum !== migration.checksum) {
      throw new MigrationError("migration_edited", `${migration.path} was edited after it had been applied`);
    }
    if (checksum === undefined && migration.version < newestKnown) {
      throw new MigrationError(
        "migration_out_of_order",
        `${migration.path} is missing in the database, which is already at ${newestKnown}`,
      );
    }
  }
}

/** Grants database-level rights. `create database … template …` drops them, so every run repeats them. */
async function refreshDatabaseGrants(applying: Applying): Promise<void> {
  const { client } = applying;
  await inTransaction(applying, "database grants", async () => {
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    const database = escapeIdentifier(rows[0]?.name ?? "");
    await client.query(`revoke all on database ${database} from public`);
    await client.query(`grant connect, create on database ${database} to portal_owner`);
    // portal_engine needs connect to read a database's size.
    await client.query(`grant connect on database ${database} to authenticator, portal_engine`);
  });
}

async function setAuthenticatorPassword(applying: Applying, password: string): Promise<void> {
  // The verifier instead of the password: logs and pg_stat_activity reveal nothing usable.
  const verifier = escapeLiteral(scramVerifier(password));
  await inTransaction(applying, "password of authenticator", async () => {
    await applying.client.query(`alter role authenticator password ${verifier}`);
  });
}
