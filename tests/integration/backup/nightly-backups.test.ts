// The portal's own back-ups, run by hand as any number of servers, at times of day that the tests choose.
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { readBackupFacts } from "#server/alerts/alert-facts.store.ts";
import { queueBackup } from "#server/backup/backups.store.ts";
import { keepBackups } from "#server/backup/keep-backups.job.ts";
import { makeDueBackup } from "#server/backup/make-due-backup.ts";
import type { RestoreDeps } from "#server/backup/make-due-restore.ts";
import { verifyBackupFile } from "#server/backup/write-file.ts";
import { createPools, type Pools } from "#server/platform/database/pools.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { paced } from "#tests/support/pace.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { BACKUP_KEY, keys, makeBackupRig } from "./backup-rig.ts";

const NEVER = new AbortController().signal;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let database: TestDatabase;
let admin: Pool;
let pools: Pools;
let root: string;
let folder: string;
let now: Date;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = openPool({ connectionString: database.adminUrl, max: 2 });
  pools = createPools({ url: database.authenticatorUrl, log: pino({ level: "silent" }) });
  root = await mkdtemp(join(tmpdir(), "access-portal-nightly-"));
});
afterAll(async () => {
  await pools.close();
  await admin.end();
  await database.drop();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  await admin.query("delete from backups");
  folder = join(root, randomUUID(), "backups");
  await installed("2026-11-27T12:00:00Z");
  now = new Date("2026-11-28T01:29:00Z"); // A minute before half past two in Stockholm.
});

const installed = (at: string) => admin.query("update private.schema_migrations set applied_at = $1", [at]);

function server(changes: Partial<RestoreDeps["config"]> = {}): RestoreDeps {
  return {
    engine: pools.engine,
    adminUrl: database.adminUrl,
    config: { backupDir: folder, dataDir: root, backupKey: BACKUP_KEY, backupAt: "02:30", backupS3: null, ...changes },
    keys,
    clock: { ...systemClock, now: () => now },
    log: pino({ level: "silent" }),
  };
}

const work = (deps = server(), signal = NEVER) => makeDueBackup(deps, signal);
const rows = async () =>
  (
    await admin.query(
      "select kind, state, error, file_name, verified_at is not null as verified from backups order by requested_at",
    )
  ).rows;
const files = async () => (await readdir(folder).catch((): string[] => [])).toSorted();
const facts = () => transaction(pools.engine, readBackupFacts);
const audited = async (action: string) =>
  (await admin.query("select actor, subject_id, after from audit where action = $1 order by at, id", [action])).rows;

// Covers: running.23
test("the night's back-up is made once at its time, read back, and opens with the key", async () => {
  expect(await work()).toBeNull();
  now = new Date("2026-11-28T01:30:00Z");
  expect([await work(), await work()]).toEqual(["made", null]);
  const [name = ""] = await files();
  expect(await files()).toEqual([expect.stringMatching(/^portal-20261128T013000Z-nightly-[0-9a-f]{8}\.backup$/)]);
  expect(await rows()).toEqual([{ kind: "nightly", state: "done", error: null, file_name: name, verified: true }]);
  expect((await verifyBackupFile(join(folder, name), BACKUP_KEY)).end.rows).toBeGreaterThan(0);
  now = new Date("2026-11-29T01:30:00Z");
  expect(await work()).toBe("made");
  expect(await audited("backup_made")).toMatchObject([{ after: { kind: "nightly" } }, { after: { kind: "nightly" } }]);
});

// Covers: running.23
test("a server that was off that night makes it when it starts; a new installation waits for its first night", async () => {
  now = new Date("2026-12-03T14:00:00Z");
  await installed("2026-12-03T13:00:00Z");
  expect(await work()).toBeNull();
  await installed("2026-01-01T00:00:00Z");
  expect(await work(server({ backupAt: null }))).toBeNull();
  expect(await work()).toBe("made");
});

