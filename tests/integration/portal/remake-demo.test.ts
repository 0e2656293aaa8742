import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { remakeOldDemo } from "#scripts/lib/remake-demo.ts";
import { loadConfig } from "#server/platform/config.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";

let database: TestDatabase;
let folder: string;
let simulators: string;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "access-portal-demo-"));
  simulators = join(folder, "simulators");
  await mkdir(simulators);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const query = async (text: string) => {
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};
const start = async (environment: Record<string, string> = {}): Promise<string[]> => {
  const said: string[] = [];
  const config = loadConfig({ PORTAL_DATA_DIR: folder, ...environment }, { demo: true });
  await remakeOldDemo({ config, say: (line) => said.push(line) }, database.adminUrl, folder);
  return said;
};
const hasPortal = () => query("select to_regclass('private.schema_migrations') is not null as there");

test("a demo of this version stays, and one in somebody's own database too", async () => {
  expect(await start()).toEqual([]);
  await query("update private.schema_migrations set name = 'migrations/0003_people_and_doors.sql' where version = 3");
  expect(await start({ DATABASE_URL: database.adminUrl })).toEqual([]);
  expect(await hasPortal()).toEqual([{ there: true }]);
  expect(existsSync(simulators)).toBe(true);
});

test("a demo from before the first release is made again, with its simulated devices, and says so", async () => {
  expect(await start()).toEqual([expect.stringMatching(/from before the first release, so it is made again/)]);
  expect(await hasPortal()).toEqual([{ there: false }]);
  expect(existsSync(simulators)).toBe(false);
});
