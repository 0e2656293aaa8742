// Restores the file that a system admin has chosen: backs up what is there, loads the file beside it, then swaps the two.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { RestoreTrouble } from "#contract/restores.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { type BackupFile, backupFolder, listBackupFiles } from "./backup-folder.ts";
import { type MadeBackup, readMade, recordBackup } from "./backups.store.ts";
import { readCopies } from "./copies.store.ts";
import { openCopyPlace } from "./copy-place.ts";
import { createIncoming, databaseOf, dropDatabases, keptName, labels, replaceDatabase } from "./databases.store.ts";
import { fetchCopy } from "./fetch-copy.ts";
import { loadDatabase } from "./load.ts";
import { type BackupDeps, makeDueBackup, requestBackup } from "./make-due-backup.ts";
import { RestoreError, readFittingManifest, restoreTroubleOf } from "./restore-file.ts";
import {
  type ClaimedRestore,
  claimRestore,
  failInterruptedRestores,
  failRestore,
  keepRestore,
  type RestoreStep,
  readOutlivedDatabases,
} from "./restores.store.ts";
import type { S3Files } from "./s3/s3-files.ts";
import { handOverSessions } from "./signed-in.store.ts";
import { bringTypedKeys, type TypedRestore, type TypedRestores, typedRing } from "./typed-keys.ts";
import { readBackupFile, until, verifyBackupFile } from "./write-file.ts";

const LEASE_SECONDS = 60;
const BEAT_MS = 1_000;
const BACKUP_LOOK_MS = 500;

export interface RestoreDeps extends BackupDeps {
  keys: Pick<KeyRing, "keyId" | "keyIds" | "derive" | "chainMac">;
  /** Uploaded files whose keys this server holds; none where nobody can upload. */
  typed?: TypedRestores;
  /** Holds the schema's files; for tests. */
  schemaFolder?: string;
}

/** A file that may be restored: in the folder, or uploaded. */
interface Source extends Pick<BackupFile, "name" | "path"> {
  typed: TypedRestore | null;
  /** Where to fetch the file from first, and its size if it is known; null: it is here. */
  copy: { place: S3Files; bytes: number | null } | null;
}

/** Runs the requested restore; null when there is none, or another server has it. Also tidies up after restores that have ended. */
export async function makeDueRestore(
  deps: RestoreDeps,
  signal: AbortSignal,
): Promise<"restored" | RestoreTrouble | null> {
  const { engine, log } = deps;
  await failInterruptedRestores(engine);
  const owner = randomUUID();
  const files = await restorableFiles(deps);
  const names = files.map(({ name }) => name);
  const claimed = await claimRestore(engine, { owner, leaseSeconds: LEASE_SECONDS, files: names });
  const file = files.find(({ name }) => name === claimed?.fileName);
  if (claimed === null || file === undefined) {
    await dropOutlived(deps);
    return null;
  }
  try {
    await restore(deps, { claimed, file, owner }, signal);
    return "restored";
  } catch (error) {
    const trouble = signal.aborted ? "interrupted" : restoreTroubleOf(error);
    log.error({ err: error, trouble, file: file.path }, "nothing was restored");
    await failRestore(engine, claimed.id, owner, trouble);
    await dropOutlived(deps);
    return trouble;
  }
}

async function restorableFiles(deps: RestoreDeps): Promise<Source[]> {
  const folder = backupFolder(deps.config);
  const here = (await listBackupFiles(folder)).map(({ name, path }) => ({ name, path, typed: null, copy: null }));
  const typed = [...(deps.typed ?? [])].map(([name, one]) => ({ name, path: one.path, typed: one, copy: null }));
  const place = await openCopyPlace(deps);
  if (place === null) return [...here, ...typed];
  const known = new Set(here.map(({ name }) => name));
  const copied = (await readCopies(deps.engine)).filter(
    ({ copiedAt, fileName }) => copiedAt !== null && !known.has(fileName),
  );
  return [
    ...here,
    ...typed,
    ...copied.map(({ fileName: name, bytes }) => ({
      name,
      path: join(folder, name),
      typed: null,
      copy: { place, bytes },
    })),
  ];
}

async function dropOutlived({ engine, adminUrl, log }: RestoreDeps): Promise<void> {
  const names = await readOutlivedDatabases(engine, labels(databaseOf(adminUrl)));
  if (names.length === 0) return;
  await dropDatabases(adminUrl, names);
  log.info({ databases: names }, "databases of ended restores dropped");
}

interface Work {
  claimed: ClaimedRestore;
  file: Source;
  owner: string;
}

