// Shows and begins the restore of an uploaded file in an empty installation. The steps are those of a restore from Operations.
import { stat } from "node:fs/promises";
import { backupErrors, restoreRefused } from "#contract/errors/backup.ts";
import type { FirstRestoreKeys, FirstRestorePreview, FirstRestoreStatus } from "#contract/functions/first-restore.ts";
import { checkSetupLink, whileSettingUp } from "#server/administrators/make-first-admin.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { newestMigration } from "#server/platform/database/migration-files.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { factsOf } from "./backups.store.ts";
import { mayReplace } from "./databases.store.ts";
import { BackupError } from "./errors.ts";
import type { Manifest } from "./records.ts";
import { readFittingManifest, restoreTroubleOf } from "./restore-file.ts";
import { isInstallationEmpty, queueRestore, readRestore } from "./restores.store.ts";
import { MOST_TYPED_KEYS, readingsOfKey, type TypedKeys, type TypedRestores, typedRing } from "./typed-keys.ts";
import { maxUploadBytes, uploadPath } from "./upload-backup.ts";
import { readBackupFile } from "./write-file.ts";

export interface FirstRestoreDeps extends Deps {
  /** A login that may migrate. */
  adminUrl: string;
  typed: TypedRestores;
}

/** Throws PortalError for a bad link, and once the installation has anything that a restore would replace. */
export async function requireEmpty(deps: Deps, token: string): Promise<void> {
  await checkSetupLink(deps, token);
  if (!(await isInstallationEmpty(deps.pools.engine))) throw new PortalError(backupErrors.installation_not_empty());
}

/**
 * Returns the upload's limit and the state of a begun restore. Throws PortalError for a bad link, and once the installation has anything to
 * lose.
 */
export async function readFirstRestore(
  deps: FirstRestoreDeps,
  token: string,
): Promise<Omit<FirstRestoreStatus, "success">> {
  await requireEmpty(deps, token);
  const found = await readRestore(deps.pools.engine);
  return {
    max_bytes: maxUploadBytes(deps.config),
    restore: found && { state: found.state, progress: found.progress, trouble: found.trouble },
  };
}

/** Returns the uploaded file's contents, read with the typed keys. Throws PortalError for wrong keys. `older`: it will be migrated. */
export async function previewFirstRestore(
  deps: FirstRestoreDeps,
  { token, ...given }: FirstRestoreKeys,
): Promise<Omit<FirstRestorePreview, "success">> {
  await requireEmpty(deps, token);
  const { manifest } = await openUpload(deps, given);
  const { version, people, doors, migration } = factsOf(manifest);
  return { at: manifest.taken_at, version, people, doors, older: (migration ?? 0) < (await newestMigration()) };
}

/** Queues the restore for this server's job, because only this server has the keys. */
export async function beginFirstRestore(deps: FirstRestoreDeps, { token, ...given }: FirstRestoreKeys): Promise<void> {
  await requireEmpty(deps, token);
  const { path, id, keys } = await openUpload(deps, given);
  const fileName = `restore-upload-${id}.backup`;
  await whileSettingUp(deps, token, async (client) => {
    if (!(await isInstallationEmpty(client))) throw new PortalError(backupErrors.installation_not_empty());
    if (!(await queueRestore(client, { backupId: id, fileName, requestedBy: null, onlyHere: true })))
      throw new PortalError(restoreRefused("running"));
    await writeAudit(client, { action: "restore_begun", objectType: "backups", objectId: id });
    // The keys are stored before the commit, after which the job can see the row.
    deps.typed.clear();
    deps.typed.set(fileName, { path, places: deps.config, ...keys });
  });
}

interface OpenedUpload {
  path: string;
  id: string;
  manifest: Manifest;
  keys: TypedKeys;
}

async function openUpload(
  { config, keys, adminUrl, log, pools }: FirstRestoreDeps,
  typed: { backupKey: string; secretKey: string },
): Promise<OpenedUpload> {
  const readings = readingsOfKey(typed.secretKey);
  if (readings.length === 0) throw new PortalError(backupErrors.typed_secret_keys_many({ most: MOST_TYPED_KEYS }));
  const path = uploadPath(config);
  const running = await readRestore(pools.engine);
  if (running !== null && running.state !== "failed") throw new PortalError(restoreRefused("running"));
  if ((await stat(path).catch(() => null)) === null) throw new PortalError(backupErrors.upload_missing());
  const found = await fittingKeys(path, { backupKey: typed.backupKey, readings }).catch((error: unknown) => {
    throw refusedFile(error, log);
  });
  const { keyIds } = typedRing(found.keys);
  if (config.secretKey !== null && !keyIds.every((id) => keys.keyIds.includes(id)))
    throw new PortalError(backupErrors.secret_key_configured());
  if (!(await mayReplace(adminUrl))) throw new PortalError(restoreRefused("may_not_create"));
  return { path, ...found };
}

/** Returns the keys of the reading that fits the file. Throws BackupError when none fits. */
async function fittingKeys(
  path: string,
  { backupKey, readings }: { backupKey: string; readings: readonly string[][] },
): Promise<Omit<OpenedUpload, "path">> {
  const { header, records } = await readBackupFile(path, backupKey);
  await records.return(undefined);
  let refused: unknown;
  for (const secretKeys of readings) {
    const keys = { backupKey, secretKeys };
    try {
      const manifest = await readFittingManifest(path, { key: backupKey, secretKeyIds: typedRing(keys).keyIds });
      return { id: header.id, manifest, keys };
    } catch (error) {
      refused = error;
      if (!(error instanceof BackupError) || error.code !== "other_secret_key") break;
    }
  }
  throw refused;
}

function refusedFile(error: unknown, log: Deps["log"]): PortalError {
  if (error instanceof BackupError && error.code === "wrong_key")
    return new PortalError(backupErrors.typed_backup_key_wrong(), { cause: error });
  if (error instanceof BackupError && error.code === "other_secret_key")
    return new PortalError(backupErrors.typed_secret_key_wrong(), { cause: error });
  const trouble = restoreTroubleOf(error);
  if (trouble === "unexpected") log.error({ err: error }, "the uploaded back-up cannot be restored");
  return new PortalError(restoreRefused(trouble), { cause: error });
}
