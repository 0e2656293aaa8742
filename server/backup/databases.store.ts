// The databases beside the portal's own: the one that a restore loads, and the one that it has replaced.
import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { authenticatorUrl } from "#server/platform/database/open-database.ts";
import { type Rounds, repeat } from "#server/platform/jobs/run-jobs.ts";

type SweepRounds = Pick<Rounds, "clock" | "log">;
const SWEEP_MS = 50;
/** Longer than PostgreSQL waits for other connections to end (5 s, twice). */
const REPLACE_TIMEOUT_MS = 20_000;
/** Every PostgreSQL server has one of these databases, and the portal stores nothing in them. */
const BESIDE = ["postgres", "template1"];

/** Returns the database that an address names. */
export const databaseOf = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));

/** Returns the address of another database on the same server. */
export function onDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${encodeURIComponent(name)}`;
  return target.href;
}

/** Names the database that a restore loads. PostgreSQL cuts names at 63 bytes. */
export const incomingName = (present: string): string => `${present.slice(0, 40)}_restoring`;

/** Returns the name for a replaced database: at most 54 characters (PostgreSQL allows 63), with the time in UTC. */
export const keptName = (present: string, at: Date): string =>
  `${present.slice(0, 30)}_replaced_${at.toISOString().replace(/\D/g, "").slice(0, 14)}`;

/** The comments by which the portal knows the databases that it has made, and may drop. */
export const labels = (present: string) => ({
  incoming: `Access portal: a restore of ${present} loads this. It may be dropped.`,
  kept: `Access portal: ${present} as it was before a restore. Dropped when the restore is confirmed.`,
});

/** Creates a database, unless it is there. Its content, if any, is for the caller to judge. */
export async function createDatabase(url: string, name: string): Promise<void> {
  await using client = await connected(url);
  const { rows } = await client.query("select from pg_database where datname = $1", [name]);
  if (rows.length > 0) return;
  await client.query(`create database ${escapeIdentifier(name)} template template0 encoding 'UTF8'`);
}

/** Creates the database that a restore loads, in place of what an earlier one has left. Returns the URL of its owner. */
export async function createIncoming(adminUrl: string): Promise<string> {
  const present = databaseOf(adminUrl);
  const name = incomingName(present);
  const label = labels(present).incoming;
  await using client = await connected(adminUrl);
  const { rows } = await client.query<{ label: string | null }>(
    "select shobj_description(oid, 'pg_database') as label from pg_database where datname = $1",
    [name],
  );
  if (rows[0]?.label === label) await dropDatabases(adminUrl, [name]);
  await createDatabase(adminUrl, name);
  await client.query(`comment on database ${escapeIdentifier(name)} is ${escapeLiteral(label)}`);
  return onDatabase(adminUrl, name);
}

/** Drops databases with their connections. A missing one is no error. */
export async function dropDatabases(adminUrl: string, names: readonly string[]): Promise<void> {
  await using client = await connected(adminUrl);
  for (const name of names) await client.query(`drop database if exists ${escapeIdentifier(name)} with (force)`);
}

/** Reads the database's newest migration, and how many connections servers have to it. */
export async function readPresent(adminUrl: string): Promise<{ version: number; servers: number }> {
  await using client = await connected(adminUrl);
  const { rows } = await client.query<{ version: number; servers: number }>(
    `select coalesce(max(version), 0)::int as version,
            (select count(*)::int from pg_stat_activity where datname = current_database() and usename = 'authenticator') as servers
     from private.schema_migrations`,
  );
  return rows[0] ?? { version: 0, servers: 0 };
}

/** Tells whether this login may make a database and put it in the place of its own. */
export async function mayReplace(adminUrl: string): Promise<boolean> {
  await using client = await connected(adminUrl);
  const { rows } = await client.query<{ may: boolean }>(
    `select r.rolsuper or (r.rolcreatedb and pg_has_role(d.datdba, 'USAGE')) as may
     from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`,
  );
  if (rows[0]?.may !== true) return false;
  const beside = await connectBeside(adminUrl).catch(() => null); // The caller's sentence covers this.
  await beside?.[Symbol.asyncDispose]();
  return beside !== null;
}

/**
 * Puts the loaded database in the place of the present one, which is kept under another name. Both renames are one transaction, so a server
 * or PostgreSQL that ends at any moment leaves one of the two whole. The first rename locks the present database against new connections;
 * those that are there are ended meanwhile. Throws database errors, having changed nothing.
 */
export async function replaceDatabase(
  adminUrl: string,
  { authenticatorPassword, keptAs, ...rounds }: { authenticatorPassword: string; keptAs: string } & SweepRounds,
): Promise<void> {
  const present = databaseOf(adminUrl);
  const incoming = incomingName(present);
  const [old, fresh, kept] = [present, incoming, keptAs].map((name) => escapeIdentifier(name));
  await using renamer = await connectBeside(adminUrl);
  await renamer.query(`set statement_timeout = ${REPLACE_TIMEOUT_MS}`);
  await renamer.query("begin");
  {
    await using ours = await connectBeside(adminUrl);
    // Ends the servers' connections also where the login is no superuser: each may end its own.
    await using servers = await connected(authenticatorUrl(onDatabase(adminUrl, incoming), authenticatorPassword));
    const swept = new AbortController();
    const sweeping = repeat({ ...rounds, everyMs: SWEEP_MS, failed: "connections were not ended" }, swept.signal, () =>
      Promise.all([ours, servers].map((client) => client.query(CUT, [present]))),
    );
    try {
      await renamer.query(`alter database ${old} rename to ${kept}`);
    } finally {
      swept.abort();
      await sweeping;
    }
  }
  await renamer.query(`alter database ${fresh} rename to ${old}`);
  await renamer.query(`comment on database ${old} is null`);
  await renamer.query(`comment on database ${kept} is ${escapeLiteral(labels(present).kept)}`);
  await renamer.query("commit");
}

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = $1 and pid <> pg_backend_pid() and usesysid is not null and pg_has_role(session_user, usesysid, 'USAGE')`;

type Connected = Client & AsyncDisposable;

/** Connects as the login of a restore; closes the connection at the end of the caller's scope. */
export async function connected(url: string): Promise<Connected> {
  const client = new Client({ connectionString: url, application_name: "portal-restore" });
  client.on("error", () => {}); // The running query rejects too.
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => undefined) });
}

async function connectBeside(adminUrl: string): Promise<Connected> {
  let refused: unknown;
  for (const name of BESIDE) {
    try {
      return await connected(onDatabase(adminUrl, name));
    } catch (error) {
      refused = error;
    }
  }
  throw refused;
}
