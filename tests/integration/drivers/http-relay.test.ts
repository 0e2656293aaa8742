import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { relayRequestSchema } from "#contract/relay.ts";
import { relayPreset } from "#contract/relay-presets.ts";
import { systemClock } from "#drivers/clock.ts";
import type { HarnessFault } from "#drivers/conformance.ts";
import { plateDriverCases } from "#drivers/conformance-plate.ts";
import { createHttpRelayDriver } from "#drivers/http-relay/driver.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import { paced } from "#tests/support/pace.ts";
import { connectionTo, type Disposable } from "./device-harness.ts";

const LOGIN = `Basic ${Buffer.from("portal:S3cret-pass").toString("base64")}`;
const COMMAND = "POST /relay/0?turn=on";
const RELAY = relayRequestSchema.parse({
  ...relayPreset("own"),
  method: "POST",
  path: "/relay/0?turn=on",
});

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

for (const conformance of plateDriverCases) {
  test(conformance.name, async () => {
    const relay = await startRelay();
    await conformance.run({
      open: (changes, { forbidden } = {}) => driverFor(relay, changes, forbidden),
      timeoutMs: paced(2_000),
      listsMacros: false,
      macroId: "own",
      device: relay,
    });
  });
}

// Covers: device.22
test("a relay without a password is opened without one", async () => {
  const relay = await startRelay({ guarded: false });
  const outcome = await driverFor(relay, { username: "", password: "" }).executeMacro("own", {
    timeoutMs: paced(2_000),
  });
  expect(outcome.outcome).toBe("executed");
  expect(relay.openings()).toBe(1);
});

test("a macro that is not the saved request is a warning of the connection test", async () => {
  const relay = await startRelay();
  expect((await driverFor(relay).identify({ macroId: "öppna" })).warnings).toContain("macro_missing");
});

function driverFor(relay: { url: string }, changes: Partial<DeviceConnection> = {}, forbidden = false) {
  const network = createNetworkPolicy({ allow: ["192.168.0.0/16"], allowLoopback: !forbidden });
  const driver = createHttpRelayDriver(connectionTo(relay.url, { relay: RELAY, ...changes }), {
    network,
    clock: systemClock,
  });
  open.push(driver);
  return driver;
}

async function startRelay({ guarded = true } = {}) {
  const counts = { openings: 0, attempts: 0, requests: 0 };
  let fault: HarnessFault | null = null;
  const server = createServer((request, response) => {
    counts.requests += 1;
    if (guarded && request.headers.authorization !== LOGIN)
      response.writeHead(401, { "www-authenticate": 'Basic realm="relay"' }).end();
    else if (request.url === "/") response.end("<h1>relay</h1>");
    else if (`${request.method} ${request.url}` !== COMMAND) response.writeHead(404).end();
    else {
      counts.attempts += 1;
      const strikes = fault;
      fault = null;
      if (!(strikes === "lost-before-applied" || strikes === "crash")) counts.openings += 1;
      answer(strikes, request, response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({ close: () => stop(server) });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the relay does not listen");
  return {
    url: `http://127.0.0.1:${address.port}`,
    certSha256: null,
    openings: () => counts.openings,
    attempts: () => counts.attempts,
    requests: () => counts.requests,
    failNext: (next: HarnessFault) => {
      fault = next;
    },
    offline: () => stop(server),
  };
}

function answer(fault: HarnessFault | null, request: IncomingMessage, response: ServerResponse): void {
  if (fault === "lost-before-applied" || fault === "lost-after-applied") request.socket.destroy();
  else if (fault === "hangs-after-applied") request.socket.resume();
  else if (fault === "crash") response.writeHead(500).end();
  else if (fault === "huge") response.end(Buffer.alloc(4 * 1024 * 1024));
  else response.end(fault === "garbage" ? "\u0000\u0001" : '{"ison":true}');
}

async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise<void>((resolve) => server.close(() => resolve()));
}
