// The next start of the demo completes a start that ended anywhere, on a machine of any speed.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TimeoutError } from "#drivers/errors.ts";
import { asDemoDevice } from "#scripts/lib/connect-demo.ts";
import { freePort } from "#scripts/lib/free-port.ts";
import { seedDemo } from "#scripts/seed/demo.ts";
import { DEMO_COMMON_GROUP, DEMO_ORGANIZATIONS } from "#scripts/seed/demo-plan.ts";
import { type RunningServer, startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { WorkerBusyError } from "#server/reconcile/worker/worker-errors.ts";
import { type DemoSimulators, startDemoSimulators } from "#simulators/main.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { QUICK_HASHING } from "#tests/support/quick-hashing.ts";

const PEOPLE = 240;

let stack: AsyncDisposableStack;
let server: RunningServer;
let simulators: DemoSimulators;
beforeEach(async () => {
  stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "portal-seed-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  await chmod(folder, 0o700);
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const config = loadConfig(
    {
      PORT: String(await freePort()),
      HOST: "127.0.0.1",
      PORTAL_DATA_DIR: folder,
      PORTAL_SECRET_KEY: TEST_SECRET_KEY,
      LOG_LEVEL: "silent",
      BACKUP_AT: "off",
    },
    { demo: true },
  );
  server = await startServer({ config, adminUrl: database.adminUrl, pageDir: null, hashing: QUICK_HASHING });
  stack.defer(() => server.close());
  simulators = await startDemoSimulators({
    dataDir: join(folder, "simulators"),
    port: await freePort(),
    portalPort: config.port,
    webhookBase: `${server.url}/functions/v1/axxon-webhook`,
  });
  stack.defer(() => simulators.close());
  const admin = adminPool(database);
  stack.defer(() => admin.end());
  read = async (text) => (await admin.query<Record<string, unknown>>(text)).rows;
});
afterEach(() => stack.disposeAsync());

let read: (text: string) => Promise<Record<string, unknown>[]>;

type Changes = Partial<Pick<RunningServer["sync"], "syncAccessPoints">> & {
  gate?: RunningServer["deps"]["pools"]["gate"];
};

/** Starts the seed on the server, with some parts replaced. */
function seed({ gate, ...sync }: Changes = {}): Promise<void> {
  const { deps } = server;
  const pools = { ...deps.pools, ...(gate && { gate }) };
  const changed = { ...server, deps: { ...deps, pools }, sync: { ...server.sync, ...sync } };
  const signal = new AbortController().signal;
  return seedDemo(changed, simulators.devices.map(asDemoDevice), { people: PEOPLE, signal });
}

async function expectWhole(): Promise<void> {
  const people = await read(
    "select o.name, count(*)::int as n from end_users p join organizations o on o.id = p.organization_id group by 1 order by 1",
  );
  const byText = (one: string, other: string) => one.localeCompare(other);
  expect(people.map(({ name }) => String(name)).toSorted(byText)).toEqual(
    DEMO_ORGANIZATIONS.map(({ name }) => name).toSorted(byText),
  );
  const drawn = DEMO_ORGANIZATIONS.reduce((sum, { share }) => sum + Math.round(PEOPLE * share), 0);
  expect(people.reduce((sum, { n }) => sum + Number(n), 0)).toBe(drawn);
  const doorless = await read(
    "select name from controllers c where device_type = 'axis' and not exists (select from access_points a where a.controller_id = c.id)",
  );
  expect(doorless).toEqual([]);
  expect(
    (await read("select from controller_assignments a join access_points p on p.id = a.access_point_id")).length,
  ).toBeGreaterThan(0);
  const groups = await read(
    `select g.name, (select count(distinct coalesce(d.access_point_id, d.controller_id))::int from access_group_doors d where d.group_id = g.id) as places,
       (select count(*)::int from access_group_members m where m.group_id = g.id) as members,
       (select string_agg(distinct s.name, ', ') from access_group_rights r join schedules s on s.id = r.schedule_id where r.group_id = g.id) as schedule,
       exists (select from access_group_rights r where r.group_id = g.id) as gives
     from access_groups g where g.installation_group_id is null`,
  );
  const shares = await read(
    `select o.name, (select count(*)::int from access_group_doors d where d.group_id = g.id) as gates,
       exists (select from access_group_rights r where r.group_id = g.id) as gives
     from access_groups g join organizations o on o.id = g.organization_id where g.installation_group_id is not null`,
  );
  const commonGates = (devices: readonly string[]) =>
    devices.filter((name) => DEMO_COMMON_GROUP.gates.includes(name)).length;
  expect(Object.fromEntries(shares.map(({ name, ...seeded }) => [name, seeded]))).toEqual(
    Object.fromEntries(
      DEMO_ORGANIZATIONS.map(({ name, devices }) => [name, { gates: commonGates(devices), gives: true }]),
    ),
  );
  const planned = DEMO_ORGANIZATIONS.flatMap((organization) => organization.groups);
  const seen = Object.fromEntries(groups.map(({ name, ...seeded }) => [name, seeded]));
  expect(seen).toEqual(
    Object.fromEntries(
      planned.map(({ name, places, members, schedule = null }) => [
        name,
        { places: places.length, members, schedule, gives: true },
      ]),
    ),
  );
  expect((await read("select from access_logs where access_granted")).length).toBeGreaterThan(0);
}

const killed = () => Promise.reject(new Error("killed"));

test.each<[string, Changes]>([
  ["after the organisations, before the doors", { syncAccessPoints: killed }],
  ["before the passages", { gate: { query: killed } as never }],
])("a start that ended %s is ended by the next, and a third changes nothing", async (_when, changes) => {
  await expect(seed(changes)).rejects.toThrow("killed");
  await seed();
  await expectWhole();
  const rows = await read("select id from end_users order by id");
  await seed({ syncAccessPoints: killed });
  expect(await read("select id from end_users order by id")).toEqual(rows);
});

test("a worker that is busy and a device that is slow to answer are waited for", async () => {
  const troubles: Error[] = [new WorkerBusyError("busy"), new TimeoutError(10_000, { outcomeUnknown: false })];
  await seed({
    syncAccessPoints: async (id) => {
      const trouble = troubles.shift();
      if (trouble) throw trouble;
      return server.sync.syncAccessPoints(id);
    },
  });
  expect(troubles).toEqual([]);
  await expectWhole();
});

test("a database of another portal is left as it is", async () => {
  await read("insert into organizations (name) values ('Annan förening')");
  await seed({ syncAccessPoints: killed });
  expect(await read("select name from organizations")).toEqual([{ name: "Annan förening" }]);
});
