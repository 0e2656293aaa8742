// Checksums of the migrations of released versions. Installations have applied these migrations, so they are never edited.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { DEFAULT_FOLDER, knownMigrations, readReapplied } from "#server/platform/database/migration-files.ts";
import { root } from "./paths.ts";

const FILE = join(root, "database/migrations/released.json");

/** Stands for all re-applied files together. */
const REAPPLIED = "re-applied files";

/** Path below database/ → checksum. */
type Checksums = Readonly<Record<string, string>>;

export const readReleased = (): Checksums =>
  z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(FILE, "utf8")));

/** Returns the checksum of each migration, and one over all files that are applied again. */
export async function currentChecksums(): Promise<Checksums> {
  const reapplied = createHash("sha256");
  for (const { path, checksum } of await readReapplied(DEFAULT_FOLDER)) reapplied.update(`${path} ${checksum}\n`);
  return {
    ...Object.fromEntries((await knownMigrations()).map(({ path, checksum }) => [path, checksum])),
    [REAPPLIED]: reapplied.digest("hex"),
  };
}

/** Returns released files that were edited, renamed or removed since. */
export function editedSince(released: Checksums, current: Checksums): string[] {
  return Object.keys(released).filter((path) => path !== REAPPLIED && current[path] !== released[path]);
}

/**
 * Tells whether re-applied files changed without a migration. A server of the former version that restarts during an update could
 * not see that the database is newer, and would apply its own files again.
 */
export function lacksMigration(released: Checksums, current: Checksums): boolean {
  const isSame = Object.keys(current).every((path) => path === REAPPLIED || released[path] !== undefined);
  return isSame && released[REAPPLIED] !== undefined && released[REAPPLIED] !== current[REAPPLIED];
}

/** Records today's migrations as released. Throws when a released one was edited, or re-applied files changed without a migration. */
export async function recordRelease(): Promise<string[]> {
  const current = await currentChecksums();
  const released = readReleased();
  const edited = editedSince(released, current);
  if (edited.length > 0)
    throw new Error(`Released migrations were edited, and installations have applied them: ${edited.join(", ")}`);
  if (lacksMigration(released, current))
    throw new Error(
      "Functions, views, policies or triggers changed since the last release, and there is no new migration. Add one, of a comment alone if need be",
    );
  writeFileSync(FILE, `${JSON.stringify(current, null, 2)}\n`);
  return Object.keys(current).filter((path) => path !== REAPPLIED && released[path] === undefined);
}
