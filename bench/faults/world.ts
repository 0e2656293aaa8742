// A whole installation for a campaign: PostgreSQL that flushes, the real server in a process of its own, two door
// controllers and a gate over HTTP, and one system admin. Everything is reached as in production: over the wire.
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import pg from "pg";
import { z } from "zod";
import { createKeyRing, type KeyRing } from "#server/crypto/key-ring.ts";
import { startEmbeddedPostgres } from "#server/database/embedded.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { type AxxonSimulator, DEFAULT_MACRO_ID, startAxxonSimulator } from "#simulators/axxon/server.ts";
import type { Bug } from "./bugs.ts";
import { createServerProcess, type ServerProcess } from "./server-process.ts";

const SECRET = "secret of a campaign secret of a campaign";
const ADMIN = { email: "system@campaign.example", password: "kampanjens-hemlighet-26" };

export interface House {
  id: string;
  device: AxisSimulator;
  doorIds: string[];
}

export interface World {
  url: string;
  server: ServerProcess;
  admin: pg.Pool;
  keys: KeyRing;
  organizationId: string;
  houses: House[];
  gate: { id: string; device: AxxonSimulator };
  /** Signed in again after every start, since a kill may have cut the session's refresh. */
  client(): Promise<SupabaseClient>;
  /** kill -9 of the postmaster; it is started again by its supervisor. */
  killDatabase(): Promise<void>;
  /** Resolves when the database answers. */
  databaseBack(): Promise<void>;
  close(): Promise<void>;
}

export async function makeWorld(bug: Bug | null): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "portal-faults-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), database: "portal" });
  stack.defer(() => postgres.stop());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = createServerProcess({
    FAULTS_ADMIN_URL: postgres.adminUrl,
    PORT: String(port),
    PORTAL_DATA_DIR: join(folder, "portal"),
    PORTAL_SECRET_KEY: SECRET,
    PORTAL_ADMIN_EMAIL: ADMIN.email,
    PORTAL_ADMIN_PASSWORD: ADMIN.password,
  });
  stack.defer(() => server.stop());
  await server.start();
  const admin = new pg.Pool({ connectionString: postgres.adminUrl, max: 4 });
  admin.on("error", () => {}); // the database is killed again and again; the next query says so
  stack.defer(() => admin.end());

  const devices = [await startAxisSimulator({ doors: 2 }), await startAxisSimulator({ doors: 2, model: "A1001" })];
  for (const device of devices) stack.defer(() => device.close());
  const gateDevice = await startAxxonSimulator();
  stack.defer(() => gateDevice.close());

  const client = async () => {
    const made = createClient(url, "portal", { auth: { persistSession: false } });
    const { error } = await made.auth.signInWithPassword(ADMIN);
    if (error) throw error;
    return made;
  };
  const system = await client();
  const organization = await system.from("organizations").insert({ name: "Brf Kampanjen" }).select("id").single();
  if (organization.error) throw new Error(organization.error.message);
  const organizationId = z.object({ id: z.string() }).parse(organization.data).id;
  const houses: House[] = [];
  for (const [index, device] of devices.entries()) {
    const id = await addController(system, organizationId, {
      name: `Hus ${index + 1}`,
      device_type: "axis",
      device_ip: device.url,
      device_port: device.port,
    });
    await expectOk(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: id });
    const doors = await admin.query<{ id: string }>(
      "select id from access_points where controller_id = $1 order by name",
      [id],
    );
    houses.push({ id, device, doorIds: doors.rows.map((row) => row.id) });
  }
  const gateId = await addController(system, organizationId, {
    name: "Infarten",
    device_type: "axxon_lpr",
    device_ip: gateDevice.host,
    device_port: gateDevice.port,
    macro_id: DEFAULT_MACRO_ID,
  });
  const pair = await system.functions.invoke<{ username: string; password: string }>(
    `get-webhook-credentials?controller_id=${gateId}`,
    { method: "GET" },
  );
  const account = z.object({ username: z.string(), password: z.string() }).parse(pair.data);
  gateDevice.setWebhook({ url: `${url}/functions/v1/axxon-webhook?regnr={plate}&gateid=${gateId}`, ...account });

  if (bug !== null && "sql" in bug) await admin.query(bug.sql);
  if (bug !== null && "file" in bug) {
    await server.stop();
    server.plant(bug.name);
    await server.start();
  }

  const databaseBack = async () => {
    for (let left = 300; ; left--) {
      try {
        await admin.query("select 1");
        return;
      } catch (error) {
        if (left === 0) throw error;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const owned = stack.move();
  return {
    url,
    server,
    admin,
    keys: createKeyRing(SECRET),
    organizationId,
    houses,
    gate: { id: gateId, device: gateDevice },
    client,
    async killDatabase() {
      process.kill(postgres.pid, "SIGKILL");
      await new Promise((resolve) => setTimeout(resolve, 20));
    },
    databaseBack,
    close: () => owned.disposeAsync(),
  };
}

async function addController(system: SupabaseClient, organizationId: string, fields: object): Promise<string> {
  const body = await expectOk(system, "controller-manager", {
    action: "CREATE",
    payload: { username: "portal", password: "S3cret-pass", ...fields },
  });
  const { id } = z.object({ controller: z.object({ id: z.string() }) }).parse(body).controller;
  const { error } = await system
    .from("organization_controllers")
    .insert({ organization_id: organizationId, controller_id: id });
  if (error) throw new Error(error.message);
  return id;
}

async function expectOk(system: SupabaseClient, name: string, body: object): Promise<Record<string, unknown>> {
  const { data, error } = await system.functions.invoke<unknown>(name, { body: { ...body } });
  if (error) throw new Error(name, { cause: error });
  return z.record(z.string(), z.unknown()).parse(data);
}

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const probe = createServer().listen(0, "127.0.0.1", () => {
    const address = probe.address();
    probe.close(() => resolve(address !== null && typeof address === "object" ? address.port : 0));
  });
  return await promise;
}
