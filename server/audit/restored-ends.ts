// A restore removes audit rows on purpose. The portal vouches under its key for each database that it loads, and then accepts
// that database's chain ends.
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { databaseIdentity } from "#server/platform/database/watch-database.ts";
import { AnchorError, readAnchor } from "./audit-anchor.ts";
import { hasAcceptedRestore, restoreOf, waitForRestoreLock } from "./audit-chain.store.ts";
import { type ChainDeps, chainDueRows, checkChains, renewAnchor } from "./chain-audit.ts";
import { writeAudit } from "./record-operation.ts";

export interface RestoredDatabase {
  /** PostgreSQL keeps this number when a database is renamed, and never gives it to another database of the cluster. */
  database: string;
  backupId: string;
}

const vouchText = ({ database, backupId }: RestoredDatabase) => `restored 1 ${database} ${backupId}`;

/** Vouches that the portal itself loads this database. The key must be one that its servers have afterwards. */
export function vouchForRestored(keys: Pick<KeyRing, "chainMac">, restored: RestoredDatabase) {
  const { keyId, mac } = keys.chainMac(vouchText(restored));
  return { database: restored.database, key_id: keyId, mac };
}

export interface RestoredEndsDeps extends ChainDeps {
  clock: Pick<Clock, "now">;
  log: Pick<Logger, "warn" | "error">;
  dataDir: string;
  /** The database that the keys are for (databaseIdentity). */
  database?: string;
}

/**
 * Accepts the chain heads of a restored database and writes an audit row, as `npm run admin -- audit anchor` does. Does so once for each
 * database and data folder, because an anchor names its database. Does nothing for a database that the portal has not loaded, or whose rows
 * were changed. Can be repeated after a crash.
 */
export async function acceptRestoredEnds(deps: RestoredEndsDeps, pause?: () => Promise<void>): Promise<void> {
  const { engine, log } = deps;
  const database = await databaseIdentity(engine);
  if (deps.database !== undefined && deps.database !== database) return;
  const anchored = await anchoredDatabase(deps);
  if (anchored === database) return;
  const backupId = await vouchedBackup(deps, database);
  if (backupId === null) return;
  // The first unreadable anchor was written under other keys. Later it means that somebody has changed the anchor.
  if (anchored === "unreadable" && (await hasAcceptedRestore(engine, backupId))) return;
  const { findings } = await checkChains(deps, { anchor: null, ...(pause && { pause }) });
  if (findings.length > 0) {
    log.error({ first: findings.slice(0, 5) }, "the restored audit was changed, so its ends were not taken as right");
    return;
  }
  await transaction(engine, async (client) => {
    await waitForRestoreLock(client);
    if (await hasAcceptedRestore(client, backupId)) return;
    await writeAudit(client, { action: "audit_ends_restored", objectType: "backups", objectId: backupId });
  });
  while ((await chainDueRows(deps)) > 0);
  if ((await renewAnchor({ ...deps, database }, { accept: true })) === null) return;
  log.warn({ backup: backupId }, "the ends of the restored audit were taken as right");
}

async function anchoredDatabase({ dataDir, keys }: RestoredEndsDeps): Promise<string | null> {
  try {
    return (await readAnchor(dataDir, keys))?.database ?? null;
  } catch (error) {
    if (error instanceof AnchorError) return "unreadable";
    throw error;
  }
}

/** Returns the back-up that the portal has loaded into this database; null when no key of the ring has vouched for it. */
async function vouchedBackup({ engine, keys, log }: RestoredEndsDeps, database: string): Promise<string | null> {
  const restore = await restoreOf(engine, database);
  if (restore === null) return null;
  const { backup_id: backupId, vouch } = restore;
  if (keys.chainMacUnder(vouch.key_id, vouchText({ database, backupId })) === vouch.mac) return backupId;
  log.error({ backup: backupId }, "the vouch for a restore is not this portal's; the audit's ends stay as they were");
  return null;
}