async function restore(deps: RestoreDeps, { claimed, file, owner }: Work, stop: AbortSignal): Promise<void> {
  const { engine, clock, log, adminUrl, keys } = deps;
  const ended = new AbortController();
  const lost = new AbortController();
  const now: RestoreStep = { state: "checking", progress: 0 };
  const keep = async () => {
    if (!(await keepRestore(engine, { id: claimed.id, owner, leaseSeconds: LEASE_SECONDS, ...now })))
      lost.abort(new Error("another server has ended this restore"));
  };
  const rounds = { clock, log, everyMs: BEAT_MS, failed: "the restore's lease was not prolonged; trying again soon" };
  const beating = repeat(rounds, ended.signal, keep);
  const signal = AbortSignal.any([stop, lost.signal]);
  let takenAt: string;
  try {
    takenAt = await load(deps, { claimed, file, now }, signal);
  } finally {
    ended.abort();
    await beating;
  }
  Object.assign(now, { state: "replacing", progress: 0 });
  await keep();
  signal.throwIfAborted();
  const keptAs = keptName(databaseOf(adminUrl), clock.now());
  const authenticatorPassword = keys.derive("database/authenticator");
  await handOverSessions(adminUrl, { authenticatorPassword, takenAt }).catch((error: unknown) =>
    log.warn({ err: error }, "those who are signed in will not read that a back-up was restored"),
  );
  const keysOfFile = file.typed && (await bringTypedKeys(file.typed));
  try {
    await replaceDatabase(adminUrl, { authenticatorPassword, keptAs, clock, log });
  } catch (error) {
    await keysOfFile?.undo();
    throw error;
  }
  await keysOfFile?.finish();
  log.warn(
    { file: file.path, by: claimed.requestedAs, keptAs },
    "a back-up was restored; nothing is sent or opened until it is confirmed",
  );
}

/** Loads the file's rows into a database beside the present one. Returns the time of the back-up. */
async function load(
  deps: RestoreDeps,
  { claimed, file, now }: Pick<Work, "claimed" | "file"> & { now: RestoreStep },
  signal: AbortSignal,
): Promise<string> {
  const { config, keys, adminUrl, schemaFolder } = deps;
  const { backupKey: configured, dataDir } = config;
  const key = file.typed?.backupKey ?? (await loadBackupKey({ configured, dataDir }));
  const keysOfFile = file.typed === null ? keys : typedRing(file.typed);
  if (file.copy !== null) await fetchCopy(file.copy.place, { ...file, bytes: file.copy.bytes }, signal);
  await readFittingManifest(file.path, { key, secretKeyIds: keysOfFile.keyIds });
  // Read whole first, so that a damaged file costs nothing.
  const { end: expected } = await verifyBackupFile(file.path, key, signal);
  now.state = "saving";
  // An uploaded file is taken only where nothing is there yet.
  const saved = file.typed === null ? await backUpPresent(deps, claimed.requestedBy, signal) : null;
  now.state = "loading";
  const incomingUrl = await createIncoming(adminUrl);
  const { header, records } = await readBackupFile(file.path, key);
  const { manifest } = await loadDatabase({
    adminUrl: incomingUrl,
    authenticatorPassword: keys.derive("database/authenticator"),
    keys: keysOfFile,
    backupId: header.id,
    restoredBy: claimed.requestedBy === null ? null : { id: claimed.requestedBy, name: claimed.requestedAs },
    records: until(signal, records),
    ...(schemaFolder !== undefined && { folder: schemaFolder }),
    onProgress: ({ bytes }) => (now.progress = Math.min(1, bytes / Math.max(1, expected.bytes))),
  });
  if (saved !== null) await recordBackup(incomingUrl, saved);
  return manifest.taken_at;
}

/** Makes a verified back-up of the present database, begun after this call. Throws RestoreError. */
async function backUpPresent(deps: RestoreDeps, madeBy: string | null, signal: AbortSignal): Promise<MadeBackup> {
  const { engine, clock } = deps;
  const id = randomUUID();
  const asked = { id, kind: "manual", now: clock.now(), madeBy, night: null } as const;
  // A back-up in progress does not count, because it shows an earlier moment.
  while (!(await requestBackup(engine, asked))) await next();
  for (;;) {
    const { state, trouble, made } = await readMade(engine, id);
    if (made !== null) return made;
    if (state === "failed") throw new RestoreError(trouble === "disk_full" ? "disk_full" : "not_saved");
    await next();
  }

  async function next(): Promise<void> {
    await makeDueBackup(deps, signal);
    await clock.wait(BACKUP_LOOK_MS, signal);
  }
}
