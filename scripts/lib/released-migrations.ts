// Checksums of the migrations of released versions. Installations have applied these migrations, so they are never edited.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { knownMigrations } from "#server/platform/database/migrate.ts";
import { root } from "./paths.ts";

const FILE = join(root, "database/migrations/released.json");

/** Path below database/ → checksum. */
type Checksums = Readonly<Record<string, string>>;

export const readReleased = (): Checksums =>
  z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(FILE, "utf8")));

export async function currentChecksums(): Promise<Checksums> {
  return Object.fromEntries((await knownMigrations()).map(({ path, checksum }) => [path, checksum]));
}

/** Returns released files that were edited, renamed or removed since. */
export function editedSince(released: Checksums, current: Checksums): string[] {
  return Object.keys(released).filter((path) => current[path] !== released[path]);
}

/** Records today's migrations as released. Throws when a released one was edited. */
export async function recordRelease(): Promise<string[]> {
  const current = await currentChecksums();
  const released = readReleased();
  const edited = editedSince(released, current);
  if (edited.length > 0)
    throw new Error(`Released migrations were edited, and installations have applied them: ${edited.join(", ")}`);
  writeFileSync(FILE, `${JSON.stringify(current, null, 2)}\n`);
  return Object.keys(current).filter((path) => released[path] === undefined);
}
