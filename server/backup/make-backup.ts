// Makes one back-up: for `npm run backup` and for the portal's own job.
import { type DumpProgress, dumpDatabase } from "./dump.ts";
import { type FileOptions, type WrittenBackup, writeBackupFile } from "./write-file.ts";

export interface MakeOptions extends Omit<FileOptions, "records"> {
  adminUrl: string;
  secretKeyId: string;
  onProgress?: (progress: DumpProgress) => void;
}

/** Writes the database to a file, reads it back and only then gives it its name. Throws BackupError, file system and database errors. */
export async function makeBackup(
  file: string,
  { adminUrl, secretKeyId, onProgress, ...options }: MakeOptions,
): Promise<WrittenBackup> {
  const records = dumpDatabase({ adminUrl, secretKeyId, ...(onProgress && { onProgress }) });
  return writeBackupFile(file, { ...options, records });
}
