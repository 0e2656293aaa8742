import { type SpawnSyncReturns, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import { anchorOnConsole, checkOnConsole } from "#server/audit/audit-console.ts";
import { readDatabaseFacts } from "#server/operations/operations.store.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { onDatabase, TEST_SECRET_KEY, testCluster } from "#tests/support/cluster.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { openPool } from "#tests/support/pool.ts";
import { BACKUP_KEY, digests, keys } from "./backup-rig.ts";

let portal: TestPortal;
let folder: string;
const restored: string[] = [];

beforeAll(async () => {
  portal = await startTestPortal();
  await mainWorld(portal);
  folder = await mkdtemp(join(tmpdir(), "access-portal-commands-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await portal.close();
  for (const name of restored) await asAdmin(`drop database if exists ${name} with (force)`);
});

type Said = Pick<SpawnSyncReturns<string>, "status" | "stdout" | "stderr">;

async function run(name: "backup" | "restore", args: string[], env: Record<string, string> = {}): Promise<Said> {
  const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      DATABASE_URL: portal.database.adminUrl,
      PORTAL_DATA_DIR: join(folder, "data"),
      PORTAL_SECRET_KEY: TEST_SECRET_KEY,
      PORTAL_BACKUP_KEY: BACKUP_KEY,
      ...env,
    },
  });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said.stderr += chunk.toString()));
  await once(child, "close");
  return { ...said, status: child.exitCode };
}

async function asAdmin(sql: string): Promise<number> {
  const client = new Client({ connectionString: testCluster().adminUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

// Covers: running.5
test("a back-up beside the running portal is written, read back and noted, and never written over", async () => {
  const file = join(folder, "night.portal");
  const done = await run("backup", [file]);
  expect(done).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /night\.portal: written and read back\. \d+ tables, \d+ rows, [\d.]+ .?B, as of 20.*, schema \d+\.\n/,
    ),
  });
  expect((await readDatabaseFacts(portal.server.deps.pools.engine)).backup).toMatchObject({
    file_name: "night.portal",
    bytes: (await stat(file)).size,
  });
  const again = await run("backup", [file]);
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining("is there already") });
  expect(await run("backup", ["--verify", file])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("whole."),
  });
  expect(await run("backup", ["--verify", file], { PORTAL_BACKUP_KEY: "x".repeat(40) })).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("another back-up key"),
  });
});

// Covers: running.5
test("without a key one is made for its owner alone, and that it must be kept is said", async () => {
  const data = join(folder, "own-key");
  const env = { PORTAL_BACKUP_KEY: "", PORTAL_DATA_DIR: data };
  const done = await run("backup", [join(folder, "first.portal")], env);
  expect(done).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`A key was made: ${join(data, "backup.key")}`),
  });
  expect((await stat(join(data, "backup.key"))).mode & 0o777).toBe(0o600);
  expect((await readFile(join(data, "backup.key"), "utf8")).trim().length).toBeGreaterThanOrEqual(32);
});

// Covers: running.6
test("a restore into a named database fills it, and says that nothing is sent and no gate opens", async () => {
  const file = join(folder, "whole.portal");
  await portal.server.close(); // The closed server changes nothing that is compared.
  expect(await run("backup", [file])).toMatchObject({ status: 0 });
  const name = `restored_${process.pid}_named`;
  restored.push(name);
  const before = await digests(portal.database.adminUrl);
  const done = await run("restore", [file, "--database", name]);
  expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining("NO GATE OPENS") });
  expect(done.stdout).toContain(`tables into ${name}, as of 20`);
  // The restored list of back-ups has one more row, for the restored file.
  const after = await digests(onDatabase(portal.database.adminUrl, name));
  expect([...after].filter(([table, digest]) => before.get(table) !== digest).map(([table]) => table)).toEqual([
    "public.backups",
  ]);
  // The restored audit is whole, the restore's own row included, and can be acknowledged.
  const engine = openPool({
    connectionString: onDatabase(portal.database.adminUrl, name),
    max: 1,
    options: "-c role=portal_engine",
  });
  const console_ = { engine, keys, clock: systemClock, dataDir: join(folder, "anchor") };
  await mkdir(console_.dataDir);
  expect([await anchorOnConsole(console_), await checkOnConsole(console_)]).toMatchObject([
    { sound: true },
    { sound: true },
  ]);
  await engine.end();
  expect(await run("restore", [file, "--database", name])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("not empty"),
  });
});

// Covers: running.6
test("a restore that cannot be carried out leaves no database behind", async () => {
  const file = join(folder, "whole.portal");
  const name = `restored_${process.pid}_wrong`;
  const there = () => asAdmin(`select from pg_database where datname = '${name}'`);
  const wrongKey = await run("restore", [file, "--database", name], { PORTAL_BACKUP_KEY: "y".repeat(40) });
  expect(wrongKey).toMatchObject({ status: 1, stderr: expect.stringContaining("another back-up key") });
  expect(await run("restore", [file, "--database", "No Such Name"])).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("small letters"),
  });
  expect(await there()).toBe(0);
});
