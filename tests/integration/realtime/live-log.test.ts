import type { Socket } from "node:net";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Clock, systemClock } from "#drivers/clock.ts";
import { adminPool } from "#tests/support/pool.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/postgres.ts";
import { ended, inParallel, openRaw, outsiderAddress } from "#tests/support/raw-sockets.ts";
import { openSocket } from "./raw-socket.ts";
import { insertPassage, listen, makeAdmin, type RealtimeServer, startRealtimeServer } from "./realtime-server.ts";

const SYSTEM = "system@example.se";
const OUTSIDERS = 2_000;
let database: TestDatabase;
let admin: Pool;
let server: RealtimeServer;
/** Set while the server's clock stands still. */
let stopped: number | null = null;
const clock: Clock = { ...systemClock, monotonic: () => stopped ?? systemClock.monotonic() };
const opened: Socket[] = [];
const clients: SupabaseClient[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  admin = adminPool(database);
  server = await startRealtimeServer(database, { clock });
  await makeAdmin(server, admin, { email: SYSTEM, role: "system_admin" });
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  for (const client of clients) await client.removeAllChannels();
  await server.stop();
  await admin.end();
  await database.drop();
});

const UPGRADE = `GET /realtime/v1/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
const outsiders = async (count: number, addressOf: (n: number) => string): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  await inParallel(count, 50, async (n) => {
    const socket = await openRaw(server.url, addressOf(n), UPGRADE);
    sockets.push(socket);
    await new Promise<void>((resolve) => socket.once("data", () => resolve()).once("close", resolve));
    socket.resume();
  });
  opened.push(...sockets);
  return sockets;
};
const living = (sockets: Socket[]) => sockets.filter((socket) => !socket.destroyed && socket.writable).length;
const page = async () => {
  const client = await server.signIn(SYSTEM);
  clients.push(client);
  return listen(client);
};

test(`${OUTSIDERS} anonymous sockets close no live log that is open, and keep none from opening`, async () => {
  const before = await page();
  const sockets = await outsiders(OUTSIDERS, outsiderAddress);
  const during = await page();
  expect(during.states).toEqual([{ status: "SUBSCRIBED", message: undefined }]);
  const [, id] = await Promise.all([outsiders(500, outsiderAddress), insertPassage(admin, "FLO0D1")]);
  expect(id).toBeTruthy();
  for (const one of [before, during]) {
    await one.hears("FLO0D1");
    expect(one.states).toEqual([{ status: "SUBSCRIBED", message: undefined }]);
  }
  // A socket silent for five seconds is closed.
  await Promise.all(sockets.map(ended));
  await insertPassage(admin, "FLO0D2");
  for (const one of [before, during]) {
    await one.hears("FLO0D2");
    expect(one.states).toHaveLength(1);
  }
});

test("one address with a hundred sockets of nobody takes only its own places", async () => {
  stopped = systemClock.monotonic(); // None of them has waited too long.
  const waiting = await outsiders(1, () => "127.0.0.180");
  const crowd = await outsiders(400, () => "127.0.0.181");
  // The server ends these sockets before it answers the next one, and the ends arrive before that answer.
  await outsiders(1, () => "127.0.0.182");
  expect(living(crowd)).toBeLessThanOrEqual(64);
  expect(living(waiting)).toBe(1);
  stopped = null;
  for (const socket of crowd) await ended(socket);
});

test("joins that are refused again and again end the socket", async () => {
  const socket = await openSocket(server.url);
  for (let n = 0; n < 40; n += 1)
    socket.send([String(n), String(n), "realtime:x", "phx_join", { access_token: "none" }]);
  expect(await socket.closed).toBe(1008);
});
