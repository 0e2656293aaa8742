// Applies numbered migrations once, and re-applied SQL whenever it changed. Safe from several servers at once.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, DatabaseError, escapeIdentifier, escapeLiteral } from "pg";
import { MigrationError } from "./migration-error.ts";
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
}

export interface MigrateResult {
  version: number;
  /** Paths that this call applied, in order, e.g. "migrations/0003_organizations.sql". */
  applied: string[];
}

interface SqlFile {
  path: string;
  text: string;
  checksum: string;
}

interface Migration extends SqlFile {
  version: number;
}

export const RESTORE_SCHEMA = "restore_unfinished";
// An arbitrary number, the same in every version.
export const MIGRATION_LOCK = 7_276_114_001;
// Creation order: views call functions, triggers name them.
const REAPPLIED_KINDS = ["function", "view", "policy", "trigger"];
/** First line of a re-applied file with functions that tables or migrations use. */
const BASE = "-- before: migrations\n";
/** Creates the schemas and roles that base files need. */
const ROLES_VERSION = 1;
const ROLE_DDL_ATTEMPTS = 20;
const DEFAULT_FOLDER = fileURLToPath(new URL("../../../database", import.meta.url));

/**
 * Migrates the database. Throws MigrationError `database_before_release`, `database_newer_than_code`, `migration_edited`,
 * `migration_out_of_order`, `server_too_old`, `migration_files_invalid`, `restore_unfinished` or `migration_failed` (cause: the database's
 * error).
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
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    const known = await readKnown(client);
    checkHistory(migrations, known);
    const pending = migrations.filter(({ version }) => !known.has(version));
    if (pending.length > 0 && known.size > 0) await options.beforeUpdate?.(Math.max(...known.keys()));
    const isRoles = ({ version }: Migration) => version === ROLES_VERSION;
    const applied = await applyMigrations(client, pending.filter(isRoles), options.log);
    applied.push(...(await reapply(client, reapplied.filter(isBase), options.log)));
    applied.push(
      ...(await applyMigrations(
        client,
        pending.filter((migration) => !isRoles(migration)),
        options.log,
      )),
    );
    await refreshDatabaseGrants(client);
    if (options.upTo === undefined) {
      const others = reapplied.filter((file) => !isBase(file));
      applied.push(...(await reapply(client, others, options.log)));
    }
    await setAuthenticatorPassword(client, options.authenticatorPassword);
    return { version: migrations.at(-1)?.version ?? 0, applied };
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

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readFolder(folder, "migrations");
  const migrations = files.map((file) => {
    const number = /^migrations\/(\d{4})_[a-z0-9_]+\.sql$/.exec(file.path)?.[1];
    if (number === undefined) throw new MigrationError("migration_files_invalid", `${file.path} is not NNNN_name.sql`);
    return { ...file, version: Number(number) };
  });
  const twice = migrations.find((migration, i) => migrations[i - 1]?.version === migration.version);
  if (twice) throw new MigrationError("migration_files_invalid", `two migrations share the number of ${twice.path}`);
  return migrations;
}

/** Reads `<domain>/<name>.<kind>.sql`, by kind, then by name across domains: `a-…` comes before its dependents. */
async function readReapplied(folder: string): Promise<SqlFile[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const domains = entries.filter((entry) => entry.isDirectory() && entry.name !== "migrations");
  const files = (await Promise.all(domains.map(({ name }) => readFolder(folder, name)))).flat();
  const place = (file: SqlFile) => {
    const rank = REAPPLIED_KINDS.indexOf(kindOf(file));
    if (rank < 0) {
      throw new MigrationError(
        "migration_files_invalid",
        `${file.path} is not <domain>/<name>.<kind>.sql of ${REAPPLIED_KINDS.join(", ")}`,
      );
    }
    return `${rank}/${basename(file.path)}/${file.path}`;
  };
  const places = new Map(files.map((file) => [file, place(file)]));
  return files.sort((a, b) => ((places.get(a) ?? "") < (places.get(b) ?? "") ? -1 : 1));
}

const isBase = (file: SqlFile): boolean => file.text.startsWith(BASE);

const kindOf = (file: SqlFile): string => /\.([a-z]+)\.sql$/.exec(file.path)?.[1] ?? "";

async function readFolder(folder: string, name: string): Promise<SqlFile[]> {
  const directory = join(folder, name);
  const sqlNames = (await readdir(directory)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    sqlNames.map(async (file) => {
      // A Windows checkout may convert line ends; the migration is the same.
      const text = (await readFile(join(directory, file), "utf8")).replaceAll("\r\n", "\n");
      return { path: `${name}/${file}`, text, checksum: createHash("sha256").update(text).digest("hex") };
    }),
  );
}

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
      "a restore into this database did not reach its end; run npm run restore again, it begins anew",
    );
  }
}