// Covers: running.23
test("of four servers one makes it", async () => {
  now = new Date("2026-11-28T01:30:00Z");
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => work(server())));
  expect(outcomes.filter((outcome) => outcome !== null)).toEqual(["made"]);
  expect(await Promise.all([1, 2, 3, 4].map(() => work(server())))).toEqual([null, null, null, null]);
  expect(await files()).toHaveLength(1);
  // A server that read its facts before the other one succeeded.
  const late = {
    id: randomUUID(),
    kind: "nightly",
    fileName: "late",
    requestedAt: now,
    madeBy: null,
    night: now,
  } as const;
  expect(await queueBackup(pools.engine, late)).toBe(false);
});

describe("a back-up that cannot be made", () => {
  const night = new Date("2026-11-29T01:30:00Z");
  beforeEach(async () => {
    now = new Date("2026-11-28T01:30:00Z");
    expect(await work()).toBe("made");
    expect(await facts()).toMatchObject({ failed_since: null, trouble: null });
    now = night;
  });

  async function failsWith(trouble: string, broken: RestoreDeps) {
    const before = await files();
    expect(await work(broken)).toBe(trouble);
    // The back-up is not tried again at once, but after an hour.
    now = new Date(night.getTime() + HOUR_MS - 1);
    expect(await work(broken)).toBeNull();
    now = new Date(night.getTime() + HOUR_MS);
    expect(await work(broken)).toBe(trouble);
    expect(await files()).toEqual(before);
    expect(await rows()).toMatchObject([
      { state: "done", verified: true },
      { state: "failed", error: trouble, verified: false },
      { state: "failed", error: trouble, verified: false },
    ]);
    expect(await facts()).toMatchObject({ failed_since: night, trouble });
    expect((await audited("backup_failed")).at(-1)).toMatchObject({ after: { kind: "nightly", trouble } });
    // Once the fault is removed, the back-up is made an hour later, and the facts of the alert are empty.
    now = new Date(night.getTime() + 2 * HOUR_MS);
    expect(await work()).toBe("made");
    expect(await facts()).toMatchObject({ failed_since: null, trouble: null });
  }

  // Covers: running.23
  test("because its folder is a file leaves the older ones, raises the alert and is tried again", async () => {
    await writeFile(join(root, "a-file"), "");
    await failsWith("folder_missing", server({ backupDir: join(root, "a-file", "backups") }));
  });

  // Only root may mount a small disk.
  const mounted = test.skipIf(process.getuid?.() !== 0);
  const disk = async (options: string) => {
    const at = join(root, randomUUID());
    await mkdir(at);
    execFileSync("mount", ["-t", "tmpfs", "-o", options, "none", at]);
    return { at, [Symbol.dispose]: () => void execFileSync("umount", [at]) };
  };

  mounted("because the disk is full leaves the older ones and nothing half", async () => {
    using full = await disk("size=4k");
    await failsWith("disk_full", server({ backupDir: full.at }));
    expect(await readdir(full.at)).toEqual([]);
  });

  mounted("because the disk can only be read leaves the older ones", async () => {
    using readOnly = await disk("ro");
    await failsWith("folder_read_only", server({ backupDir: readOnly.at }));
  });
});

// Covers: running.23
test("what a server that ended was making is said to be interrupted; its half file goes, and another may be made", async () => {
  await mkdir(folder, { recursive: true });
  const id = randomUUID();
  await queueBackup(pools.engine, {
    id,
    kind: "manual",
    fileName: "half.backup",
    requestedAt: now,
    madeBy: null,
    night: null,
  });
  await admin.query("update backups set state = 'writing', lease_owner = $1, lease_until = now() + interval '1 hour'", [
    id,
  ]);
  await writeFile(join(folder, "half.backup.partial"), "half");
  const next = () =>
    queueBackup(pools.engine, {
      id: randomUUID(),
      kind: "manual",
      fileName: "next.backup",
      requestedAt: now,
      madeBy: null,
      night: null,
    });
  expect([await next(), await work()]).toEqual([false, null]);
  await admin.query("update backups set lease_until = now() - interval '1 second'");
  expect(await work()).toBeNull();
  expect(await rows()).toMatchObject([{ state: "failed", error: "interrupted" }]);
  expect(await files()).toEqual([]);
  expect([await next(), await work()]).toEqual([true, "made"]);
});

