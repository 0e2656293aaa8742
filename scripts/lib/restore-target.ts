// Chooses where a back-up is restored: DATABASE_URL's database, an empty data folder's, or a new one beside either.
import { join } from "node:path";
import { createDatabase, onDatabase } from "#server/backup/databases.store.ts";
import { type Config, ownDatabase } from "#server/platform/config.ts";
import { startEmbeddedPostgres } from "#server/platform/database/embedded.ts";
import { openDataFolder } from "./portal.ts";
import { UserError } from "./stopping.ts";

/** Returns the URL of a superuser login. `name`: a database to create first; null: the portal's own. */
export async function openTarget(
  config: Config,
  { name, stack, say }: { name: string | null; stack: AsyncDisposableStack; say: (line: string) => void },
): Promise<string> {
  if (name !== null && !/^[a-z_][a-z0-9_]{0,62}$/.test(name)) {
    throw new UserError("A database's name is small letters, digits and _, such as portal_restored.");
  }
  const url = ownDatabase(config) ?? (await startOwn(config, stack, say));
  if (name === null) return url;
  // An existing database may be used when it is empty; the restore checks that.
  await createDatabase(url, name);
  return onDatabase(url, name);
}

async function startOwn(config: Config, stack: AsyncDisposableStack, say: (line: string) => void): Promise<string> {
  const folder = openDataFolder({ config, stack, say });
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), database: "portal", log: say });
  stack.defer(() => postgres.stop());
  return postgres.adminUrl;
}
