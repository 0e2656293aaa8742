// The folder of the portal's back-ups. What is in it is read anew each time: people copy and delete files.
import { createReadStream } from "node:fs";
import { access, constants, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { BackupTrouble } from "#contract/backups.ts";
import { ownWord } from "#contract/own-word.ts";
import type { Config } from "#server/platform/config.ts";
import { type BackupHeader, readHeader } from "./container.ts";
import { BackupError } from "./errors.ts";
import { draftOf } from "./write-file.ts";

const NAME = /^portal-\d{8}T\d{6}Z-(nightly|manual)-[0-9a-f]{8}\.backup$/;
const OWNER_ONLY = 0o700;

export interface BackupFile {
  name: string;
  path: string;
  bytes: number;
  /** Null: it cannot be read. */
  header: BackupHeader | null;
  /** Null: the portal has not named it, and never deletes it. */
  kind: "nightly" | "manual" | null;
}

export function backupFolder({ backupDir, dataDir }: Pick<Config, "backupDir" | "dataDir">): string {
  return resolve(backupDir ?? join(dataDir, "backups"));
}

export function backupFileName({ id, kind, at }: { id: string; kind: "nightly" | "manual"; at: Date }): string {
  const moment = at.toISOString().replace(/[-:]|\.\d+/g, "");
  return `portal-${moment}-${kind}-${id.slice(0, 8)}.backup`;
}

/** Makes the folder where it is missing. Throws file system errors. */
export async function openBackupFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
  await access(folder, constants.W_OK);
}

/** Lists the back-ups in the folder; none where it is missing. Other files are left out. */
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
  const kind = NAME.exec(name)?.[1];
  if (name.startsWith(".") || name.endsWith(draftOf(""))) return null;
  const found = await stat(path).catch(() => null); // Deleted meanwhile, or not for this account to see.
  if (!found?.isFile()) return null;
  const header = await headerOf(path).catch(() => null); // Shown as unreadable.
  if (header === null && kind === undefined) return null;
  return { name, path, bytes: found.size, header, kind: kind === "nightly" || kind === "manual" ? kind : null };
}

async function headerOf(path: string): Promise<BackupHeader> {
  const stream = createReadStream(path);
  try {
    return await readHeader(stream as AsyncIterable<Buffer>);
  } finally {
    stream.destroy();
  }
}

/** Removes what an ended server has left of a back-up that it was making. */
export async function removeDraft(folder: string, name: string): Promise<void> {
  await rm(draftOf(join(folder, name)), { force: true });
}

/** Tells what is wrong with the folder now; null when nothing, or when it is to be made. */
export async function folderTrouble(folder: string): Promise<BackupTrouble | null> {
  try {
    await access(folder, constants.W_OK);
    return (await stat(folder)).isDirectory() ? null : "folder_missing";
  } catch (error) {
    return codeOf(error) === "ENOENT" ? null : troubleOf(error);
  }
}

/** Tells whether both are on one disk; false where the system does not say. */
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

/** Names why a back-up could not be made or read. */
export function troubleOf(error: unknown): BackupTrouble {
  if (error instanceof BackupError) return OF_FILE[error.code] ?? "unexpected";
  return ownWord(OF_SYSTEM, codeOf(error)) ?? "unexpected";
}

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");
