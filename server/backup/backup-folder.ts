// The folder of the portal's back-ups. Its contents are read each time, because people copy and delete files.
import { createReadStream } from "node:fs";
import { access, constants, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { BACKUP_KINDS, BackupTrouble } from "#contract/backups.ts";
import { ownWord } from "#contract/own-word.ts";
import type { Config } from "#server/platform/config.ts";
import { type BackupHeader, readHeader } from "./container.ts";
import { BackupError } from "./errors.ts";
import { S3Error } from "./s3/s3-error.ts";
import { draftOf } from "./write-file.ts";

const NAME = /^portal-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(nightly|manual|update)-([0-9a-f]{8})\.backup$/;
const OWNER_ONLY = 0o700;

/** The kinds that stand in the names of the portal's own files. */
const NAMED_KINDS = ["nightly", "manual", "update"] as const satisfies readonly (typeof BACKUP_KINDS)[number][];
type NamedKind = (typeof NAMED_KINDS)[number];

export interface BackupFile {
  name: string;
  path: string;
  bytes: number;
  /** Null when the header cannot be read. */
  header: BackupHeader | null;
  /** Null for a file that the portal has not named; the portal never deletes such a file. */
  kind: NamedKind | null;
}

/** Returns the folder's absolute path: BACKUP_DIR, else `backups` in the data folder. */
export function backupFolder({ backupDir, dataDir }: Pick<Config, "backupDir" | "dataDir">): string {
  return resolve(backupDir ?? join(dataDir, "backups"));
}

/** Returns "portal-20260131T023000Z-nightly-1a2b3c4d.backup", at the time in UTC with the first part of the id. */
export function backupFileName({ id, kind, at }: { id: string; kind: NamedKind; at: Date }): string {
  const moment = at.toISOString().replace(/[-:]|\.\d+/g, "");
  return `portal-${moment}-${kind}-${id.slice(0, 8)}.backup`;
}

/** Returns the kind of a back-up from its name; null for a name that the portal has not given. */
export function kindOfName(name: string): NamedKind | null {
  const named = NAME.exec(name)?.[7];
  return NAMED_KINDS.find((one) => one === named) ?? null;
}

/** Returns when a back-up was asked for, from a name that the portal has given. */
export function madeAtOfName(name: string): Date {
  const [, year, month, day, hours, minutes, seconds] = NAME.exec(name) ?? [];
  return new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`);
}

/**
 * Throws BackupError where a file with a name of the portal's holds another back-up. Such a file is whole and has the right key: it may be
 * an older one, put in place of a newer one to bring back what was revoked since.
 */
export function requireNamed(name: string, { id }: Pick<BackupHeader, "id">): void {
  const named = NAME.exec(name)?.[8];
  if (named === undefined || id.startsWith(named)) return;
  throw new BackupError("damaged", "The file holds another back-up than its name says.");
}

/** Makes the folder if it is missing. Throws file system errors. */
export async function openBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  await access(folder, constants.W_OK);
}

/** Lists the back-ups in the folder; returns an empty list when the folder is missing. Other files are left out. */
export async function listBackupFiles(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  const files = await Promise.all(names.map((name) => readFile(folder, name)));
  return files.filter((file) => file !== null);
}

async function readFile(folder: string, name: string): Promise<BackupFile | null> {
  const path = join(folder, name);
  const kind = kindOfName(name);
  if (name.startsWith(".") || name.endsWith(draftOf(""))) return null;
  const found = await stat(path).catch(() => null); // The file was deleted meanwhile, or this account may not see it.
  if (!found?.isFile()) return null;
  const header = await headerOf(path).catch(() => null); // A file without a readable header is shown as unreadable.
  if (header === null && kind === null) return null;
  return { name, path, bytes: found.size, header, kind };
}

async function headerOf(path: string): Promise<BackupHeader> {
  const stream = createReadStream(path);
  try {
    return await readHeader(stream as AsyncIterable<Buffer>);
  } finally {
    stream.destroy();
  }
}

/** Removes the unfinished file of a back-up whose server has ended. */
export async function removeDraft(folder: string, name: string): Promise<void> {
  await rm(draftOf(join(folder, name)), { force: true });
}

/** Returns what is wrong with the folder now; null when nothing is, or when the folder does not exist yet. */
export async function folderTrouble(folder: string): Promise<BackupTrouble | null> {
  try {
    await access(folder, constants.W_OK);
    return (await stat(folder)).isDirectory() ? null : "folder_missing";
  } catch (error) {
    return codeOf(error) === "ENOENT" ? null : troubleOf(error);
  }
}

/** Tells whether both folders are on one disk; false when the system does not tell. */
export async function onSameDisk(folder: string, other: string): Promise<boolean> {
  const [one, two] = await Promise.all([diskOf(folder), diskOf(other)]);
  return one !== null && one === two;
}

async function diskOf(path: string): Promise<number | null> {
  const found = await stat(path).catch(() => null);
  if (found !== null) return found.dev;
  const parent = dirname(path);
  return parent === path ? null : diskOf(parent);
}

const OF_SYSTEM: Record<string, BackupTrouble> = {
  ENOSPC: "disk_full",
  EDQUOT: "disk_full",
  EFBIG: "disk_full",
  EACCES: "folder_read_only",
  EPERM: "folder_read_only",
  EROFS: "folder_read_only",
  ENOENT: "folder_missing",
  ENOTDIR: "folder_missing",
  EEXIST: "folder_missing",
};
const OF_FILE: Partial<Record<BackupError["code"], BackupTrouble>> = {
  cut_short: "cut_short",
  damaged: "damaged",
  rows_missing: "damaged",
  not_a_backup: "damaged",
  wrong_key: "wrong_key",
  newer_format: "newer_format",
};

/** Returns the reason why a back-up could not be made or read. */
export function troubleOf(error: unknown): BackupTrouble {
  if (error instanceof S3Error) return error.trouble;
  if (error instanceof BackupError) return OF_FILE[error.code] ?? "unexpected";
  return ownWord(OF_SYSTEM, codeOf(error)) ?? "unexpected";
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
