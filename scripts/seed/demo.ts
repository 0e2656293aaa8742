// Seeds an empty database with the demo; controller workers then carry the people to the devices.
import { randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import type { RelayRequest } from "#contract/relay.ts";
import { DeviceError } from "#drivers/errors.ts";
import { createAdministrator } from "#server/administrators/create-administrator.ts";
import { insertController } from "#server/controllers/controllers.store.ts";
import { encryptControllerPassword } from "#server/controllers/encrypt.ts";
import { newWebhookCredentials } from "#server/gates/webhook-credentials.ts";
import type { RunningServer } from "#server/main.ts";
import { offeredDoors } from "#server/people/offered-access.store.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { WorkerBusyError } from "#server/reconcile/worker/worker-errors.ts";
import { insertCommonGroup, insertGroups } from "./demo-groups.ts";
import { seedPassages } from "./demo-passages.ts";
import { drawPeople } from "./demo-people.ts";
import { DEMO_COMMON_GROUP, DEMO_ORGANIZATIONS, SYSTEM_ADMIN } from "./demo-plan.ts";
import { insertSchedules } from "./demo-schedules.ts";
import { insertPeople } from "./insert-people.ts";

export interface DemoDevice {
  name: string;
  kind: "axis" | "axxon_lpr" | "http_relay" | "axis_lpv";
  model: string;
  /** A host, or a URL with its scheme. */
  host: string;
  port: number;
  username: string;
  password: string;
  /** GUID of the gate's opening macro, or number of a camera's output; null for door controllers. */
  macroId: string | null;
  /** Set for an LPR server. */
  camera: string | null;
  /** Set for a relay. */
  relay: RelayRequest | null;
}

const PEOPLE_PER_INSERT = 1_000;
const SEED = 20_261_121;
const AGAIN_MS = 1_000;

/**
 * Seeds the demo. Each stage is done once and whole, so that a start after a killed one finishes it. Does nothing on a database that is
 * seeded or holds other data. connect-demo.ts connects the gates at every start.
 */
export async function seedDemo(
  server: RunningServer,
  devices: readonly DemoDevice[],
  { people, signal }: { people: number; signal: AbortSignal },
): Promise<void> {
  const { deps } = server;
  const has = async (table: "organizations" | "end_users" | "access_logs") =>
    (await deps.pools.engine.query(`select from ${table} limit 1`)).rows.length > 0;
  if (await has("access_logs")) return;
  if (!(await has("organizations"))) await seedOrganizations(server, devices);
  const seeded = await readSeeded(server);
  if (seeded === null) return;
  if (!(await has("end_users"))) {
    const doorControllers = [...seeded.controllers.values()].filter(({ kind }) => kind === "axis");
    await Promise.all(doorControllers.map(({ id }) => readDoors(server, id, signal)));
    await seedPeople(server, seeded, people);
  }
  await seedPassages(deps.pools, { now: deps.clock.now(), seed: SEED });
  server.sync.wake();
}

/** Reads doors, however long the machine takes: a worker may have the controller, and the device may answer slowly. */
async function readDoors({ sync, deps }: RunningServer, controllerId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await sync.syncAccessPoints(controllerId);
      return;
    } catch (error) {
      const mayPass = error instanceof WorkerBusyError || (error instanceof DeviceError && error.retryable);
      if (!mayPass) throw error;
      await deps.clock.wait(AGAIN_MS, signal);
    }
  }
}

/** Returns the demo's own organisations, by name; null for another portal's database. */
async function readSeeded({ deps }: RunningServer): Promise<Seeded | null> {
  const organizations = await deps.pools.engine.query<{ id: string; name: string }>(
    "select id, name from organizations where name = any($1)",
    [DEMO_ORGANIZATIONS.map(({ name }) => name)],
  );
  if (organizations.rows.length < DEMO_ORGANIZATIONS.length) return null;
  const controllers = await deps.pools.engine.query<{ id: string; name: string; kind: DemoDevice["kind"] }>(
    "select id, name, device_type as kind from controllers",
  );
  return {
    organizations: new Map(organizations.rows.map(({ id, name }) => [name, id])),
    controllers: new Map(controllers.rows.map(({ id, name, kind }) => [name, { id, kind }])),
  };
}

