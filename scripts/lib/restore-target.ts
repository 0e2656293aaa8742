// Chooses where a back-up is restored: DATABASE_URL's database, an empty data folder's, or a new one beside either.
import { join } from "node:path";
import { Client, escapeIdentifier } from "pg";
import type { Config } from "#server/platform/config.ts";
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
  const url = config.databaseUrl ?? (await startOwn(config, stack, say));
  if (name === null) return url;
  await createDatabase(url, name);
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}

async function startOwn(config: Config, stack: AsyncDisposableStack, say: (line: string) => void): Promise<string> {
  const folder = openDataFolder({ config, stack, say });
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), database: "portal", log: say });
  stack.defer(() => postgres.stop());
  return postgres.adminUrl;
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query("select from pg_database where datname = $1", [name]);
    // An existing database may be used when it is empty; the restore checks that.
    if (rows.length === 0)
      await client.query(`create database ${escapeIdentifier(name)} template template0 encoding 'UTF8'`);
  } finally {
    await client.end();
  }
}
