// Settles a database that PostgreSQL's own point-in-time recovery has set back, which it cannot know itself.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { z } from "zod";
import { BackupError } from "./errors.ts";
import { beginSettling, commitSettling, readRecovery, settle } from "./load.store.ts";

const facts = z.object({
  /** In the database's own spelling; null: no time, or one to come. */
  taken_at: z.string().nullable(),
  recovering: z.boolean(),
  servers: z.number(),
});

/**
 * Pauses devices and gates as a restored back-up does, until a system admin continues. Returns the stored time. Throws BackupError for an
 * invalid time, a server that still runs, or an unfinished recovery.
 */
export async function settleRecovery(adminUrl: string, time: string): Promise<string> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: "portal-recovered-to" });
  client.on("error", () => {}); // The running query rejects too.
  await client.connect();
  try {
    const takenAt = await requireRecovered(client, time);
    await beginSettling(client);
    await settle(client, { backupId: randomUUID(), takenAt, vouch: null });
    await commitSettling(client);
    return takenAt;
  } finally {
    await client.end().catch(() => {}); // The connection itself may be what failed.
  }
}

async function requireRecovered(client: pg.Client, time: string): Promise<string> {
  const { taken_at, recovering, servers } = facts.parse(await readRecovery(client, time));
  if (taken_at === null)
    throw new BackupError("not_recovered", `"${time}" is no time in the past. Write it as in 2026-11-22 09:15:00+01.`);
  if (recovering)
    throw new BackupError(
      "not_recovered",
      "PostgreSQL is still recovering. Nothing was changed; wait until it accepts writes.",
    );
  if (servers > 0)
    throw new BackupError(
      "not_recovered",
      `A server of the portal still has ${servers} connections to the database. Stop every server first; nothing was changed.`,
    );
  return taken_at;
}
