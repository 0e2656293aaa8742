// Finds a back-up in this server's folder, or its copy in S3.
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { backupErrors } from "#contract/errors/backup.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { backupFolder, listBackupFiles } from "./backup-folder.ts";
import { readBackupName } from "./backups.store.ts";
import { readCopy } from "./copies.store.ts";
import { openCopyPlace } from "./copy-place.ts";

export interface FoundBackup {
  name: string;
  bytes: number;
  /** ISO 8601. */
  createdAt: string;
  /** The file is in S3 alone, where others may write. */
  isCopy: boolean;
  /** Opens the file; the caller closes it. Throws file system errors and S3Error. */
  open: () => Promise<Readable>;
}

/** Finds the file by the id of its header, or by its row where the header is damaged. Throws PortalError 404. */
export async function findBackup(
  { pools, config, clock }: Pick<Deps, "pools" | "config" | "clock">,
  id: string,
): Promise<FoundBackup> {
  const files = await listBackupFiles(backupFolder(config));
  const name = await readBackupName(pools.engine, id);
  const file = files.find((one) => (name === null ? one.header?.id === id : one.name === name));
  if (file !== undefined) {
    const createdAt = file.header?.created_at ?? clock.now().toISOString();
    return {
      name: file.name,
      bytes: file.bytes,
      createdAt,
      isCopy: false,
      open: async () => createReadStream(file.path),
    };
  }
  const [place, copy] = await Promise.all([openCopyPlace({ config, clock }), readCopy(pools.engine, id)]);
  if (place === null || copy === null) throw new PortalError(backupErrors.backup_gone());
  const { fileName, bytes, takenAt } = copy;
  const createdAt = takenAt.toISOString();
  return { name: fileName, bytes, createdAt, isCopy: true, open: () => place.open(fileName) };
}