async function seedOrganizations({ deps, app }: RunningServer, devices: readonly DemoDevice[]): Promise<void> {
  await transaction(deps.pools.engine, async (client) => {
    const organizations = new Map<string, string>();
    for (const { name, description, kind } of DEMO_ORGANIZATIONS) {
      const id = randomUUID();
      await client.query("insert into organizations (id, name, description, kind) values ($1, $2, $3, $4)", [
        id,
        name,
        description,
        kind,
      ]);
      organizations.set(name, id);
    }
    const controllers = await insertDevices(client, deps, { devices, organizations });
    for (const { name, admin, devices: names } of DEMO_ORGANIZATIONS) {
      const organizationId = organizations.get(name) ?? null;
      for (const deviceName of names) {
        await client.query("insert into organization_controllers (organization_id, controller_id) values ($1, $2)", [
          organizationId,
          controllers.get(deviceName),
        ]);
      }
      if (admin)
        await createAdministrator(client, app.auth.administration, {
          ...admin,
          role: "org_admin",
          organizationId,
          mustChangePassword: false,
        });
    }
    await createAdministrator(client, app.auth.administration, {
      ...SYSTEM_ADMIN,
      role: "system_admin",
      organizationId: null,
      mustChangePassword: false,
    });
  });
}

/** Inserts the devices of the demo; returns their ids by name. A device that no organisation names belongs to the first one. */
async function insertDevices(
  client: PoolClient,
  { keys }: Pick<RunningServer["deps"], "keys">,
  { devices, organizations }: { devices: readonly DemoDevice[]; organizations: ReadonlyMap<string, string> },
): Promise<Map<string, string>> {
  const [first] = organizations.values();
  const controllers = new Map<string, string>();
  for (const device of devices) {
    const id = randomUUID();
    const home = DEMO_ORGANIZATIONS.find(({ devices: names }) => names.includes(device.name));
    const owner = organizations.get(home?.name ?? "") ?? first;
    await insertController(client, {
      id,
      name: device.name,
      device_type: device.kind,
      device_ip: device.host,
      device_port: device.port,
      username: device.username,
      password_encrypted: encryptControllerPassword(keys, id, device.password),
      macro_id: device.relay?.preset ?? device.macroId,
      ...(device.relay ? { relay_request: device.relay } : {}),
      allow_plain_http: device.kind !== "axis",
      // One of the gates also keeps the server's own list of plates.
      list_sync: device.model === "one3",
      // Imitates a site that has asked for images; elsewhere they are off until somebody names the camera.
      frame_source: device.camera,
      ...(owner === undefined ? {} : { organization_id: owner }),
      ...(device.kind !== "axis" ? newWebhookCredentials(keys, id).columns : {}),
    });
    controllers.set(device.name, id);
  }
  return controllers;
}

interface Seeded {
  organizations: Map<string, string>;
  controllers: Map<string, { id: string; kind: DemoDevice["kind"] }>;
}

/** Seeds schedules, people and groups, all or none. */
async function seedPeople(
  { deps }: RunningServer,
  { organizations, controllers }: Seeded,
  total: number,
): Promise<void> {
  const used = new Set<string>();
  await transaction(deps.pools.engine, async (client) => {
    await insertSchedules(client, organizations, deps.clock.now());
    for (const [index, { name, devices, share, groups }] of DEMO_ORGANIZATIONS.entries()) {
      const organizationId = organizations.get(name) ?? "";
      const gateIds = devices.flatMap((device) => {
        const controller = controllers.get(device);
        return controller && controller.kind !== "axis" ? [controller.id] : [];
      });
      const doors = await offeredDoors(client, organizationId);
      const drawn = drawPeople({ organizationId, doors, gateIds }, Math.round(total * share), {
        now: deps.clock.now(),
        seed: SEED + index,
        used,
      });
      for (let from = 0; from < drawn.length; from += PEOPLE_PER_INSERT)
        await insertPeople(client, deps.keys, drawn.slice(from, from + PEOPLE_PER_INSERT));
      await insertGroups(client, organizationId, groups);
    }
    await insertCommonGroup(client, DEMO_COMMON_GROUP);
  });
}
