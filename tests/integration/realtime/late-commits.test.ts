// Commits that wait for a synchronous standby become visible long after their rows' times.
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OVERLAP_MICROS } from "#server/realtime/horizon.ts";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { insertPassage, listen, makeAdmin, type RealtimeServer, startRealtimeServer } from "./realtime-server.ts";

const SYSTEM = "system@example.se";
let database: TestDatabase;
let admin: Pool;
let server: RealtimeServer;

beforeAll(async () => {
  database = await createTestDatabase();
  admin = adminPool(database);
  server = await startRealtimeServer(database);
  await makeAdmin(server, admin, { email: SYSTEM, role: "system_admin" });
});
afterAll(async () => {
  await server.stop();
  await admin.end();
  await database.drop();
});

test("a passage whose commit waits longer than reads overlap is heard once when it is done", async () => {
  const client = await server.signIn(SYSTEM);
  const listener = await listen(client);
  const late = await admin.connect();
  await late.query("begin");
  await insertPassage(late, "SEN0R1");
  // real time: the database's own clock has to pass the overlap
  await new Promise((resolve) => setTimeout(resolve, OVERLAP_MICROS / 1_000 + 2_000));
  await insertPassage(admin, "SEN0R2");
  await listener.hears("SEN0R2");
  await late.query("commit");
  late.release();
  await listener.hears("SEN0R1");
  await insertPassage(admin, "SEN0R3");
  await listener.hears("SEN0R3");
  expect(listener.plates()).toEqual(["SEN0R2", "SEN0R1", "SEN0R3"]);
  await client.removeAllChannels();
  await client.realtime.disconnect();
});
