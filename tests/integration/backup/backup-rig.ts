import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { dumpDatabase } from "#server/backup/dump.ts";
import { loadDatabase } from "#server/backup/load.ts";
import type { BackupRecord } from "#server/backup/records.ts";
import { readBackupFile, type WrittenBackup, writeBackupFile } from "#server/backup/write-file.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { TEST_SECRET_KEY, testCluster } from "#tests/support/cluster.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";

export const BACKUP_KEY = "a key of the back-ups that only tests have";
export const keys = createKeyRing(TEST_SECRET_KEY);

export interface BackupRig extends AsyncDisposable {
  path(name: string): string;
  backUp(adminUrl: string, name: string): Promise<WrittenBackup & { path: string }>;
  restore(
    path: string,
    options?: {
      into?: TestDatabase;
      change?: (records: AsyncIterable<BackupRecord>) => AsyncIterable<BackupRecord>;
      folder?: string;
    },
  ): Promise<TestDatabase>;
  emptyDatabase(): Promise<TestDatabase>;
}

export async function makeBackupRig(): Promise<BackupRig> {
  const backups = await mkdtemp(join(tmpdir(), "access-portal-backup-"));
  const made: TestDatabase[] = [];
  const emptyDatabase = async () => {
    const database = await createTestDatabase({ template: "empty" });
    made.push(database);
    return database;
  };
  return {
    path: (name) => join(backups, name),
    backUp: async (adminUrl, name) => {
      const path = join(backups, name);
      const records = dumpDatabase({ adminUrl, secretKeyId: keys.keyId });
      return {
        path,
        ...(await writeBackupFile(path, { id: randomUUID(), createdAt: new Date(), key: BACKUP_KEY, records })),
      };
    },
    restore: async (path, { into, folder, change = (records: AsyncIterable<BackupRecord>) => records } = {}) => {
      const database = into ?? (await emptyDatabase());
      const { header, records } = await readBackupFile(path, BACKUP_KEY);
      await loadDatabase({
        adminUrl: database.adminUrl,
        // Other test files share the cluster, so its login keeps its password.
        authenticatorPassword: testCluster().authenticatorPassword,
        keys,
        backupId: header.id,
        records: change(records),
        ...(folder !== undefined && { folder }),
      });
      return database;
    },
    emptyDatabase,
    [Symbol.asyncDispose]: async () => {
      for (const database of made) await database.drop();
      await rm(backups, { recursive: true, force: true });
    },
  };
}

/** Tables that a restore changes on purpose: settle() of server/backup/load.store.ts. */
const SETTLED = [
  "public.worker_pause",
  "public.restore_state",
  "public.restore_reports",
  "public.controller_sync",
  "public.controller_delays",
  "auth.sessions",
  "auth.one_time_tokens",
  "public.mail_queue",
  "public.alert_deliveries",
  "public.audit",
  "public.audit_unchained",
];

/** Returns row count and digest by table, for tables that a restore leaves unchanged. */
export async function digests(adminUrl: string): Promise<Map<string, string>> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    const { rows: tables } = await client.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname in ('public', 'auth') and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const found = new Map<string, string>();
    for (const { name } of tables.filter((table) => !SETTLED.includes(table.name))) {
      const { rows } = await client.query<{ digest: string }>(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, e'\\n' order by t::text collate "C"), '')) as digest from ${name} t`,
      );
      found.set(name, rows[0]?.digest ?? "");
    }
    return found;
  } finally {
    await client.end();
  }
}
