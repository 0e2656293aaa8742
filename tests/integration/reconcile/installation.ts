// A database with one organisation, controllers and people, and engines on devices the test controls.
import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { pino } from "pino";
import { type Clock, systemClock } from "#drivers/clock.ts";
import { encryptControllerPassword } from "#server/controllers/encrypt.ts";
import { encryptCredentialPin } from "#server/people/encrypt.ts";
import { createKeyRing } from "#server/platform/crypto/key-ring.ts";
import { createPools, type Pools } from "#server/platform/database/pools.ts";
import { createSyncEngine, type SyncEngine, type SyncEngineDeps } from "#server/reconcile/engine/engine.ts";
import { differences, unreservedPins, type Witness } from "#tests/chaos/oracle/agreement.ts";
import { paced } from "#tests/support/pace.ts";
import { openPool } from "#tests/support/pool.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";
import { type FakeDevice, makeFakeDevice } from "./fake-device.ts";

export interface TestController {
  id: string;
  device: FakeDevice;
  doors: Map<string, string>;
}

export interface TestPerson {
  id: string;
  credentialId: string;
}

export interface Window {
  from?: Date | null;
  to?: Date | null;
}

const log = pino({ level: process.env["SYNC_TEST_LOG"] ?? "silent" });
const DAY_MS = 86_400_000;

export type Installation = Awaited<ReturnType<typeof makeInstallation>>;

/** Settings of workers that react in milliseconds; otherwise the shipped engine. */
const QUICK = { pollMs: 50, setBackEveryMs: 500, renewMs: paced(300), leaseSeconds: paced(2) };