// Covers: running.23
test("a server that stops leaves no half file", async () => {
  now = new Date("2026-11-28T01:30:00Z");
  expect(await work(server(), AbortSignal.abort())).toBe("interrupted");
  expect(await files()).toEqual([]);
  expect(await rows()).toMatchObject([{ state: "failed", error: "interrupted" }]);
});

// Covers: running.24
test("outlived back-ups are deleted after the next is whole, and no file of anybody else", async () => {
  await mkdir(folder, { recursive: true });
  await using rig = await makeBackupRig();
  const { path } = await rig.backUp(database.adminUrl, "by-hand");
  // A file that a person has named, one of another installation's key, and one that is no back-up.
  const others = ["by-hand.portal", "notes.txt"];
  await copyFile(path, join(folder, "by-hand.portal"));
  await writeFile(join(folder, "notes.txt"), "portal");
  const first = new Date("2026-10-01T01:30:00Z");
  await installed("2026-01-01T00:00:00Z");
  now = first;
  expect(await work(server({ backupKey: "another installation's own key 0123456789" }))).toBe("made");
  others.push(...(await files()).filter((name) => name.startsWith("portal-")));
  await admin.query("delete from backups");
  for (let night = 0; night < 10; night += 1) {
    now = new Date(first.getTime() + night * DAY_MS);
    expect(await work()).toBe("made");
  }
  const own = (await files()).filter((name) => !others.includes(name)).map((name) => name.slice(7, 15));
  // Seven days, and the last back-up of the week before, whose Sunday is 4 October.
  expect(own).toEqual(["20261004", "20261005", "20261006", "20261007", "20261008", "20261009", "20261010"]);
  expect(await files()).toEqual(expect.arrayContaining(others));
  expect((await rows()).map(({ file_name: name }) => name.slice(7, 15))).toEqual(own);
  expect((await audited("backups_removed")).at(-1)).toMatchObject({ actor: null, after: { removed: 1 } });
});

// Covers: running.24
test("an unreadable one is not counted among the kept, and nothing is deleted when the next fails", async () => {
  const first = new Date("2026-11-02T01:30:00Z");
  await installed("2026-01-01T00:00:00Z");
  for (let night = 0; night < 7; night += 1) {
    now = new Date(first.getTime() + night * DAY_MS);
    expect(await work()).toBe("made");
  }
  const before = await files();
  await admin.query("update backups set error = 'damaged', verified_at = null where file_name = $1", [before.at(-1)]);
  now = new Date(first.getTime() + 7 * DAY_MS);
  expect(await work(server({ backupDir: "/dev/null/backups" }))).toBe("folder_missing");
  expect(await files()).toEqual(before);
  now = new Date(now.getTime() + HOUR_MS);
  expect(await work()).toBe("made");
  expect((await files()).slice(0, before.length)).toEqual(before);
});

// Covers: running.9
test("a restored database is not making the back-up that it came from", async () => {
  now = new Date("2026-11-28T01:30:00Z");
  expect(await work()).toBe("made");
  const [name = ""] = await files();
  await using rig = await makeBackupRig();
  const restored = await rig.restore(join(folder, name));
  const pool = openPool({ connectionString: restored.adminUrl, max: 1 });
  try {
    expect((await pool.query("select state from backups")).rows).toEqual([]);
  } finally {
    await pool.end();
  }
});

// Covers: running.23
test("the job makes what is due until it is stopped", async () => {
  now = new Date("2026-11-28T01:30:00Z");
  const stopping = new AbortController();
  const job = keepBackups({ ...server(), everyMs: 10 }, stopping.signal);
  await expect.poll(rows, { timeout: paced(60_000) }).toMatchObject([{ state: "done" }]);
  stopping.abort();
  await job;
});
