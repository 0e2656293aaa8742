// `npm run backup -- FILE`: one encrypted snapshot of the database, with the portal running or stopped.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { factsOf, recordBackup } from "#server/backup/backups.store.ts";
import { backupKeyId } from "#server/backup/container.ts";
import type { DumpProgress } from "#server/backup/dump.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { verifyBackupFile, type WrittenBackup } from "#server/backup/write-file.ts";
import { loadConfig } from "#server/platform/config.ts";
import { backupKeyPath, loadBackupKey, openKeyRing } from "#server/platform/crypto/secret-key.ts";
import { progressLine, sizeText } from "./lib/backup-progress.ts";
import { type Arguments, formsOf, runCli, startedAs } from "./lib/cli.ts";
import { openDatabase } from "./lib/open-database.ts";
import { UserError } from "./lib/stopping.ts";

const FORMS = formsOf(startedAs("backup"), {
  FILE: "makes a back-up, reads it back and only then gives it its name",
  "--verify FILE": "reads a back-up to its end: every part opens, every row is there",
});

const USAGE = `${FORMS}

Finds the portal by PORTAL_DATA_DIR (default ./data) or DATABASE_URL, running or stopped. The file is encrypted with
PORTAL_BACKUP_KEY, or the backup.key of the data folder, which is made the first time: keep a copy of that and of
secret.key, apart from the back-ups. Without both nobody can restore.`;

const OPTIONS = { verify: { type: "boolean" } } as const;

await runCli({ usage: USAGE, options: OPTIONS, words: 1 }, main);

async function main({ values, words: [file] }: Arguments<typeof OPTIONS>, stack: AsyncDisposableStack): Promise<void> {
  if (file === undefined) throw new UserError(`Which file?\n\n${USAGE}`);
  const config = loadConfig(process.env);
  const source = { configured: config.backupKey, dataDir: config.dataDir };
  if (values.verify) {
    if (config.backupKey === null && !existsSync(backupKeyPath(config.dataDir))) {
      throw new UserError(
        `There is no back-up key: set PORTAL_BACKUP_KEY, or PORTAL_DATA_DIR to the folder that has backup.key.`,
      );
    }
    return report("whole", file, await verifyBackupFile(file, await loadBackupKey(source)));
  }
  if (existsSync(file))
    throw new UserError(`${file} is there already. A back-up is never written over; choose another name.`);
  // Opened before the key, so that a wrong folder does not get a key file.
  const adminUrl = await openDatabase(config, stack);
  const firstTime = config.backupKey === null && !existsSync(backupKeyPath(config.dataDir));
  const key = await loadBackupKey(source);
  const keys = await openKeyRing(config);
  const line = progressLine();
  const onProgress = ({ table, share, rows, bytes }: DumpProgress) =>
    line.show(`${Math.round(share * 100)} %  ${table}  ${rows} rows  ${sizeText(bytes)}`);
  const id = randomUUID();
  const createdAt = new Date();
  const written = await makeBackup(file, { adminUrl, secretKeyId: keys.keyId, id, createdAt, key, onProgress });
  line.end();
  await recordBackup(adminUrl, {
    id,
    fileName: basename(file),
    takenAt: written.manifest.taken_at,
    bytes: written.bytes,
    rows: written.end.rows,
    facts: factsOf(written.manifest),
  });
  report("written and read back", file, written);
  if (firstTime) {
    console.log(
      `\nA key was made: ${backupKeyPath(config.dataDir)} (${backupKeyId(key)}). Copy it and secret.key to a safe place now, apart from the back-ups.`,
    );
  }
}

function report(
  what: string,
  file: string,
  { manifest, end, ...rest }: Omit<WrittenBackup, "bytes"> & { bytes?: number },
): void {
  const size = rest.bytes === undefined ? "" : `, ${sizeText(rest.bytes)}`;
  console.log(
    `${file}: ${what}. ${end.tables} tables, ${end.rows} rows${size}, as of ${manifest.taken_at}, schema ${manifest.migrations.at(-1)?.version ?? 0}.`,
  );
}