/** Returns the code's migrations, oldest first, to compare with a back-up's. */
export async function knownMigrations(
  folder = DEFAULT_FOLDER,
): Promise<{ version: number; path: string; checksum: string }[]> {
  return (await readMigrations(folder)).map(({ version, path, checksum }) => ({ version, path, checksum }));
}

export async function newestMigration(): Promise<number> {
  return (await knownMigrations()).at(-1)?.version ?? 0;
}

async function applyMigrations(client: Client, migrations: Migration[], log: MigrateOptions["log"]): Promise<string[]> {
  const applied: string[] = [];
  for (const migration of migrations) {
    await inTransaction(client, migration.path, async () => {
      await runSql(client, migration);
      await client.query("insert into private.schema_migrations (version, name, checksum) values ($1, $2, $3)", [
        migration.version,
        migration.path,
        migration.checksum,
      ]);
    });
    log?.(`migrate: ${migration.path}`);
    applied.push(migration.path);
  }
  return applied;
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

function checkHistory(migrations: Migration[], known: Map<number, KnownMigration>): void {
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

/** Re-applies files in one transaction, so that policies are never partial; by whole kinds, as replacing a view drops its dependents. */
async function reapply(client: Client, files: SqlFile[], log: MigrateOptions["log"]): Promise<string[]> {
  const { rows } = await client.query<{ path: string; checksum: string }>(
    "select path, checksum from private.reapplied_files",
  );
  const known = new Map(rows.map((row) => [row.path, row.checksum]));
  const stale = new Set(files.filter((file) => known.get(file.path) !== file.checksum).map(kindOf));
  const changed = files.filter((file) => stale.has(kindOf(file)));
  if (changed.length === 0) return [];
  await inTransaction(client, "re-applied files", async () => {
    for (const file of changed) {
      await runSql(client, file);
      await client.query(
        `insert into private.reapplied_files (path, checksum) values ($1, $2)
         on conflict (path) do update set checksum = excluded.checksum, applied_at = now()`,
        [file.path, file.checksum],
      );
      log?.(`migrate: ${file.path}`);
    }
  });
  return changed.map((file) => file.path);
}

/** Runs a file as its future owner: portal_owner, or line one's `-- run-as: ROLE` (`login` for roles and extensions). */
async function runSql(client: Client, file: SqlFile): Promise<void> {
  const runAs = /^-- run-as: ([a-z_]+)/.exec(file.text)?.[1] ?? "portal_owner";
  const asService = runAs !== "login" && runAs !== "portal_owner";
  try {
    if (asService) await client.query(`grant create on schema private, auth to ${escapeIdentifier(runAs)}`);
    if (runAs !== "login") await client.query(`set local role ${escapeIdentifier(runAs)}`);
    // A file's own settings (search_path above all) must not leak into the next.
    await client.query("set local search_path = public, extensions");
    // A base function may name tables that later migrations create.
    await client.query(`set local check_function_bodies = ${isBase(file) ? "off" : "on"}`);
    await client.query(file.text);
    await client.query("reset role");
    if (asService) await client.query(`revoke create on schema private, auth from ${escapeIdentifier(runAs)}`);
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

async function inTransaction(client: Client, what: string, work: () => Promise<void>): Promise<void> {
  // Concurrent role changes in one cluster fail as XX000 and succeed when retried.
  for (let attempt = 1; ; attempt += 1) {
    await client.query("begin");
    try {
      await work();
      await client.query("commit");
      return;
    } catch (error) {
      await client.query("rollback");
      if (attempt >= ROLE_DDL_ATTEMPTS || !isConcurrentRoleChange(error)) throw asMigrationError(error, what);
    }
  }
}

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

/** Grants database-level rights. `create database … template …` drops them, so every run repeats them. */
async function refreshDatabaseGrants(client: Client): Promise<void> {
  await inTransaction(client, "database grants", async () => {
    const { rows } = await client.query<{ name: string }>("select current_database() as name");
    const database = escapeIdentifier(rows[0]?.name ?? "");
    await client.query(`revoke all on database ${database} from public`);
    await client.query(`grant connect, create on database ${database} to portal_owner`);
    // portal_engine needs connect to read a database's size.
    await client.query(`grant connect on database ${database} to authenticator, portal_engine`);
  });
}

async function setAuthenticatorPassword(client: Client, password: string): Promise<void> {
  // The verifier instead of the password: logs and pg_stat_activity reveal nothing usable.
  const verifier = escapeLiteral(scramVerifier(password));
  await inTransaction(client, "password of authenticator", async () => {
    await client.query(`alter role authenticator password ${verifier}`);
  });
}
