// The back-ups as Operations shows them: rows of the database joined with the files of this server's folder.
import type { Pool } from "pg";
import { BACKUPS_KEPT, backupTroubleSchema } from "#contract/backups.ts";
import type { BackupStatus, ListedBackup } from "#contract/functions/backup-control.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { type BackupFile, backupFolder, folderTrouble, listBackupFiles, onSameDisk } from "./backup-folder.ts";
import { type BackupRow, readBackups } from "./backups.store.ts";
import { shownPlace } from "./copy-place.ts";
import { nextNight } from "./nightly.rules.ts";
import { readRestore } from "./restores.store.ts";

/** Room for every kept file, some weeks' failures, and the newest back-ups of the console. */
const MOST = 2 * (BACKUPS_KEPT.days + BACKUPS_KEPT.weeks + BACKUPS_KEPT.months + BACKUPS_KEPT.manualDays);

/** Returns the back-ups for a permitted caller. A folder that cannot be read is logged, and its files are missing in the answer. */
export async function readBackupStatus(
  { pools, config, clock, log }: Pick<Deps, "pools" | "config" | "clock" | "log">,
  call: CallerContext,
): Promise<Omit<BackupStatus, "success">> {
  await requireAdmission(call);
  const folder = backupFolder(config);
  const rows = await readBackups(pools.engine, MOST);
  const files = await listBackupFiles(folder).catch((error: unknown): BackupFile[] => {
    log.warn({ err: error, folder }, "the folder of the back-ups cannot be read");
    return [];
  });
  const { backupAt, databaseUrl, dataDir } = config;
  return {
    nightly: backupAt === null ? null : { at: backupAt, next: nextNight(clock.now(), backupAt).toISOString() },
    folder,
    s3: shownPlace(config),
    same_disk: databaseUrl === null && (await onSameDisk(folder, dataDir)),
    trouble: await folderTrouble(folder),
    files: { count: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) },
    restore: await restoreShown(pools.engine),
    backups: joined(rows, files).toSorted((a, b) => b.at.localeCompare(a.at)),
  };
}

async function restoreShown(engine: Pool): Promise<BackupStatus["restore"]> {
  const found = await readRestore(engine);
  if (found === null) return null;
  const { fileName, requestedAt, ...rest } = found;
  return { ...rest, file_name: fileName, requested_at: requestedAt.toISOString() };
}

function joined(rows: readonly BackupRow[], files: readonly BackupFile[]): ListedBackup[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  const known = new Set(rows.map(({ fileName }) => fileName));
  return [
    ...rows.map((row) => ofRow(row, byName.has(row.fileName))),
    // After a restore the newest files have no row.
    ...files.filter(({ name }) => !known.has(name)).flatMap(ofFile),
  ];
}

function ofRow(
  { id, kind, state, bytes, verifying, progress, version, people, doors, migration, ...row }: BackupRow,
  here: boolean,
): ListedBackup {
  return {
    id,
    kind,
    state,
    bytes,
    verifying,
    progress,
    version,
    people,
    doors,
    migration,
    here,
    made_by: row.madeBy,
    at: row.at.toISOString(),
    verified_at: row.verifiedAt?.toISOString() ?? null,
    trouble: row.trouble === null ? null : backupTroubleSchema.parse(row.trouble),
    file_name: row.fileName,
    copied_at: row.copiedAt?.toISOString() ?? null,
    copy_trouble: row.copyTrouble === null ? null : backupTroubleSchema.parse(row.copyTrouble),
  };
}

function ofFile({ header, kind, name, bytes }: BackupFile): ListedBackup[] {
  if (header === null) return [];
  return [
    {
      id: header.id,
      kind: kind ?? "found",
      state: "done",
      bytes,
      verifying: false,
      progress: 1,
      version: null,
      people: null,
      doors: null,
      migration: null,
      here: true,
      made_by: null,
      at: header.created_at,
      verified_at: null,
      trouble: null,
      file_name: name,
      copied_at: null,
      copy_trouble: null,
    },
  ];
}
