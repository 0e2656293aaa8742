import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServer } from "#server/main.ts";
import { loadConfig } from "#server/platform/config.ts";
import { createLog } from "#server/platform/log.ts";
import { startTestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { TEST_SECRET_KEY } from "#tests/support/cluster.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase } from "#tests/support/postgres.ts";

const PEOPLE = 80;
const pinOf = (i: number) => String(520_417 + i * 37);

// Covers: running.14, running.18
test("a stop in the middle of work leaves no half replica, no lease and no caller without an answer", async () => {
  await using stack = new AsyncDisposableStack();
  const portal = await startTestPortal({ env: { DRAIN_SECONDS: "2" } });
  stack.defer(() => portal.close());
  const { nord, system, controllerId, doorIds } = await mainWorld(portal);
  const door = portal.axis.doorTokens[0] ?? "";
  const onDevice = () =>
    Array.from({ length: PEOPLE }, (_, i) => pinOf(i)).filter((pin) => portal.axis.wouldOpen(pin, door)).length;
  const recorded = async () => {
    const { rows } = await portal.admin.query<{ n: number }>(
      "select count(*)::int as n from device_sync where not pending and label like 'Stopp %'",
    );
    return rows[0]?.n ?? 0;
  };
  portal.axis.faults.latency(60);

  // These table calls save and raise generations; none of them waits for the device.
  const people = await nord
    .from("end_users")
    .insert(
      Array.from({ length: PEOPLE }, (_, i) => ({
        organization_id: portal.accounts.nord.organizationId,
        first_name: "Stopp",
        last_name: `Nr ${i}`,
      })),
    )
    .select("id, last_name");
  const credentials = await nord
    .from("credentials")
    .insert(
      (people.data ?? []).map((person: { id: string; last_name: string }) => ({
        end_user_id: person.id,
        credential_type: "pin",
        credential_value: pinOf(Number(person.last_name.slice(3))),
        validity_period: "12_months",
        valid_to: "2036-01-01T00:00:00Z",
      })),
    )
    .select("id");
  const assigned = await nord.from("controller_assignments").insert(
    (credentials.data ?? []).map(({ id }: { id: string }) => ({
      credential_id: id,
      controller_id: controllerId,
      access_point_id: doorIds[0],
    })),
  );
  expect([people.error, credentials.error, assigned.error]).toEqual([null, null, null]);
  await expect.poll(recorded, { interval: 20 }).toBeGreaterThan(1);

  // A call that is answered only after the device must not be cut off.
  const underWay = callFunction(system, "sync-control", { action: "SYNC_NOW", controller_id: controllerId });
  const closing = portal.server.close();
  await expect
    .poll(async () => (await fetch(`${portal.url}/readyz`)).json(), { interval: 20 })
    .toEqual({ status: "not_ready", reason: "stopping" });
  expect((await fetch(`${portal.url}/healthz`)).status).toBe(200);
  await closing;
  expect(await underWay).toMatchObject({ status: 200 });

  const done = await recorded();
  expect(done).toBeLessThan(PEOPLE);
  expect(onDevice()).toBe(done);
  const { rows: leases } = await portal.admin.query(
    "select controller_id from controller_sync where lease_owner is not null",
  );
  expect(leases).toEqual([]);

  const folder = await mkdtemp(join(tmpdir(), "access-portal-next-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const next = await startServer({
    config: loadConfig(
      { PORT: "0", PORTAL_DATA_DIR: folder, PORTAL_SECRET_KEY: TEST_SECRET_KEY, LOG_LEVEL: "silent", BACKUP_AT: "off" },
      { demo: true },
    ),
    adminUrl: portal.database.adminUrl,
    pageDir: null,
  });
  stack.defer(() => next.close());
  portal.axis.faults.clear();
  await expect.poll(recorded).toBe(PEOPLE);
  expect(onDevice()).toBe(PEOPLE);
});

// Covers: running.18
test("a stop right after the start waits for the jobs that have just begun, and none of them complains", async () => {
  await using stack = new AsyncDisposableStack();
  const portal = await startTestPortal();
  stack.defer(() => portal.close());
  const folder = await mkdtemp(join(tmpdir(), "access-portal-jobs-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const config = loadConfig({
    PORT: "0",
    PORTAL_DATA_DIR: folder,
    PORTAL_SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: "warn",
    BACKUP_AT: "off", // An interrupted back-up complains rightly.
  });
  const said: string[] = [];
  for (let start = 0; start < 3; start++) {
    const log = createLog(config, { write: (line) => said.push(line) });
    const server = await startServer({ config, adminUrl: portal.database.adminUrl, pageDir: null, log });
    await server.close();
  }
  expect(said).toEqual([]);
});

test("a start that is refused once the database is open leaves no connection to it", async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(() => database.drop());
  const admin = adminPool(database);
  stack.defer(() => admin.end());
  const folder = await mkdtemp(join(tmpdir(), "access-portal-refused-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const env = {
    PORT: "0",
    HOST: "0.0.0.0",
    PORTAL_DATA_DIR: folder,
    PORTAL_SECRET_KEY: TEST_SECRET_KEY,
    LOG_LEVEL: "silent",
  };
  await expect(
    startServer({ config: loadConfig(env), adminUrl: database.adminUrl, pageDir: null }),
  ).rejects.toMatchObject({ name: "ConfigError" });
  const open = "select from pg_stat_activity where datname = current_database() and application_name like 'portal-%'";
  // An unused connection of a pool that is never closed would stay for ten seconds.
  await expect.poll(async () => (await admin.query(open)).rowCount, { timeout: paced(2_000) }).toBe(0);
});

// Covers: running.18
test("connections without a request hold up no stop, and a request under way is answered", async () => {
  const said: string[] = [];
  const portal = await startTestPortal({ env: { LOG_LEVEL: "warn" }, logTo: (line) => said.push(line) });
  await using stack = new AsyncDisposableStack();
  stack.defer(() => portal.close());
  const { hostname, port } = new URL(portal.url);
  const open = async (sent: string) => {
    const socket = createConnection({ host: hostname, port: Number(port) });
    stack.defer(() => void socket.destroy());
    let reply = "";
    socket.on("data", (bytes: Buffer) => (reply += bytes.toString()));
    const ended = new Promise<string>((resolve) => socket.on("close", () => resolve(reply)).on("error", () => {}));
    await once(socket, "connect");
    if (sent !== "") socket.write(sent);
    return { socket, ended, answered: () => reply };
  };
  const silent = await open("");
  const halfHead = await open("GET /healthz HTTP/1.1\r\nHost: a");
  const kept = await open("GET /healthz HTTP/1.1\r\nHost: a.example\r\n\r\n");
  await expect.poll(kept.answered).toContain("200 OK");
  const body = JSON.stringify({ email: "a@a.example", password: "x" });
  const headRead = once(portal.server.app.http.server, "request");
  const underWay = await open(
    `POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  await headRead;
  const stopped = portal.server.close();
  expect([await silent.ended, await halfHead.ended]).toEqual(["", ""]);
  underWay.socket.write(body.slice(5));
  expect(await underWay.ended).toMatch(/^HTTP\/1\.1 400/);
  await stopped;
  expect(said.filter((line) => line.includes("graceful stop took too long"))).toEqual([]);
});
