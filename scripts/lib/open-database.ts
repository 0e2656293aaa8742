// Opens DATABASE_URL, the running portal's PostgreSQL, or a stopped portal's, which is started for the moment.
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Config, ownDatabase } from "#server/platform/config.ts";
import { SUPERUSER } from "#server/platform/database/embedded/cluster.ts";
import { FolderInUseError, lockFolder } from "#server/platform/database/embedded/folder-lock.ts";
import { readPointer } from "#server/platform/database/embedded/place.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { UserError } from "./stopping.ts";

const DATABASE = "portal";

/** Returns the URL of a login that may take the server's roles. A database that it started stops with the stack. */
export async function openDatabase(
  { dataDir, ...config }: Pick<Config, "databaseUrl" | "databaseDirectUrl" | "dataDir">,
  stack: AsyncDisposableStack,
): Promise<string> {
  const url = ownDatabase(config);
  if (url !== null) return url;
  const folder = resolve(dataDir);
  const postgresFolder = join(folder, "postgres");
  if (!existsSync(postgresFolder)) {
    throw new UserError(
      `There is no portal in ${folder}. Name its folder in PORTAL_DATA_DIR (the demo's is ./.demo), or its database in DATABASE_URL.`,
    );
  }
  try {
    // Locked, so that the portal does not start meanwhile.
    const lock = lockFolder(folder);
    stack.defer(() => lock.release());
    const postgres = await startEmbeddedPostgres({ dataDir: postgresFolder, database: DATABASE });
    stack.defer(() => postgres.stop());
    return postgres.adminUrl;
  } catch (error) {
    if (error instanceof FolderInUseError) return urlOfRunning(postgresFolder, error);
    throw error;
  }
}

function urlOfRunning(postgresFolder: string, inUse: FolderInUseError): string {
  const place = readPointer(postgresFolder) ?? postgresFolder;
  try {
    const password = readFileSync(join(place, "password"), "utf8").trim();
    const port = Number(readFileSync(join(place, "data", "postmaster.pid"), "utf8").split("\n")[3]);
    if (!Number.isInteger(port) || port <= 0) throw new Error("postmaster.pid names no port");
    return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${DATABASE}`;
  } catch (cause) {
    throw new UserError(
      `The portal (process ${inUse.pid}) is just starting or stopping. Run the same command again in a moment, as the account that runs the portal.`,
      { cause },
    );
  }
}
