// A killed restore leaves the former database whole at every step, and the next attempt succeeds.
import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, open, readdir, readFile, readlink, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, type Pool } from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { labels } from "#server/backup/databases.store.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { makeDueRestore, type RestoreDeps } from "#server/backup/make-due-restore.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { MIGRATION_LOCK } from "#server/platform/database/migrate.ts";
import { createPools, type Pools } from "#server/platform/database/pools.ts";
import { onDatabase, TEST_SECRET_KEY } from "#tests/support/cluster.ts";
import { paced } from "#tests/support/pace.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { BACKUP_KEY, digests, keys } from "./backup-rig.ts";

const NEVER = new AbortController().signal;
const BACKUP_ID = "5b0a4c8e-7d52-4f4e-9a53-0b8f3f0d7c11";
const patient = { timeout: paced(60_000) };

let database: TestDatabase;
let admin: Pool;
let pools: Pools;
let folder: string;
let file: string;
let present: string;
let held: Client[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "access-portal-interrupted-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  database = await createTestDatabase();
  admin = openPool({ connectionString: database.adminUrl, max: 2 });
  pools = createPools({ url: database.authenticatorUrl, log: pino({ level: "silent" }) });
  held = [];
  file = join(folder, `${database.name}.backup`);
  await admin.query("insert into organizations (name) values ('I filen')");
  const made = { id: BACKUP_ID, createdAt: new Date(), key: BACKUP_KEY };
  await makeBackup(file, { adminUrl: database.adminUrl, secretKeyId: keys.keyId, ...made });
  await admin.query("insert into organizations (name) values ('Efter filen')");
  await queue();
  present = await oid();
});
afterEach(async () => {
  for (const client of held) await client.end().catch(() => undefined); // The restore ends this connection.
  await pools.close();
  await admin.end();
  for (const name of await databases())
    await ending(onDatabase(database.adminUrl, "postgres"), `drop database "${name}" with (force)`);
});

const queue = () =>
  admin.query("insert into restores (backup_id, file_name) values ($1, $2)", [BACKUP_ID, basename(file)]);
const deps = (more: Partial<RestoreDeps> = {}): RestoreDeps => ({
  engine: pools.engine,
  adminUrl: database.adminUrl,
  config: { backupDir: folder, dataDir: folder, backupKey: BACKUP_KEY, backupAt: null, backupS3: null },
  keys,
  clock: systemClock,
  log: pino({ level: "silent" }),
  ...more,
});
const oid = async () =>
  (await admin.query<{ oid: string }>("select oid::text from pg_database where datname = current_database()")).rows[0]
    ?.oid ?? "";
const organizations = async () =>
  (await admin.query<{ name: string }>("select name from organizations order by name")).rows.map(({ name }) => name);
const restores = async () => (await admin.query("select state, error from restores")).rows;
async function databases(): Promise<string[]> {
  await using client = await opened(onDatabase(database.adminUrl, "postgres"));
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where datname like $1 order by datname",
    [`${database.name}%`],
  );
  return rows.map(({ name }) => name);
}

