// Backs up an older database before this version migrates it, so that an update can always be taken back.
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Pool } from "pg";
import { backupTroubles } from "#contract/backups.ts";
import { updateFailed, updateNotBegun } from "#contract/errors/settings.ts";
import type { Config } from "#server/platform/config.ts";
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { MigrationError } from "#server/platform/database/migration-error.ts";
import { type OpenOptions, openDatabase } from "#server/platform/database/open-database.ts";
import { backupFileName, backupFolder, openBackupFolder, troubleOf } from "./backup-folder.ts";
import { factsOf, type MadeBackup, recordBackup } from "./backups.store.ts";
import { checkUpdated, countRows, type RowCounts } from "./check-update.ts";
import { UpdateError } from "./errors.ts";
import { makeBackup } from "./make-backup.ts";

export interface UpdateOptions extends Omit<OpenOptions, "beforeUpdate"> {
  config: Pick<Config, "backupDir" | "backupKey" | "dataDir" | "updateBackup">;
}

/**
 * Migrates the database and opens its pools, like `openDatabase`. First the server that migrates an older database backs it up
 * and reads the back-up back, unless UPDATE_BACKUP=no; afterwards it compares rows and audit and logs the outcome. Throws
 * UpdateError, and the errors of `migrate` when there was nothing to back up.
 */
export async function updateDatabase(
  adminUrl: string,
  { config, ...options }: UpdateOptions,
): ReturnType<typeof openDatabase> {
  const { keys, log } = options;
  const folder = backupFolder(config);
  let made: MadeBackup | null = null;
  let before: RowCounts | null = null;
  const beforeUpdate = async (from: number) => {
    before = await countRows(adminUrl);
    if (!config.updateBackup) return log.warn({ from }, "the database is migrated without a back-up");
    log.info({ from, folder }, "backing up the database before it is migrated");
    try {
      made = await backUp(adminUrl, { config, folder, secretKeyId: keys.keyId });
    } catch (cause) {
      throw new UpdateError(updateNotBegun(folder, backupTroubles[troubleOf(cause)]), { cause });
    }
    log.info({ file: join(folder, made.fileName), rows: made.rows }, "back-up written and read back");
  };
  const saved = (): MadeBackup | null => made;
  const counted = (): RowCounts | null => before;
  try {
    const opened = await openDatabase(adminUrl, { ...options, beforeUpdate });
    const file = saved();
    if (file !== null) await recordBackup(adminUrl, file);
    await checked(opened.pools.engine, counted(), file && join(folder, file.fileName));
    return opened;
  } catch (error) {
    const file = saved();
    if (file === null || !(error instanceof MigrationError)) throw error;
    throw new UpdateError(updateFailed(join(folder, file.fileName), error.message), { cause: error });
  }

  async function checked(engine: Pool, rows: RowCounts | null, file: string | null): Promise<void> {
    if (rows === null) return;
    const { dataDir } = config;
    await checkUpdated({ adminUrl, before: rows, file }, { engine, keys, dataDir, log }).catch((error: unknown) =>
      log.error({ err: error }, "what the update left could not be checked"),
    );
  }
}

async function backUp(
  adminUrl: string,
  { config, folder, secretKeyId }: { config: UpdateOptions["config"]; folder: string; secretKeyId: string },
): Promise<MadeBackup> {
  await openBackupFolder(folder);
  const [id, createdAt] = [randomUUID(), new Date()];
  const fileName = backupFileName({ id, kind: "update", at: createdAt });
  const key = await loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
  const written = await makeBackup(join(folder, fileName), { adminUrl, secretKeyId, id, createdAt, key });
  const { manifest, end, bytes } = written;
  return { id, fileName, takenAt: manifest.taken_at, bytes, rows: end.rows, kind: "update", facts: factsOf(manifest) };
}
