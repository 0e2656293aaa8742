// Slices of npm run fuzz:*; docs/security.md has the counts of full runs.
import { afterAll, beforeAll, expect, test } from "vitest";
import { fuzzDevices } from "#tests/fuzz/devices.ts";
import { fuzzHostileWrites } from "#tests/fuzz/hostile-writes.ts";
import { fuzzRest } from "#tests/fuzz/rest.ts";
import { fuzzSecrets } from "#tests/fuzz/secrets.ts";
import type { FuzzRun } from "#tests/fuzz/sender.ts";
import { fuzzTenants } from "#tests/fuzz/tenants.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { plantTenants, type TenantWorld } from "#tests/support/tenant-world.ts";
import { setFunctionGuard, setRowSecurity, switchableGuard } from "./guard-switches.ts";

const SEED = 7;
const log: string[] = [];
const { guard, service } = switchableGuard();
let portal: TestPortal;
let world: TenantWorld;

beforeAll(async () => {
  portal = await startTestPortal({ guard, env: { LOG_LEVEL: "trace" }, logTo: (line) => log.push(line) });
  world = await plantTenants(portal);
});
afterAll(() => portal.close());

// Covers: tenant.3
test("no request of another organisation's admin brings a foreign byte or moves a foreign row", async () => {
  expect(await fuzzTenants(portal, world, { seed: SEED, count: 600 })).toMatchObject({
    foreignBytes: 0,
    foreignRowsChanged: 0,
    serverErrors: 0,
    examples: [],
  });
});

test("the same requests do so when both guards are down, so the fuzzer sees", async () => {
  service.up = false;
  await setRowSecurity(portal.admin, false);
  await setFunctionGuard(portal.admin, false);
  const found = { foreignBytes: 0, foreignRowsChanged: 0 };
  // The run continues until both are seen: most draws are refused for their form; about one in a hundred writes is carried out.
  for (let seed = SEED; seed < SEED + 10 && (found.foreignBytes <= 500 || found.foreignRowsChanged === 0); seed += 1) {
    const { foreignBytes, foreignRowsChanged } = await fuzzTenants(portal, world, { seed, count: 300 });
    found.foreignBytes += foreignBytes;
    found.foreignRowsChanged += foreignRowsChanged;
  }
  service.up = true;
  await setRowSecurity(portal.admin, true);
  await setFunctionGuard(portal.admin, true);
  expect(found.foreignBytes).toBeGreaterThan(500);
  expect(found.foreignRowsChanged).toBeGreaterThan(0);
});

// Covers: tenant.3
test("no generated query ends in an error of ours or runs past its limit", async () => {
  expect(await fuzzRest(portal, world, { seed: SEED, count: 400 })).toMatchObject({
    serverErrors: 0,
    overLimit: 0,
    examples: [],
  });
});

test.each([
  ["tenants", (run: FuzzRun) => fuzzTenants(portal, world, run).then(({ requests }) => requests)],
  ["rest", (run: FuzzRun) => fuzzRest(portal, world, run).then(({ statuses }) => statuses)],
  ["secrets", (run: FuzzRun) => fuzzSecrets(portal, { ...run, log, wholeCluster: false }).then(({ pushed }) => pushed)],
])("a run of %s that is stopped returns what it did so far", async (_name, fuzz) => {
  const stopping = new AbortController();
  const count = 1_000_000;
  const done = await fuzz({ seed: SEED, count, progress: () => stopping.abort(), stop: stopping.signal });
  const sum = Object.values(done).reduce((total, one) => total + one, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(count);
});

// Covers: tenant.3
test("no spoilt answer of a device crashes a driver or makes the process grow", async () => {
  const found = await fuzzDevices({ seed: SEED, count: 300 });
  expect(found).toMatchObject({ crashes: 0, bounded: true, examples: [] });
  expect(Object.keys(found.outcomes).length).toBeGreaterThan(8);
});

// Covers: tenant.3
test("no PIN, password or token is found in the database's files, a dump, the log or an answer", async () => {
  const found = await fuzzSecrets(portal, { seed: SEED, count: 60, log, wholeCluster: false });
  expect(found.found).toEqual([]);
  expect(found.scanned["log lines"]).toBeGreaterThan(20);
  expect(found.scanned["database files"]).toBeGreaterThan(100);
});

test("a text put in an address is in no line of the log and in no answer", async () => {
  const secret = "hemlig-adress-4711";
  const reply = await fetch(`${portal.url}/${secret}?password=${secret}`);
  expect(reply.status).toBe(404);
  expect(await reply.text()).not.toContain(secret);
  await expect.poll(() => log.filter((line) => line.includes('"status":404')).length).toBeGreaterThan(0);
  expect(log.filter((line) => line.includes(secret))).toEqual([]);
});

test("hostile values that an org admin writes at a shared controller change nothing for its neighbour", async () => {
  const apart = await startTestPortal();
  try {
    expect(await fuzzHostileWrites(apart, { seed: SEED, count: 300 })).toMatchObject({
      looks: 2,
      serverErrors: 0,
      neighbourTroubles: 0,
      examples: [],
    });
  } finally {
    await apart.close();
  }
});
