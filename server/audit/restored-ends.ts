// A restore takes rows from the audit on purpose. The portal notes outside the database that it did, and then accepts the restored ends.
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import type { Logger } from "pino";
import { z } from "zod";
import type { Clock } from "#drivers/clock.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { databaseIdentity } from "#server/platform/database/watch-database.ts";
import { anchorPath } from "./audit-anchor.ts";
import { hasAcceptedRestore, waitForRestoreLock } from "./audit-chain.store.ts";
import { type ChainDeps, chainDueRows, checkChains, renewAnchor } from "./chain-audit.ts";
import { writeAudit } from "./record-operation.ts";

const noteSchema = z.object({ database: z.string(), backupId: z.string(), keyId: z.string(), mac: z.string() });

export interface RestoredDatabase {
  /** What PostgreSQL keeps through a rename: the loaded database's number. */
  database: string;
  backupId: string;
}

const notePath = (dataDir: string): string => `${anchorPath(dataDir)}.restored`;
const noteText = ({ database, backupId }: RestoredDatabase) => `restored 1 ${database} ${backupId}`;

/** Notes, before the swap, which database the portal itself puts in place. The key must be one that the server has afterwards. */
export async function noteRestored(
  dataDir: string,
  keys: Pick<KeyRing, "chainMac">,
  restored: RestoredDatabase,
): Promise<void> {
  const draft = `${notePath(dataDir)}.new`;
  await writeFile(draft, JSON.stringify({ ...restored, ...keys.chainMac(noteText(restored)) }), { mode: 0o600 });
  await rename(draft, notePath(dataDir));
}

/** Withdraws the note of a restore that did not take place. */
export async function withdrawRestored(dataDir: string): Promise<void> {
  await rm(notePath(dataDir), { force: true });
}

export interface RestoredEndsDeps extends ChainDeps {
  clock: Pick<Clock, "now">;
  log: Pick<Logger, "warn" | "error">;
  dataDir: string;
}

/**
 * Takes the ends of a database that this portal has restored as the right ones, with an audit row, as `npm run admin -- audit anchor` does.
 * Does nothing for a database that the portal has not put in place, nor for one whose rows were changed. Can be repeated after a crash.
 */
export async function acceptRestoredEnds(deps: RestoredEndsDeps, pause?: () => Promise<void>): Promise<void> {
  const { engine, dataDir, log } = deps;
  const restored = await readNote(deps);
  if (restored === null || restored.database !== (await databaseIdentity(engine))) return;
  const { findings } = await checkChains(deps, { anchor: null, ...(pause && { pause }) });
  if (findings.length > 0) {
    log.error({ first: findings.slice(0, 5) }, "the restored audit was changed, so its ends were not taken as right");
    return withdrawRestored(dataDir);
  }
  await transaction(engine, async (client) => {
    await waitForRestoreLock(client);
    if (await hasAcceptedRestore(client, restored.backupId)) return;
    await writeAudit(client, { action: "audit_ends_restored", objectType: "backups", objectId: restored.backupId });
  });
  while ((await chainDueRows(deps)) > 0);
  await renewAnchor(deps, { accept: true });
  await withdrawRestored(dataDir);
  log.warn({ backup: restored.backupId }, "the ends of the restored audit were taken as right");
}

async function readNote({ dataDir, keys, log }: RestoredEndsDeps): Promise<RestoredDatabase | null> {
  const text = await readFile(notePath(dataDir), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  const parsed = noteSchema.safeParse(jsonOf(text));
  if (parsed.success && keys.chainMacUnder(parsed.data.keyId, noteText(parsed.data)) === parsed.data.mac)
    return parsed.data;
  log.error(
    { file: notePath(dataDir) },
    "the note of a restore is not this portal's; the audit's ends stay as they were",
  );
  return null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
