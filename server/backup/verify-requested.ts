// Reads back the files that a system admin has asked about, on a server that has them.
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { backupFolder, listBackupFiles, troubleOf } from "./backup-folder.ts";
import { factsOf, readRequested, recordVerified } from "./backups.store.ts";
import { failCopy } from "./copies.store.ts";
import { openCopyPlace } from "./copy-place.ts";
import { verifyCopy } from "./keep-copies.ts";
import type { BackupDeps } from "./make-due-backup.ts";
import type { S3Files } from "./s3/s3-files.ts";
import { verifyBackupFile } from "./write-file.ts";

/** Reads back what has been asked about and is here, or as a copy in S3. A file that no server has found is given up after ten minutes. */
export async function verifyRequested(
  deps: Pick<BackupDeps, "engine" | "config" | "clock" | "log">,
  signal: AbortSignal,
): Promise<void> {
  const { engine, config, log } = deps;
  const key = () => loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
  const requested = await readRequested(engine);
  if (requested.length === 0) return;
  const files = new Map((await listBackupFiles(backupFolder(config))).map((file) => [file.name, file]));
  const place = await openCopyPlace(deps);
  for (const { id, fileName, isOld, isCopied } of requested) {
    const file = files.get(fileName);
    const copy = isCopied && place !== null ? place : null;
    if (file !== undefined) {
      await verify(file.path, async () => verifyBackupFile(file.path, await key(), signal));
      if (copy !== null) await checkCopy(copy);
    } else if (copy !== null) await verify(fileName, () => verifyCopy(deps, copy, fileName, signal));
    // A newer request is left, for some minutes, to a server that has the file.
    else if (isOld) await recordVerified(engine, id, { trouble: "file_missing" });

    async function checkCopy(place: S3Files): Promise<void> {
      try {
        await verifyCopy(deps, place, fileName, signal);
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error, file: fileName }, "the copy in S3 cannot be read back");
        await failCopy(engine, { id, trouble: troubleOf(error), againSeconds: 0 });
      }
    }

    async function verify(path: string, read: () => ReturnType<typeof verifyBackupFile>): Promise<void> {
      try {
        const { end, manifest } = await read();
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