async function opened(url: string) {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
async function ending(url: string, sql: string): Promise<void> {
  await using client = await opened(url);
  await client.query(sql);
}
/** Runs statements on one connection. */
async function holding(name: string, ...statements: string[]): Promise<void> {
  const client = await opened(onDatabase(database.adminUrl, name));
  held.push(client);
  for (const sql of statements) await client.query(sql);
}
async function letGo(): Promise<void> {
  for (const client of held.splice(0)) await client.end().catch(() => undefined); // The restore ends this connection.
}

function begin(more: { typed?: Uploaded; readable?: number } = {}): ChildProcess {
  const given = { ...database, folder, key: BACKUP_KEY, ...more };
  return fork(join(import.meta.dirname, "../../support/run-restore.ts"), [JSON.stringify(given)], { execArgv: [] });
}
async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

const INCOMING = () => `${database.name}_restoring`;
const state = async () => (await restores())[0]?.state;
const isLabelled = async (name: string) => {
  await using client = await opened(onDatabase(database.adminUrl, "postgres"));
  const { rows } = await client.query<{ label: string | null }>(
    "select shobj_description(oid, 'pg_database') as label from pg_database where datname = $1",
    [name],
  );
  return rows[0]?.label === labels(database.name).incoming;
};
const waiting = async (text: string) => {
  await using client = await opened(onDatabase(database.adminUrl, "postgres"));
  const { rows } = await client.query(
    "select from pg_stat_activity where wait_event_type = 'Lock' and query like $1 and pid <> pg_backend_pid()",
    [text],
  );
  return rows.length;
};

interface Step {
  /** Makes the restore wait at the step. */
  hold: () => Promise<void>;
  reached: () => Promise<void>;
}
const STEPS: Record<string, Step> = {
  "while what is there is backed up": {
    hold: () => holding(database.name, "begin", "lock table organizations in access exclusive mode"),
    reached: () => expect.poll(state, patient).toBe("saving"),
  },
  "while the file is loaded": {
    hold: async () => {
      await ending(database.adminUrl, `create database "${INCOMING()}" template template0`);
      await holding(INCOMING(), `select pg_advisory_lock(${MIGRATION_LOCK})`);
    },
    reached: async () => {
      await expect.poll(state, patient).toBe("loading");
      // The database existed before, so only its label shows that it is the restore's.
      await expect.poll(() => isLabelled(INCOMING()), patient).toBe(true);
    },
  },
  "before the first rename": {
    hold: () => holding("postgres", "begin", `comment on database "${database.name}" is 'held'`),
    reached: () => expect.poll(() => waiting(`alter database "${database.name}" rename%`), patient).toBe(1),
  },
  "between the two renames": {
    hold: async () => {
      await ending(database.adminUrl, `create database "${INCOMING()}" template template0`);
      await holding(INCOMING(), `select pg_advisory_lock(${MIGRATION_LOCK})`);
    },
    reached: async () => {
      // The restore labels the database before it loads the file, which waits until the renames are held.
      await expect.poll(state, patient).toBe("loading");
      await expect.poll(() => isLabelled(INCOMING()), patient).toBe(true);
      await holding("postgres", "begin", `comment on database "${INCOMING()}" is 'held'`);
      await held.shift()?.end();
      await expect.poll(() => waiting(`alter database "${INCOMING()}" rename%`), patient).toBe(1);
    },
  },
};

/** Expects what was there when the restore was killed, and a restore that reaches its end. */
async function wholeAndTakenAgain(before: Map<string, string>): Promise<void> {
  await expect.poll(() => oid().catch(() => ""), patient).toBe(present);
  const after = await digests(database.adminUrl);
  for (const table of ["public.restores", "public.backups"]) for (const one of [before, after]) one.delete(table);
  expect(after).toEqual(before);
  // When the lease has ended, another server or a restart of this one reports the failure and removes the database.
  await admin.query("update restores set lease_until = now() - interval '1 second'");
  await admin.query("update backups set lease_until = now() - interval '1 second' where lease_until is not null");
  await expect
    .poll(async () => {
      await makeDueRestore(deps(), NEVER);
      return restores();
    }, patient)
    .toEqual([{ state: "failed", error: "interrupted" }]);
  await expect
    .poll(async () => {
      await makeDueRestore(deps(), NEVER);
      return databases();
    }, patient)
    .toEqual([database.name]);
  await admin.query("delete from restores");
  await queue();
  expect(await makeDueRestore(deps(), NEVER)).toBe("restored");
  await expect.poll(() => organizations().catch(() => []), patient).toEqual(["I filen"]);
}

// Covers: running.29
test.each(Object.keys(STEPS))("killed %s, what was there is whole, and the next reaches its end", async (name) => {
  const step = STEPS[name];
  const before = await digests(database.adminUrl);
  await step?.hold();
  const child = begin();
  await step?.reached();
  await kill(child);
  await letGo();
  await wholeAndTakenAgain(before);
});

// Covers: running.29
test("killed while the file is read, what was there is whole, and the next reaches its end", async () => {
  const before = await digests(database.adminUrl);
  const { size } = await stat(file);
  const child = begin({ readable: Math.floor(size / 2) });
  await expect.poll(state, patient).toBe("checking");
  await kill(child);
  await wholeAndTakenAgain(before);
});

interface Uploaded {
  name: string;
  path: string;
  dataDir: string;
  secretKey: string;
}

describe("on the first page of an empty installation", () => {
  const secretKey = "the secret key of the installation that is gone";
  let uploaded: Uploaded;
  const keyFile = async () => (await readFile(join(uploaded.dataDir, "secret.key"), "utf8")).trim().split("\n");
  const again = () => {
    const { name, path, dataDir } = uploaded;
    const places = { dataDir, secretKey: null, backupKey: null };
    const typed = new Map([[name, { path, backupKey: BACKUP_KEY, secretKeys: [secretKey], places }]]);
    return makeDueRestore(
      deps({ typed, config: { backupDir: folder, dataDir, backupKey: BACKUP_KEY, backupAt: null, backupS3: null } }),
      NEVER,
    );
  };

  beforeEach(async () => {
    const dataDir = await mkdtemp(join(folder, "data-"));
    await writeFile(join(dataDir, "secret.key"), `${TEST_SECRET_KEY}\n`);
    const path = join(dataDir, "restore-upload.backup");
    const made = { id: BACKUP_ID, createdAt: new Date(), key: BACKUP_KEY };
    await makeBackup(path, { adminUrl: database.adminUrl, secretKeyId: createKeyRing(secretKey).keyId, ...made });
    await admin.query("delete from organizations where name = 'Efter filen'");
    uploaded = { name: `restore-upload-${BACKUP_ID}.backup`, path, dataDir, secretKey };
    await admin.query("update restores set file_name = $1", [uploaded.name]);
  });

  async function takenAgain(): Promise<void> {
    await expect.poll(() => oid().catch(() => ""), patient).toBe(present);
    expect(await organizations()).toEqual(["I filen"]);
    // The present key comes first, so the server starts on the present database.
    expect((await keyFile())[0]).toBe(TEST_SECRET_KEY);
    await admin.query("update restores set lease_until = now() - interval '1 second'");
    await expect
      .poll(async () => {
        await again();
        return restores();
      }, patient)
      .toEqual([{ state: "failed", error: "interrupted" }]);
    await admin.query("delete from restores");
    await admin.query("insert into restores (backup_id, file_name) values ($1, $2)", [BACKUP_ID, uploaded.name]);
    expect(await again()).toBe("restored");
    await expect.poll(() => organizations().catch(() => []), patient).toEqual(["Efter filen", "I filen"]);
    expect(await keyFile()).toEqual([secretKey]);
  }

  /** Waits until the process has closed the file. */
  const closedBy = (child: ChildProcess, path: string) =>
    expect
      .poll(async () => {
        const fds = `/proc/${child.pid}/fd`;
        const files = await Promise.all((await readdir(fds)).map((fd) => readlink(join(fds, fd)).catch(() => "")));
        return files.includes(path);
      }, patient)
      .toBe(false);

  // A pipe replaces the file, so that the restore reads only as much as the test writes.
  // Covers: running.35
  test.runIf(process.platform === "linux")(
    "killed while the file is read, the empty portal is whole, and the same file is taken again",
    async () => {
      const { path } = uploaded;
      const content = await readFile(path);
      await rm(path);
      execFileSync("mkfifo", [path]);
      const child = begin({ typed: uploaded });
      await writeFile(path, content); // The manifest is read first.
      await closedBy(child, path);
      await using pipe = await open(path, "w");
      await pipe.write(content.subarray(0, content.length / 2));
      await expect.poll(state, patient).toBe("checking");
      await kill(child);
      await rm(path);
      await writeFile(path, content);
      await takenAgain();
    },
  );

  // Covers: running.35
  test.each(Object.keys(STEPS).slice(1))(
    "killed %s, the empty portal is whole, and the same file is taken again",
    async (name) => {
      const step = STEPS[name];
      await step?.hold();
      const child = begin({ typed: uploaded });
      await step?.reached();
      await kill(child);
      await letGo();
      await takenAgain();
    },
  );

  // Covers: running.35
  test("killed right after the swap, the key file has the restored database's key", async () => {
    const child = begin({ typed: uploaded });
    await expect.poll(() => oid().catch(() => present), patient).not.toBe(present);
    await kill(child);
    expect(await organizations()).toEqual(["Efter filen", "I filen"]);
    expect(await keyFile()).toContain(secretKey);
  });
});

// Covers: running.29
test("killed right after it, the file's rows are there, and nothing is to be done again", async () => {
  const child = begin();
  await expect.poll(() => oid().catch(() => present), patient).not.toBe(present);
  await kill(child);
  expect(await organizations()).toEqual(["I filen"]);
  expect(await restores()).toEqual([]);
  expect((await admin.query("select backup_id from restore_state")).rows).toEqual([{ backup_id: BACKUP_ID }]);
  // The former database stays until the restore is confirmed.
  expect(await makeDueRestore(deps(), NEVER)).toBeNull();
  expect(await databases()).toEqual([database.name, expect.stringMatching(/_replaced_\d{14}$/)]);
  await admin.query("delete from restore_state");
  await makeDueRestore(deps(), NEVER);
  expect(await databases()).toEqual([database.name]);
});

// Covers: running.28
test("the rows of a file are those that were backed up, with one migration more where the file is older", async () => {
  const before = await digests(database.adminUrl);
  const schemaFolder = await mkdtemp(join(tmpdir(), "portal-newer-"));
  await cp(fileURLToPath(new URL("../../../database/", import.meta.url)), schemaFolder, { recursive: true });
  await writeFile(
    join(schemaFolder, "migrations/9998_mottos.sql"),
    "create table public.mottos (motto text primary key);",
  );
  expect(await makeDueRestore(deps({ schemaFolder }), NEVER)).toBe("restored");
  await expect.poll(() => organizations().catch(() => []), patient).toEqual(["I filen"]);
  const after = await digests(database.adminUrl);
  expect(after.get("public.mottos")).toBeDefined();
  // The rows of the safety copy and of the restore, and the organisation that the file lacks.
  for (const table of ["public.mottos", "public.backups", "public.restores", "public.organizations"]) {
    before.delete(table);
    after.delete(table);
  }
  expect(after).toEqual(before);
  await rm(schemaFolder, { recursive: true });
});

// Covers: running.29
test("a disk that is full while the file is loaded leaves what was there, and is named", async () => {
  // PostgreSQL has no room for the incoming database's rows.
  await ending(database.adminUrl, `create database "${INCOMING()}" template template0`);
  await ending(
    onDatabase(database.adminUrl, INCOMING()),
    `create schema trap; create function trap.full() returns event_trigger language plpgsql as $$ begin
       raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     grant usage on schema trap to public;
     create event trigger full_disk on ddl_command_end when tag in ('CREATE TABLE') execute function trap.full()`,
  );
  expect(await makeDueRestore(deps(), NEVER)).toBe("disk_full");
  expect(await oid()).toBe(present);
  expect(await organizations()).toEqual(["Efter filen", "I filen"]);
  expect(await databases()).toEqual([database.name]);
  expect(await restores()).toEqual([{ state: "failed", error: "disk_full" }]);
});

// Covers: running.28
test("a file that the back-up of what is there makes outlived is kept until it is restored", async () => {
  const made = new Date("2024-03-05T12:00:00Z");
  const names = ["20240305T120000Z-manual-00000001", "20240305T130000Z-manual-00000002"].map(
    (at) => `portal-${at}.backup`,
  );
  for (const [hours, name] of names.entries()) {
    const createdAt = new Date(made.getTime() + hours * 3_600_000);
    const of = { id: randomUUID(), createdAt, key: BACKUP_KEY, adminUrl: database.adminUrl, secretKeyId: keys.keyId };
    await makeBackup(join(folder, name), of);
  }
  await admin.query("update restores set file_name = $1", [names[0]]);
  expect(await makeDueRestore(deps(), NEVER)).toBe("restored");
  expect(await readdir(folder)).toEqual(expect.arrayContaining([...names]));
});
