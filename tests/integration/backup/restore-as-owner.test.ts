// Restores with a login that is no superuser. Such a login must be able to create databases; otherwise the page says so.
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Client, type Pool } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { backupControl } from "#contract/functions/backup-control.ts";
import { restoreTroubles } from "#contract/restores.ts";
import { systemClock } from "#drivers/clock.ts";
import { mayReplace } from "#server/backup/databases.store.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { makeDueRestore } from "#server/backup/make-due-restore.ts";
import { startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { authenticatorUrl } from "#server/platform/database/open-database.ts";
import { createPools, type Pools } from "#server/platform/database/pools.ts";
import { createAccount } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { onDatabase, TEST_SECRET_KEY, testCluster } from "#tests/support/cluster.ts";
import { paced } from "#tests/support/pace.ts";
import { openPool } from "#tests/support/pool.ts";
import { QUICK_HASHING } from "#tests/support/quick-hashing.ts";
import { BACKUP_KEY, keys } from "./backup-rig.ts";

const name = `owned_${randomUUID().slice(0, 8)}`;
const NEVER = new AbortController().signal;
const log = pino({ level: "silent" });

let console_: Client;
let admin: Pool;
let pools: Pools;
let folder: string;
let ownerUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "access-portal-owned-"));
  const { adminUrl, authenticatorPassword } = testCluster();
  console_ = new Client({ connectionString: adminUrl });
  await console_.connect();
  await console_.query(`create role ${name} login createrole password 'only-for-tests'`);
  // Other files of the run have made the roles. In a real installation this login makes them.
  for (const role of ["portal_owner", "portal_backup", "authenticator"])
    await console_.query(
      `grant ${role} to ${name} with admin true, inherit ${role === "portal_owner"}, set ${role !== "authenticator"}`,
    );
  await console_.query(`create database ${name} owner ${name}`);
  const url = new URL(onDatabase(adminUrl, name));
  url.username = name;
  url.password = "only-for-tests";
  ownerUrl = url.href;
  await migrate({ adminUrl: ownerUrl, authenticatorPassword });
  admin = openPool({ connectionString: ownerUrl, max: 1 });
  pools = createPools({ url: authenticatorUrl(ownerUrl, authenticatorPassword), log });
});
afterAll(async () => {
  await pools.close();
  await admin.end();
  const { rows } = await console_.query<{ name: string }>(
    "select datname as name from pg_database where datname like $1",
    [`${name}%`],
  );
  for (const one of rows) await console_.query(`drop database ${one.name} with (force)`);
  await console_.query(`drop owned by ${name}`);
  await console_.query(`drop role ${name}`);
  await console_.end();
  await rm(folder, { recursive: true, force: true });
});

async function startPortal() {
  const env = {
    PORT: "0",
    HOST: "127.0.0.1",
    PORTAL_DATA_DIR: folder,
    PORTAL_SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: "silent",
    BACKUP_AT: "off",
    BACKUP_DIR: folder,
    PORTAL_BACKUP_KEY: BACKUP_KEY,
  };
  const server = await startServer({
    config: loadConfig(env, { demo: true }),
    adminUrl: ownerUrl,
    pageDir: null,
    hashing: QUICK_HASHING,
    patience: paced(2),
  });
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.close() });
}

// Covers: running.29
test("the page of a portal whose login may not create databases is refused by the sentence that names it", async () => {
  await using server = await startPortal();
  const system = await signedInClient(server.url, await createAccount(server, "owner", null));
  const ask = (action: string, more: object = {}) => callFunction(system, "backup-control", { action, ...more });
  const made = async () => backupControl.STATUS.reply.parse((await ask("STATUS")).body).backups[0];
  expect(await ask("MAKE")).toMatchObject({ status: 200 });
  await expect.poll(made, { timeout: paced(60_000) }).toMatchObject({ state: "done" });
  const id = (await made())?.id;
  for (const action of ["RESTORE_PREVIEW", "RESTORE"])
    expect(await ask(action, { id })).toMatchObject({
      status: 409,
      body: { reason: "restore_may_not_create", error: restoreTroubles.may_not_create },
    });
  const { rowCount } = await pools.engine.query("select from restores");
  expect(rowCount).toBe(0);
});

// Covers: running.28, running.29
test("a login that may not create databases is told from one that may, and that one restores", async () => {
  expect(await mayReplace(ownerUrl)).toBe(false);
  await console_.query(`alter role ${name} createdb`);
  expect(await mayReplace(ownerUrl)).toBe(true);
  const file = join(folder, "there.backup");
  const id = randomUUID();
  await makeBackup(file, { adminUrl: ownerUrl, secretKeyId: keys.keyId, id, createdAt: new Date(), key: BACKUP_KEY });
  await pools.engine.query("insert into restores (backup_id, file_name) values ($1, $2)", [id, basename(file)]);
  const config = { backupDir: folder, dataDir: folder, backupKey: BACKUP_KEY, backupAt: null, backupS3: null };
  // The servers' idle connections are ended, too.
  await Promise.all([pools.auth, pools.gate, pools.user].map((pool) => pool.query("select 1")));
  const deps = { engine: pools.engine, adminUrl: ownerUrl, config, keys, clock: systemClock, log };
  expect(await makeDueRestore(deps, NEVER)).toBe("restored");
  const { rows } = await pools.engine.query("select backup_id from restore_state");
  expect(rows).toEqual([{ backup_id: id }]);
});
