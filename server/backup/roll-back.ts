// Takes an update back at the console, where the former version's server no longer starts: `npm run admin -- rollback`.
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import type { Config } from "#server/platform/config.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { loadBackupKey } from "#server/platform/crypto/secret-key.ts";
import { newestMigration } from "#server/platform/database/migration-files.ts";
import { type BackupFile, backupFolder, listBackupFiles } from "./backup-folder.ts";
import { createIncoming, databaseOf, keptName, readPresent, replaceDatabase } from "./databases.store.ts";
import { UpdateError } from "./errors.ts";
import { loadDatabase } from "./load.ts";
import type { Manifest } from "./records.ts";
import { readFittingManifest } from "./restore-file.ts";
import { readBackupFile, verifyBackupFile } from "./write-file.ts";

export interface RollBackDeps {
  adminUrl: string;
  config: Pick<Config, "backupDir" | "backupKey" | "dataDir">;
  keys: Pick<KeyRing, "keyIds" | "derive" | "chainMac">;
  clock: Clock;
  log: Logger;
}

/**
 * Puts the database as it was before the latest update in the present one's place, which is kept beside it. Nothing is sent or opened
 * until a system admin confirms it. Throws UpdateError when a server still runs, when the present database is this version's own, or when
 * there is no back-up that fits; BackupError and database errors leave the present database in place.
 * @returns the file, the time of its rows (ISO 8601), and the name under which the replaced database is kept
 */
export async function rollBack(deps: RollBackDeps): Promise<{ file: string; takenAt: string; keptAs: string }> {
  const { adminUrl, config, keys, clock, log } = deps;
  await requireUpdatedAndStopped(adminUrl);
  const key = await loadBackupKey({ configured: config.backupKey, dataDir: config.dataDir });
  const { file, manifest } = await newestFitting(deps, key);
  await verifyBackupFile(file.path, key);
  const incomingUrl = await createIncoming(adminUrl);
  const authenticatorPassword = keys.derive("database/authenticator");
  const { header, records } = await readBackupFile(file.path, key);
  await loadDatabase({
    adminUrl: incomingUrl,
    authenticatorPassword,
    keys,
    backupId: header.id,
    records,
  });
  const keptAs = keptName(databaseOf(adminUrl), clock.now());
  await replaceDatabase(adminUrl, { authenticatorPassword, keptAs, clock, log });
  return { file: file.path, takenAt: manifest.taken_at, keptAs };
}

async function requireUpdatedAndStopped(adminUrl: string): Promise<void> {
  const { version, servers } = await readPresent(adminUrl);
  const own = await newestMigration();
  if (version <= own) {
    throw new UpdateError(
      `The database is at migration ${version}, which this version knows (${own}): there is no update to take back. Put the former version in place first.`,
    );
  }
  if (servers > 0) {
    throw new UpdateError(
      "A server still uses the database, and would migrate it again. Stop every server, then run this again. Nothing was changed.",
    );
  }
}

async function newestFitting(
  { config, keys, log }: RollBackDeps,
  key: string,
): Promise<{ file: BackupFile; manifest: Manifest }> {
  const folder = backupFolder(config);
  const files = (await listBackupFiles(folder))
    .filter(({ kind }) => kind === "update")
    .toSorted((a, b) => (a.name < b.name ? 1 : -1));
  for (const file of files) {
    try {
      return { file, manifest: await readFittingManifest(file.path, { key, secretKeyIds: keys.keyIds }) };
    } catch (error) {
      log.warn({ err: error, file: file.path }, "this back-up does not fit");
    }
  }
  throw new UpdateError(
    `No back-up from before an update in ${folder} fits this version (${files.length} were tried). Restore another one beside the database: the command restore FILE --database NAME. Nothing was changed.`,
  );
}
