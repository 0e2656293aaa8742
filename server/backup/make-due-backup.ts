// Makes the back-up that is due or asked for, on one server, and then deletes the back-ups that are no longer kept.
import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Pool } from "pg";
import type { Logger } from "pino";
import { BACKUPS_KEPT, type BackupTrouble } from "#contract/backups.ts";
import type { Clock } from "#drivers/clock.ts";
import type { Config } from "#server/platform/config.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import {
  backupFileName,
  backupFolder,
  listBackupFiles,
  openBackupFolder,
  removeDraft,
  troubleOf,
} from "./backup-folder.ts";
import {
  type ClaimedBackup,
  claimBackup,
  factsOf,
  failBackup,
  failInterrupted,
  forgetBackups,
  keepBackup,
  queueBackup,
  readBackups,
  readNightlyFacts,
  recordMade,
} from "./backups.store.ts";
import { backupKeyId } from "./container.ts";
import type { CopySettings } from "./copy-place.ts";
import { outlivedBackups } from "./kept-backups.rules.ts";
import { makeBackup } from "./make-backup.ts";
import { isNightlyDue, latestNight } from "./nightly.rules.ts";
import { readFilesInUse } from "./restores.store.ts";

const LEASE_SECONDS = 60;
const BEAT_MS = 2_000;
const DAY_MS = 86_400_000;
const FAILED_SHOWN_DAYS = 30;
/** More rows than there are kept back-ups. */
const MOST_ROWS = 1_000;

export interface BackupDeps {
  engine: Pool;
  /** A login that may take the role portal_backup. */
  adminUrl: string;
  config: Pick<Config, "backupDir" | "backupAt"> & CopySettings;
  keys: Pick<KeyRing, "keyId">;
  clock: Clock;
  log: Pick<Logger, "info" | "warn" | "error">;
}

/** Returns how the back-up ended; null when none was due. Several servers may run it at once: one of them makes it. */
export async function makeDueBackup(deps: BackupDeps, signal: AbortSignal): Promise<"made" | BackupTrouble | null> {
  const { engine, config, clock } = deps;
  const folder = backupFolder(config);
  for (const name of await failInterrupted(engine)) await removeDraft(folder, name);
  await queueNightly(deps);
  const owner = randomUUID();
  const claimed = await claimBackup(engine, owner, LEASE_SECONDS);
  if (claimed === null) return null;
  try {
    await make(deps, claimed, owner, signal);
  } catch (error) {
    const trouble = signal.aborted ? "interrupted" : troubleOf(error);
    deps.log.error({ err: error, trouble, folder, kind: claimed.kind }, "the back-up was not made");
    await failBackup(engine, claimed.id, owner, trouble);
    return trouble;
  }
  await removeOutlived(deps, clock.now()).catch((error: unknown) =>
    deps.log.warn({ err: error }, "outlived back-ups were not deleted; trying again after the next"),
  );
  return "made";
}

async function queueNightly({ engine, config: { backupAt }, clock }: BackupDeps): Promise<void> {
  const now = clock.now();
  if (backupAt === null || !isNightlyDue(now, backupAt, await readNightlyFacts(engine))) return;
  await requestBackup(engine, { kind: "nightly", now, madeBy: null, night: latestNight(now, backupAt) });
}

/** Queues a back-up. Returns false while one is being made. */
export async function requestBackup(
  engine: Pool,
  {
    id = randomUUID(),
    kind,
    now,
    madeBy,
    night,
  }: { id?: string; kind: "nightly" | "manual"; now: Date; madeBy: string | null; night: Date | null },
): Promise<boolean> {
  return queueBackup(engine, {
    id,
    kind,
    fileName: backupFileName({ id, kind, at: now }),
    requestedAt: now,
    madeBy,
    night,
  });
}

async function make(deps: BackupDeps, { id, fileName }: ClaimedBackup, owner: string, stop: AbortSignal) {
  const { engine, adminUrl, config, keys, clock, log } = deps;
  const folder = backupFolder(config);
  await openBackupFolder(folder);
  const key = await loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
  const ended = new AbortController();
  const lost = new AbortController();
  const now = { state: "writing" as "writing" | "reading", progress: 0 };
  const rounds = { clock, log, everyMs: BEAT_MS, failed: "the back-up's lease was not prolonged; trying again soon" };
  const beating = repeat(rounds, ended.signal, async () => {
    if (!(await keepBackup(engine, { id, owner, leaseSeconds: LEASE_SECONDS, ...now })))
      lost.abort(new Error("another server has ended this back-up"));
  });
  try {
    const written = await makeBackup(join(folder, fileName), {
      adminUrl,
      secretKeyId: keys.keyId,
      id,
      createdAt: clock.now(),
      key,
      onProgress: ({ share }) => (now.progress = share),
      onReading: () => Object.assign(now, { state: "reading", progress: 0 }),
      signal: AbortSignal.any([stop, lost.signal]),
    });
    const { manifest, end, bytes } = written;
    const made = { id, fileName, takenAt: manifest.taken_at, bytes, rows: end.rows, facts: factsOf(manifest) };
    await recordMade(engine, made, owner);
    log.info({ file: join(folder, fileName), rows: end.rows, bytes }, "back-up written and read back");
  } finally {
    ended.abort();
    await beating;
  }
}

/** Deletes back-ups that the portal has named and made with this key, and no other file. */
async function removeOutlived({ engine, config, log }: BackupDeps, now: Date): Promise<void> {
  const key = await loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
  const rows = await readBackups(engine, MOST_ROWS);
  const unreadable = new Set(rows.filter(({ trouble }) => trouble !== null).map(({ fileName }) => fileName));
  const own = (await listBackupFiles(backupFolder(config))).flatMap(({ header, kind, name, path }) =>
    header === null || kind === null || header.key_id !== backupKeyId(key)
      ? []
      : [{ name, path, madeAt: new Date(header.created_at), manual: kind !== "nightly", whole: !unreadable.has(name) }],
  );
  const inUse = await readFilesInUse(engine);
  const gone = new Set(outlivedBackups(own, now).filter((name) => !inUse.has(name)));
  for (const { name, path } of own) if (gone.has(name)) await rm(path, { force: true });
  await forgetBackups(engine, [...gone], new Date(now.getTime() - FAILED_SHOWN_DAYS * DAY_MS));
  if (gone.size > 0) log.info({ files: [...gone], kept: BACKUPS_KEPT }, "outlived back-ups deleted");
}
