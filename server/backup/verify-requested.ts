// Reads back the files that a system admin has asked about, on a server that has them.
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { backupFolder, listBackupFiles, troubleOf } from "./backup-folder.ts";
import { factsOf, readRequested, recordVerified } from "./backups.store.ts";
import type { BackupDeps } from "./make-due-backup.ts";
import { verifyBackupFile } from "./write-file.ts";

export async function verifyRequested(
  { engine, config, log }: Pick<BackupDeps, "engine" | "config" | "log">,
  signal: AbortSignal,
): Promise<void> {
  const requested = await readRequested(engine);
  if (requested.length === 0) return;
  const files = new Map((await listBackupFiles(backupFolder(config))).map((file) => [file.name, file]));
  for (const { id, fileName, isOld } of requested) {
    const file = files.get(fileName);
    if (file !== undefined) await verify(file.path);
    // A newer request is left, for some minutes, to a server that has the file.
    else if (isOld) await recordVerified(engine, id, { trouble: "file_missing" });

    async function verify(path: string): Promise<void> {
      try {
        const key = await loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
        const { end, manifest } = await verifyBackupFile(path, key, signal);
        await recordVerified(engine, id, { rows: end.rows, facts: factsOf(manifest) });
      } catch (error) {
        if (signal.aborted) return;
        const trouble = troubleOf(error);
        log.error({ err: error, trouble, file: path }, "the back-up cannot be read back");
        await recordVerified(engine, id, { trouble: trouble === "folder_missing" ? "file_missing" : trouble });
      }
    }
  }
}