export async function makeInstallation() {
  const database = await createTestDatabase();
  const admin = openPool({ connectionString: database.adminUrl, max: 4 });
  const keys = createKeyRing("a secret that only tests have 0123456789");
  const devices = new Map<string, FakeDevice>();
  const openPools: Pools[] = [];
  const engines: SyncEngine[] = [];
  const killed = new Set<SyncEngine>();
  const poolOf = new Map<SyncEngine, Pool>();
  const organizationId = await insertId("insert into organizations (name) values ('Brf Norrgården') returning id", []);

  async function insertId(text: string, values: unknown[]): Promise<string> {
    const { rows } = await admin.query<{ id: string }>(text, values);
    if (!rows[0]) throw new Error(`nothing was inserted: ${text}`);
    return rows[0].id;
  }

  async function one<T>(text: string, values: unknown[] = []): Promise<T> {
    const { rows } = await admin.query<{ value: T }>(text, values);
    if (!rows[0]) throw new Error(`no row: ${text}`);
    return rows[0].value;
  }

  async function addController(
    name: string,
    doorNames: readonly string[] = ["Entré", "Garage"],
  ): Promise<TestController> {
    const id = randomUUID();
    const device = makeFakeDevice(doorNames, `SERIAL-${name}`);
    const address = `10.0.0.${devices.size + 1}`;
    devices.set(address, device);
    await admin.query(
      `insert into controllers (id, name, device_type, device_ip, device_port, username, password_encrypted, organization_id)
       values ($1, $2, 'axis', $3, 443, 'portal', $4, $5)`,
      [id, name, address, encryptControllerPassword(keys, id, "secret"), organizationId],
    );
    await admin.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
      organizationId,
      id,
    ]);
    return { id, device, doors: new Map() };
  }

  async function loadDoors(controller: TestController): Promise<void> {
    const { rows } = await admin.query<{ id: string; name: string }>(
      "select id, name from access_points where controller_id = $1",
      [controller.id],
    );
    controller.doors = new Map(rows.map((row) => [row.name, row.id]));
  }

  async function addPerson(
    name: string,
    pin: string,
    doors: readonly [TestController, string][],
    window: Window = {},
  ): Promise<TestPerson> {
    const id = await insertId(
      "insert into end_users (organization_id, first_name, last_name) values ($1, $2, 'Svensson') returning id",
      [organizationId, name],
    );
    const credentialId = randomUUID();
    const from = window.from === undefined ? new Date(Date.now() - DAY_MS) : window.from;
    const to = window.to === undefined ? new Date(Date.now() + 30 * DAY_MS) : window.to;
    await admin.query(
      `insert into credentials (id, end_user_id, credential_type, credential_value, valid_from, valid_to) values ($1, $2, 'pin', $3, $4, $5)`,
      [credentialId, id, encryptCredentialPin(keys, credentialId, pin), from, to],
    );
    await assign(credentialId, doors);
    return { id, credentialId };
  }

  async function assign(credentialId: string, doors: readonly [TestController, string][]): Promise<void> {
    // One statement writes the person, like a save: a worker never sees half of it.
    await admin.query(
      `insert into controller_assignments (credential_id, controller_id, access_point_id)
       select $1, * from unnest($2::uuid[], $3::uuid[])`,
      [credentialId, doors.map(([controller]) => controller.id), doors.map(([to, door]) => to.doors.get(door))],
    );
  }

  function makeEngine(over: Partial<SyncEngineDeps> & { clock?: Clock } = {}): SyncEngine {
    const pools = createPools({ url: database.authenticatorUrl, log, sizes: { user: 1, auth: 1, engine: 6, gate: 1 } });
    openPools.push(pools);
    const engine = createSyncEngine({
      pool: pools.engine,
      listen: pools.listenConfig,
      openDoorController: (connection) => {
        const device = devices.get(connection.baseUrl.hostname);
        if (!device) throw new Error(`no fake at ${connection.baseUrl.host}`);
        return device.open(connection);
      },
      openPlateController: (connection) => {
        throw new Error(`no gate at ${connection.baseUrl.host}`);
      },
      keys,
      clock: systemClock,
      log,
      bootId: randomUUID(),
      ...over,
      options: { ...QUICK, ...over.options },
    });
    engines.push(engine);
    poolOf.set(engine, pools.engine);
    return engine;
  }

  async function changePin(person: TestPerson, pin: string): Promise<void> {
    await admin.query("update credentials set credential_value = $2 where id = $1", [
      person.credentialId,
      encryptCredentialPin(keys, person.credentialId, pin),
    ]);
  }

  async function deletePerson(person: TestPerson): Promise<void> {
    await admin.query("delete from end_users where id = $1", [person.id]);
  }

  const isReserved = (controller: TestController, pin: string) =>
    one<boolean>("select exists (select from controller_pins where controller_id = $1 and pin_hmac = $2) as value", [
      controller.id,
      keys.pinHmacs(pin)[0],
    ]);

  // Waits until nothing is due. A row in step whose next try has passed is due as well, because its validity has ended and no worker has
  // noticed it yet.
  async function quiet(limitMs = paced(60_000)): Promise<void> {
    const end = Date.now() + limitMs;
    for (;;) {
      const left = await one<number>(
        `select (select count(*) from device_sync where pending or next_try_at <= now())::int + (select count(*) from controller_sync
           where desired_gen > applied_gen or verify_at <= now() or hours_at is not null or last_full_at is null)::int as value`,
      );
      if (left === 0) return;
      if (Date.now() > end) {
        const replicas = await admin.query("select * from device_sync where pending limit 5");
        const workers = await admin.query("select * from controller_sync");
        throw new Error(
          `still pending: ${JSON.stringify({ replicas: replicas.rows, workers: workers.rows }, null, 1)}`,
        );
      }
      await systemClock.wait(20);
    }
  }

  /** Kills an engine as kill -9 does: connections break, even those being opened; transactions roll back, nothing is released. */
  async function kill(engine: SyncEngine): Promise<void> {
    engine.abandon();
    killed.add(engine);
    const pool = poolOf.get(engine);
    if (!pool) throw new Error("an engine of another installation");
    pool.connect = () => new Promise(() => {});
    pool.on("connect", (client) => void client.end().catch(() => {}));
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = 'authenticator'",
    );
  }

  async function close(): Promise<void> {
    await Promise.all(engines.map((engine) => engine.stop()));
    await admin.end();
    // Dropping the database cuts a killed engine's connections; waiting for them would never end.
    if (killed.size === 0) await Promise.all(openPools.map((pools) => pools.close()));
    await database.drop();
  }

  return {
    database,
    admin,
    keys,
    organizationId,
    addController,
    loadDoors,
    addPerson,
    assign,
    changePin,
    deletePerson,
    makeEngine,
    isReserved,
    unreservedPins: (controller: TestController) => unreservedPins(admin, keys, witnessOf(controller)),
    differences: (controllers: readonly TestController[], at?: Date) =>
      differences(admin, keys, controllers.map(witnessOf), at),
    quiet,
    one,
    kill,
    close,
  };
}

function witnessOf({ id, device }: TestController): Witness {
  return {
    id,
    carriers: () => [...device.credentials.values()],
    wouldOpen: (pin, doorToken, at) => device.wouldOpen(pin, doorToken, at),
  };
}

export async function until(fact: () => Promise<boolean> | boolean, limitMs = paced(60_000)): Promise<void> {
  const end = Date.now() + limitMs;
  while (!(await fact())) {
    if (Date.now() > end) throw new Error(`did not come true within ${limitMs} ms: ${fact.toString()}`);
    await systemClock.wait(10);
  }
}

export async function replicaOf(installation: Installation, controller: TestController, sourceId: string) {
  const { rows } = await installation.admin.query<{
    desired_gen: string;
    applied_gen: string;
    pending: boolean;
    last_error: string | null;
    attempts: number;
    applied_digest: string | null;
  }>("select * from device_sync where controller_id = $1 and source_id = $2", [controller.id, sourceId]);
  return rows[0] ?? null;
}
