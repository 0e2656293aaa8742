// `npm run restore -- FILE`: device writes and gate openings stay paused until a system admin has reviewed it.
import { loadDatabase } from "#server/backup/load.ts";
import { readBackupFile, verifyBackupFile } from "#server/backup/write-file.ts";
import { loadConfig } from "#server/platform/config.ts";
import { loadBackupKey, openKeyRing } from "#server/platform/crypto/secret-key.ts";
import { progressLine, sizeText } from "./lib/backup-progress.ts";
import { type Arguments, formsOf, runCli, startedAs } from "./lib/cli.ts";
import { openTarget } from "./lib/restore-target.ts";
import { UserError } from "./lib/stopping.ts";

const FORMS = formsOf(startedAs("restore"), {
  FILE: "into the portal's own database, which must be empty",
  "FILE --database NAME": "into another database on the same server, made if it is not there",
});

const USAGE = `${FORMS}

The database is that of DATABASE_URL, else of PORTAL_DATA_DIR (default ./data); the portal must be stopped. Needs the
back-up key (PORTAL_BACKUP_KEY or backup.key) and the secret key (PORTAL_SECRET_KEY or secret.key) of the portal that made it.`;

const OPTIONS = { database: { type: "string" } } as const;

await runCli({ usage: USAGE, options: OPTIONS, words: 1 }, main);

async function main({ values, words: [file] }: Arguments<typeof OPTIONS>, stack: AsyncDisposableStack): Promise<void> {
  if (file === undefined) throw new UserError(`Which file?\n\n${USAGE}`);
  const config = loadConfig(process.env);
  const key = await loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
  // The file is read whole first, so that a damaged one does not leave a database behind.
  const { end: expected } = await verifyBackupFile(file, key);
  const keys = await openKeyRing(config);
  const adminUrl = await openTarget(config, {
    name: values.database ?? null,
    stack,
    say: (text) => console.error(text),
  });
  const line = progressLine();
  const { header, records } = await readBackupFile(file, key);
  const { manifest, end } = await loadDatabase({
    adminUrl,
    authenticatorPassword: keys.derive("database/authenticator"),
    keys,
    backupId: header.id,
    records,
    onProgress: ({ table, rows, bytes }) =>
      line.show(
        `${Math.round((bytes / Math.max(1, expected.bytes)) * 100)} %  ${table}  ${rows} rows  ${sizeText(bytes)}`,
      ),
  });
  line.end();
  const database = new URL(adminUrl).pathname.slice(1);
  console.log(`Restored ${end.rows} rows of ${end.tables} tables into ${database}, as of ${manifest.taken_at}.

Everybody must sign in again. Nothing is sent to any door controller and NO GATE OPENS until a system admin has looked at
the differences between the devices and this database and says go on: sign in and open Operations (/system-admin/operations).${
    values.database === undefined ? "" : `\nStart the portal on it: DATABASE_URL with /${database} at its end.`
  }`);
}
