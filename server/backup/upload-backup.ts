// Takes the file of a back-up in pieces, into the data folder of this server.
import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { backupErrors, restoreRefused } from "#contract/errors/backup.ts";
import type { Config } from "#server/platform/config.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { readHeader } from "./container.ts";
import { BackupError } from "./errors.ts";
import { restoreTroubleOf } from "./restore-file.ts";

const OWNER_ONLY = 0o600;
/** Sizes are shown in powers of 1000, as disks are sold. */
const GB = 1000 ** 3;
const ZIP = Buffer.from("PK");

/** Returns the path of the one upload that a server keeps. */
export const uploadPath = ({ dataDir }: Pick<Config, "dataDir">): string =>
  resolve(join(dataDir, "restore-upload.backup"));

export const maxUploadBytes = ({ restoreUploadMaxGb }: Pick<Config, "restoreUploadMaxGb">): number =>
  restoreUploadMaxGb * GB;

export const uploadTooLarge = ({ restoreUploadMaxGb }: Pick<Config, "restoreUploadMaxGb">): PortalError =>
  new PortalError(backupErrors.upload_too_large({ gigabytes: restoreUploadMaxGb }));

/** Appends a piece to the file; the first piece starts the file again. Returns the number of bytes so far. Throws PortalError. */
export async function takePiece(
  config: Pick<Config, "dataDir" | "restoreUploadMaxGb">,
  { offset, size, piece }: { offset: number; size: number; piece: Buffer },
): Promise<number> {
  if (Math.max(size, offset + piece.length) > maxUploadBytes(config)) throw uploadTooLarge(config);
  if (offset + piece.length > size) throw new PortalError(backupErrors.upload_out_of_step());
  const path = uploadPath(config);
  try {
    if (offset === 0) await requireBackup(piece);
    else if ((await sizeOf(path)) !== offset) throw new PortalError(backupErrors.upload_out_of_step());
    await using file = await open(path, offset === 0 ? "w" : "r+", OWNER_ONLY);
    await writeWhole(file, piece, offset);
    if (offset + piece.length === size) await file.sync();
    return offset + piece.length;
  } catch (error) {
    if (error instanceof PortalError) throw error;
    if (error instanceof BackupError && error.code === "not_a_backup")
      throw new PortalError(backupErrors.upload_not_a_backup(), { cause: error });
    const trouble = restoreTroubleOf(error);
    // Keeping the pieces would keep the disk full.
    if (trouble === "disk_full") {
      await discardUpload(config);
      throw new PortalError(backupErrors.upload_disk_full(), { cause: error });
    }
    throw new PortalError(restoreRefused(trouble), { cause: error });
  }
}

/** Writes the whole piece. A disk that is almost full writes less than asked for. */
async function writeWhole(file: FileHandle, piece: Buffer, offset: number): Promise<void> {
  for (let done = 0; done < piece.length; ) {
    const { bytesWritten } = await file.write(piece, done, piece.length - done, offset + done);
    done += bytesWritten;
  }
}

/** Forgets the file that was uploaded, if any. */
export async function discardUpload(config: Pick<Config, "dataDir">): Promise<void> {
  await rm(uploadPath(config), { force: true });
}

async function requireBackup(piece: Buffer): Promise<void> {
  if (piece.subarray(0, ZIP.length).equals(ZIP)) throw new PortalError(backupErrors.upload_is_a_zip());
  await readHeader(only(piece));
}

async function* only(piece: Buffer): AsyncGenerator<Buffer> {
  yield piece;
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? -1; // A missing file has no end to go on from.
}
