// Makes a demo from before the first release again, which is safe because it holds only invented people.
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client, escapeIdentifier } from "pg";
import { requireKnownHistory } from "#server/platform/database/migrate.ts";
import { MigrationError } from "#server/platform/database/migration-error.ts";
import type { PortalStart } from "./portal.ts";

/** Codes of a database that no migration brings to this version: a migration is edited only before its release. */
const REMADE = new Set(["database_before_release", "migration_edited"]);

/** Empties the demo's own database, and its simulated devices, when no migration leads to this version. */
export async function remakeOldDemo(
  { config, say }: Pick<PortalStart, "config" | "say">,
  adminUrl: string,
  dataFolder: string,
): Promise<void> {
  if (config.databaseUrl !== null) return;
  try {
    await requireKnownHistory(adminUrl);
  } catch (error) {
    if (!(error instanceof MigrationError) || !REMADE.has(error.code)) throw error;
    say(`The demo in ${dataFolder} was made by a version from before the first release, so it is made again.`);
    await emptyDatabase(adminUrl);
    await rm(join(dataFolder, "simulators"), { recursive: true, force: true });
  }
}

async function emptyDatabase(adminUrl: string): Promise<void> {
  const cluster = new URL(adminUrl);
  const name = escapeIdentifier(cluster.pathname.slice(1));
  cluster.pathname = "/postgres";
  const client = new Client({ connectionString: cluster.href });
  await client.connect();
  try {
    await client.query(`drop database ${name} with (force)`);
    await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}
