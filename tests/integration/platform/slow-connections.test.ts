// Idle and slow connections end by themselves, hold no more than their share, and keep no gate out.
import { once } from "node:events";
import type { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { systemClock } from "#drivers/clock.ts";
import { createGateAddresses } from "#server/gates/gate-addresses.ts";
import { proxyCheck } from "#server/platform/connections/address-key.ts";
import { createConnectionGuard } from "#server/platform/connections/connection-guard.ts";
import { guardedServer } from "#server/platform/connections/http-server.ts";
import { createMetrics } from "#server/platform/metrics/metrics.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { basicAuth, webhookAccount, webhookUrl } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { ended, inParallel, openRaw, outsiderAddress, statusFrom } from "#tests/support/raw-sockets.ts";

const CAP = 200;
const PATIENCE = { timeout: paced(60_000) };
const GATE_ADDRESS = "127.0.0.200";
let portal: TestPortal;
let world: MainWorld;
let authorization: string;
const opened: Socket[] = [];

beforeAll(async () => {
  portal = await startTestPortal({ env: { MAX_CONNECTIONS: String(CAP) } });
  world = await mainWorld(portal);
  authorization = basicAuth(await webhookAccount(world.system, world.gateId));
});
afterAll(async () => {
  for (const socket of opened) socket.destroy();
  await portal.close();
});

const readFrom = (localAddress: string) =>
  statusFrom(webhookUrl(portal.url, world.gateId, "ZZZ999"), {
    localAddress,
    method: "POST",
    headers: { authorization },
  });
const held = async (state?: string): Promise<number> => {
  const text = await (await fetch(`${portal.url}/metrics`)).text();
  const lines = [...text.matchAll(/^portal_connections\{state="(\w+)"\} (\d+)$/gm)];
  return lines.filter(([, name]) => state === undefined || name === state).reduce((sum, [, , n]) => sum + Number(n), 0);
};
const flood = async (count: number, addressOf: (n: number) => string, text: string): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  await inParallel(count, 50, async (n) => {
    sockets.push((await openRaw(portal.url, addressOf(n), text)).resume());
  });
  opened.push(...sockets);
  return sockets;
};
const living = (sockets: Socket[]) => sockets.filter((socket) => !socket.destroyed && socket.writable).length;
const HALF_HEADERS = "POST /auth/v1/token?grant_type=password HTTP/1.1\r\nHost: x\r\nX-Slow: ";
const HALF_BODY = `${HALF_HEADERS}1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;

describe("a flood of slow connections", () => {
  test.each([
    ["half a request each, from many addresses", HALF_HEADERS],
    ["a body that never ends, from many addresses", HALF_BODY],
    ["nothing at all, from many addresses", ""],
  ])(
    "with %s holds no more than its share, and gates and health are answered in the midst of it",
    async (_what, text) => {
      expect(await readFrom(GATE_ADDRESS)).toBe(200);
      const sockets = await flood(800, outsiderAddress, text);
      await expect.poll(() => living(sockets), PATIENCE).toBeLessThanOrEqual(CAP);
      const statuses: (number | "lost")[] = [];
      for (let round = 0; round < 20; round += 1) {
        statuses.push(
          await readFrom(GATE_ADDRESS),
          await statusFrom(`${portal.url}/healthz`, { localAddress: "127.0.0.201" }),
        );
      }
      expect(statuses).toEqual(Array(40).fill(200));
      expect(await held()).toBeLessThanOrEqual(CAP);
      for (const socket of sockets) socket.destroy();
      await expect.poll(() => held("waiting")).toBeLessThan(10);
    },
  );

  test("from one address takes only that address's own places: others who have waited for long still wait", async () => {
    const waiting = await flood(20, (n) => `127.0.0.${160 + n}`, HALF_HEADERS);
    const sockets = await flood(800, () => "127.0.0.150", HALF_HEADERS);
    await expect.poll(() => living(sockets), PATIENCE).toBeLessThan(CAP);
    expect(living(waiting)).toBe(20);
    for (const socket of [...sockets, ...waiting]) socket.destroy();
  });

  test("does not take the connections of a gate's address, and a restarted server knows that address", async () => {
    expect(await readFrom(GATE_ADDRESS)).toBe(200);
    // The slow gate's request begins before the flood and ends long after.
    const [slowGate] = await flood(1, () => GATE_ADDRESS, HALF_HEADERS);
    // Each connection has one address: with one place each, the oldest would be next.
    const sockets = await flood(800, (n) => `127.1.${n >> 8}.${n & 255}`, HALF_HEADERS);
    await expect.poll(() => living(sockets), PATIENCE).toBeLessThanOrEqual(CAP);
    expect(slowGate?.destroyed).toBe(false);
    for (const socket of sockets) socket.destroy();

    const { pools, log } = portal.server.deps;
    const restarted = createGateAddresses({ pools, log, clock: systemClock, isProxy: proxyCheck([]) });
    const stop = new AbortController();
    void restarted.keep(300_000, stop.signal);
    await expect.poll(() => restarted.has(GATE_ADDRESS)).toBe(true);
    expect(restarted.has("127.0.0.201")).toBe(false);
    stop.abort();
  });

  test("a call with a wrong password makes no address a gate's", async () => {
    const url = webhookUrl(portal.url, world.gateId, "ZZZ999");
    const wrong = { authorization: basicAuth({ username: "lpr-000000000000", password: "wrong" }) };
    expect(await statusFrom(url, { localAddress: "127.0.0.202", method: "POST", headers: wrong })).toBe(401);
    // Behind a local proxy everybody shares its address, so it counts as no gate's address.
    expect(await readFrom("127.0.0.1")).toBe(200);
    const { rows } = await portal.admin.query("select host(address) as address from gate_addresses order by 1");
    expect(rows).toEqual([{ address: GATE_ADDRESS }]);
  });

  test("an upgrade to nothing is answered and its connection closed", async () => {
    const upgrade = (target: string) =>
      `${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`;
    for (const target of ["GET /healthz", "GET /auth/v1/settings", "GET /nowhere"]) {
      const [socket] = await flood(1, outsiderAddress, upgrade(target));
      if (socket) await ended(socket);
    }
    expect(await held("upgraded")).toBe(0);
  });
});

/** Resolves with this socket's lifetime in seconds, read or not. */
async function lifetime(socket: Socket, dribble: string | null): Promise<number> {
  const began = performance.now();
  const drip = dribble === null ? null : setInterval(() => socket.writable && socket.write(dribble), 500);
  await ended(socket);
  if (drip) clearInterval(drip);
  return (performance.now() - began) / 1000;
}

test("a gate's call has five seconds for its body, and ends when they are over", async () => {
  const over = Promise.withResolvers<void>();
  const wait = systemClock.wait.bind(systemClock);
  let isOver = false;
  const asked = vi.spyOn(systemClock, "wait").mockImplementation(async (ms, signal) => {
    // Jobs wait as long. If their later rounds followed each other at once, nothing else of the process would run.
    await (ms === 5_000 && !isOver ? over.promise : wait(ms, signal));
  });
  const [socket] = await flood(
    1,
    () => "127.0.0.203",
    `POST /functions/v1/axxon-webhook?regnr=A&gateid=${world.gateId} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 1000\r\n\r\n`,
  );
  await expect.poll(() => asked.mock.calls.filter(([ms]) => ms === GATE_LATEST_MS).length, PATIENCE).toBeGreaterThan(0);
  expect(socket?.writable).toBe(true);
  isOver = true;
  over.resolve();
  if (socket) await ended(socket);
  asked.mockRestore();
  expect(GATE_LATEST_MS).toBe(5_000);
});

test("headers, bodies, silence and unread answers end in time: 5 s for a gate's call, 15 s for all else", async () => {
  const metrics = createMetrics();
  const guard = createConnectionGuard({
    clock: systemClock,
    log: portal.server.deps.log,
    metrics,
    maxConnections: 100,
    isProxy: () => false,
    isGate: () => false,
  });
  const bare = guardedServer(guard)((request, response) => {
    guard.readWhole(request);
    response.end(Buffer.alloc(64 * 1024 * 1024));
  });
  bare.listen(0, "127.0.0.1");
  await once(bare, "listening");
  const address = bare.address();
  const bareUrl = `http://127.0.0.1:${address !== null && typeof address === "object" ? address.port : 0}`;

  const webhook = `POST /functions/v1/axxon-webhook?regnr=A&gateid=${world.gateId} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Length: 1000\r\n\r\n`;
  const life = async (text: string, dribble: string | null = null) => {
    const [socket] = await flood(1, () => "127.0.0.203", text);
    return socket ? lifetime(socket, dribble) : 0;
  };
  // The test measures at the server: a socket that does not read sees no end.
  const unreadAnswer = async () => {
    const [[served]] = await Promise.all([
      once(bare, "connection"),
      openRaw(bareUrl, "127.0.0.203", "GET / HTTP/1.1\r\nHost: x\r\n\r\n").then((socket) =>
        opened.push(socket.pause()),
      ),
    ]);
    return lifetime(served, null);
  };
  const seconds = await Promise.all([
    life(webhook, "x"),
    life(HALF_HEADERS, "x"),
    life(HALF_BODY, " "),
    life(""),
    life("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"),
    unreadAnswer(),
  ]);
  bare.closeAllConnections();
  bare.close();
  guard.stop();
  metrics.close();
  const [gate, ...others] = seconds;
  // The ends are never early, and come in this order. The machine decides how late; connections/connection-guard.test.ts tests the times
  // themselves.
  expect(gate).toBeGreaterThan(4.5);
  for (const other of others) expect(other).toBeGreaterThan(13);
  expect(gate).toBeLessThan(Math.min(...others));
});
