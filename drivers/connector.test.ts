import { once } from "node:events";
import { createServer } from "node:https";
import { connect, createServer as createTcpServer, type Server, type Socket } from "node:net";
import type { SecureVersion, TLSSocket } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { makeCertificate } from "#simulators/network/certificate.ts";
import { type Clock, systemClock } from "./clock.ts";
import { createNetworkPolicy } from "./network-policy.ts";
import { createTransport } from "./transport.ts";

const [FIRST, SECOND] = [makeCertificate("door"), makeCertificate("door")];
const GET = { method: "GET", path: "/" } as const;
const HOUR_MS = 3_600_000;

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanUps.push(() => server.close());
  const address = server.address();
  return address !== null && typeof address === "object" ? address.port : 0;
}

/** A unit that ends each connection after its answer. */
async function startUnit(maxVersion: SecureVersion = "TLSv1.3") {
  const reused: boolean[] = [];
  const server = createServer({ cert: FIRST.cert, key: FIRST.key, maxVersion }, (_request, response) => {
    response.writeHead(200, { connection: "close" }).end("ok");
  });
  let asked = 0;
  server.on("request", () => {
    asked += 1;
  });
  server.on("secureConnection", (socket: TLSSocket) => reused.push(socket.isSessionReused()));
  return { server, reused, port: await listen(server), asked: () => asked };
}

function transportTo(port: number, { clock = systemClock, certSha256 = FIRST.sha256 as string | null } = {}) {
  const connection = {
    baseUrl: new URL(`https://127.0.0.1:${port}`),
    username: "portal",
    password: "S3cret-pass",
    certSha256,
    serial: null,
    allowPlainHttp: false,
  };
  const network = createNetworkPolicy({ allow: [], allowLoopback: true });
  const transport = createTransport(connection, { network, clock, connections: 1 });
  cleanUps.push(() => transport.close());
  return transport;
}

test.each(["TLSv1.2", "TLSv1.3"] as const)(
  "a unit's session is taken up at its next connection (%s)",
  async (version) => {
    const { reused, port } = await startUnit(version);
    const transport = transportTo(port, { certSha256: null });
    for (let call = 0; call < 3; call += 1) expect((await transport.exchange(GET)).status).toBe(200);
    expect(reused).toEqual([false, true, true]);
    expect(transport.certificate()).toMatchObject({ sha256: FIRST.sha256, subject: "door" });
  },
);

test("a changed certificate is met before anything is sent, also by who has a session", async () => {
  const { server, port, asked } = await startUnit();
  const transport = transportTo(port);
  for (let call = 0; call < 2; call += 1) await transport.exchange(GET);
  server.setSecureContext({ cert: SECOND.cert, key: SECOND.key });
  await expect(transport.exchange(GET)).rejects.toMatchObject({ code: "certificate_changed", outcomeUnknown: false });
  expect(asked()).toBe(2);
});

test("after an hour the unit shows its certificate again", async () => {
  const { reused, port } = await startUnit();
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, monotonic: () => systemClock.monotonic() + aheadMs };
  const transport = transportTo(port, { clock });
  for (const ahead of [0, 0.9 * HOUR_MS, 1.1 * HOUR_MS, 1.2 * HOUR_MS]) {
    aheadMs = ahead;
    await transport.exchange(GET);
  }
  expect(reused).toEqual([false, true, false, true]);
});

test("a unit that hangs up at a session is met anew, and one that always hangs up is not asked again", async () => {
  const { reused, port } = await startUnit();
  const cut = new Set([2, 4, 5]);
  let connections = 0;
  const front = createTcpServer((from: Socket) => {
    connections += 1;
    if (cut.has(connections)) return void from.once("data", () => from.destroy());
    const to = connect(port, "127.0.0.1");
    for (const socket of [from, to]) socket.on("error", () => {});
    from.pipe(to).pipe(from);
  });
  const transport = transportTo(await listen(front));
  await transport.exchange(GET);
  expect((await transport.exchange(GET)).status).toBe(200);
  expect([reused, connections]).toEqual([[false, false], 3]);
  await expect(transport.exchange(GET)).rejects.toMatchObject({ code: "unreachable", outcomeUnknown: false });
  expect(connections).toBe(5);
});
