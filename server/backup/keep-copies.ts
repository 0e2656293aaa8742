// Copies whole back-ups to S3 and reads each copy back. Brings the table in step with the bucket's list, and deletes outlived
// copies.
import { join } from "node:path";
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { backupFolder, kindOfName, listBackupFiles, madeAtOfName, requireNamed, troubleOf } from "./backup-folder.ts";
import { forgetBackups } from "./backups.store.ts";
import { readHeader } from "./container.ts";
import {
  type ClaimedCopy,
  type CopyRow,
  claimCopy,
  failCopy,
  findCopy,
  forgetCopyErrors,
  keepCopy,
  loseCopies,
  readCopies,
  recordCopied,
  retryCopies,
} from "./copies.store.ts";
import { openCopyPlace } from "./copy-place.ts";
import { outlivedBackups } from "./kept-backups.rules.ts";
import type { BackupDeps } from "./make-due-backup.ts";
import type { S3File, S3Files } from "./s3/s3-files.ts";
import { verifyBackup } from "./write-file.ts";

const LEASE_SECONDS = 60;
const BEAT_MS = 10_000;
const RETRY_SECONDS = 3_600;
/** Interval of the bucket's list. The portal and people both change the bucket's files. */
const LIST_MS = 600_000;

/** Makes one server's round. It remembers when it last read the bucket's list. */
export function copyKeeper(deps: BackupDeps, signal: AbortSignal): () => Promise<void> {
  let listedAt: number | null = null;
  return async () => {
    const place = await openCopyPlace(deps);
    if (place === null) {
      if (listedAt === null) await forgetCopyErrors(deps.engine);
      listedAt = 0;
      return;
    }
    if (listedAt === null) await retryCopies(deps.engine);
    while (!signal.aborted && (await makeDueCopy(deps, place, signal)));
    const now = deps.clock.monotonic();
    if (listedAt !== null && now - listedAt < LIST_MS) return;
    listedAt = now;
    await joinCopies(deps, place, signal);
  };
}

/** Makes one copy that is due. Returns false when none was. */
export async function makeDueCopy(deps: BackupDeps, place: S3Files, signal: AbortSignal): Promise<boolean> {
  const { engine, config, log } = deps;
  const files = (await listBackupFiles(backupFolder(config))).flatMap(({ kind, name }) =>
    kind === null ? [] : [name],
  );
  const claimed = await claimCopy(engine, { files, leaseSeconds: LEASE_SECONDS });
  if (claimed === null) return false;
  try {
    await copy(deps, { place, claimed }, signal);
  } catch (error) {
    const trouble = signal.aborted ? "interrupted" : troubleOf(error);
    log.error({ err: error, trouble, file: claimed.fileName }, "the back-up was not copied to S3");
    const againSeconds = signal.aborted ? 0 : RETRY_SECONDS;
    await failCopy(engine, { id: claimed.id, trouble, againSeconds });
  }
  return true;
}

async function copy(
  deps: BackupDeps,
  { place, claimed: { id, fileName } }: { place: S3Files; claimed: ClaimedCopy },
  signal: AbortSignal,
): Promise<void> {
  const { engine, config, clock, log } = deps;
  const ended = new AbortController();
  const rounds = { clock, log, everyMs: BEAT_MS, failed: "the copy's lease was not prolonged; trying again soon" };
  const beating = repeat(rounds, ended.signal, () => keepCopy(engine, id, LEASE_SECONDS));
  try {
    await place.send(join(backupFolder(config), fileName), fileName, signal);
    await verifyCopy(deps, place, fileName, signal);
    await recordCopied(engine, id);
    log.info({ file: fileName }, "back-up copied to S3 and read back");
  } finally {
    ended.abort();
    await beating;
  }
}

/** Reads a copy to its end. Throws BackupError, S3Error and the signal's reason. */
export async function verifyCopy(
  { config: { backupKey: configured, dataDir } }: Pick<BackupDeps, "config">,
  place: S3Files,
  fileName: string,
  signal: AbortSignal,
): ReturnType<typeof verifyBackup> {
  const key = await loadBackupKey({ configured, dataDir });
  const verified = await verifyBackup(await place.open(fileName, signal), key, signal);
  requireNamed(fileName, verified.header);
  return verified;
}

/** Brings rows and bucket in step. Both change without this server: by a restore, another server or by hand. */
export async function joinCopies(deps: BackupDeps, place: S3Files, signal: AbortSignal): Promise<void> {
  const { engine, config, log } = deps;
  const begun = new Date();
  const rows = new Map((await readCopies(engine)).map((row) => [row.fileName, row]));
  const copies = (await place.list(signal)).filter(({ name }) => kindOfName(name) !== null);
  const present = new Set(copies.map(({ name }) => name));
  const lost = [...rows.values()].filter(
    ({ fileName, copiedAt }) => copiedAt !== null && copiedAt < begun && !present.has(fileName),
  );
  await loseCopies(engine, lost.map(({ id }) => id), { outlived: false }); // biome-ignore format: one call
  const gone = await removeOutlivedCopies(deps, { place, copies, rows }, signal);
  const here = new Set((await listBackupFiles(backupFolder(config))).map(({ name }) => name));
  const only = [...gone].filter((name) => !here.has(name));
  await forgetBackups(engine, only, new Date(0));
  for (const one of copies) {
    const row = rows.get(one.name);
    // A missing copy is made again where its file is here. A damaged copy keeps its trouble.
    const isKnown = row !== undefined && (row.copiedAt !== null || row.copyFailed || here.has(one.name));
    if (gone.has(one.name) || isKnown) continue;
    await find(deps, { place, one, row }, signal).catch((error: unknown) => {
      if (!signal.aborted) log.warn({ err: error, file: one.name }, "a copy in S3 is not readable");
    });
  }
}

/** Records a copy that has no file here. Only its beginning is read. */
async function find(
  { engine }: BackupDeps,
  { place, one, row }: { place: S3Files; one: S3File; row: CopyRow | undefined },
  signal: AbortSignal,
): Promise<void> {
  const stream = await place.open(one.name, signal);
  try {
    const { id, created_at: createdAt } = await readHeader(stream);
    requireNamed(one.name, { id });
    await findCopy(engine, { id: row?.id ?? id, fileName: one.name, createdAt, bytes: one.bytes });
  } finally {
    stream.destroy();
  }
}

async function removeOutlivedCopies(
  { engine, clock, log }: BackupDeps,
  { place, copies, rows }: { place: S3Files; copies: readonly S3File[]; rows: ReadonlyMap<string, CopyRow> },
  signal: AbortSignal,
): Promise<Set<string>> {
  const candidates = copies.map(({ name }) => ({
    name,
    madeAt: madeAtOfName(name),
    manual: kindOfName(name) !== "nightly",
    whole: rows.get(name)?.unreadable !== true,
  }));
  const gone = new Set(outlivedBackups(candidates, clock.now()));
  for (const name of gone) await place.remove(name, signal);
  const ids = [...gone].flatMap((name) => rows.get(name)?.id ?? []);
  await loseCopies(engine, ids, { outlived: true });
  if (gone.size > 0) log.info({ files: [...gone] }, "outlived copies deleted from S3");
  return gone;
}
