// Reads the files of database/: numbered migrations, and re-applied files by kind.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { MigrationError } from "./migration-error.ts";

export interface SqlFile {
  path: string;
  text: string;
  checksum: string;
}

export interface Migration extends SqlFile {
  version: number;
  /** Servers whose newest migration is older do not work on the database from then on; 0: the migration ends no server. */
  oldestCode: number;
}

// Creation order: views call functions, triggers name them.
const REAPPLIED_KINDS = ["function", "view", "policy", "trigger"];
/** First line of a re-applied file with functions that tables or migrations use. */
const BASE = "-- before: migrations\n";
/** Creates the schemas and roles that base files need. */
export const ROLES_VERSION = 1;
export const DEFAULT_FOLDER = fileURLToPath(new URL("../../../database", import.meta.url));

/** Returns the migrations in order. Throws MigrationError for a wrong name or a number that occurs twice. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readFolder(folder, "migrations");
  const migrations = files.map((file) => {
    const number = /^migrations\/(\d{4})_[a-z0-9_]+\.sql$/.exec(file.path)?.[1];
    if (number === undefined) throw new MigrationError("migration_files_invalid", `${file.path} is not NNNN_name.sql`);
    return {
      ...file,
      version: Number(number),
      oldestCode: Number(/^-- oldest-code: (\d{4})$/m.exec(file.text)?.[1] ?? 0),
    };
  });
  const twice = migrations.find((migration, i) => migrations[i - 1]?.version === migration.version);
  if (twice) throw new MigrationError("migration_files_invalid", `two migrations share the number of ${twice.path}`);
  return migrations;
}

/** Reads `<domain>/<name>.<kind>.sql`, by kind, then by name across domains: `a-…` comes before its dependents. */
export async function readReapplied(folder: string): Promise<SqlFile[]> {
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

/** Tells whether the file is applied before the migrations, which use its functions. */
export const isBase = (file: SqlFile): boolean => file.text.startsWith(BASE);

/** Returns "policy" for people.policy.sql; "" without a kind. */
export const kindOf = (file: SqlFile): string => /\.([a-z]+)\.sql$/.exec(file.path)?.[1] ?? "";

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

/** Returns the code's migrations, oldest first, to compare with a back-up's. */
export async function knownMigrations(
  folder = DEFAULT_FOLDER,
): Promise<{ version: number; path: string; checksum: string }[]> {
  return (await readMigrations(folder)).map(({ version, path, checksum }) => ({ version, path, checksum }));
}

/** Returns the highest number that this code knows; 0 without migrations. */
export async function newestMigration(): Promise<number> {
  return (await knownMigrations()).at(-1)?.version ?? 0;
}
