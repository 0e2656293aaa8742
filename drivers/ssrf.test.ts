// Tests server-side request forgery: a listener must never be reached, by any spelling, DNS rebinding or redirect.
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deviceBaseUrl } from "./base-url.ts";
import { systemClock } from "./clock.ts";
import { AddressForbiddenError, DeviceError } from "./errors.ts";
import { createNetworkPolicy, DEFAULT_DEVICE_NETWORKS, type NetworkPolicyOptions } from "./network-policy.ts";
import { createTransport } from "./transport.ts";

let reached = 0;
const canary = createServer((socket) => {
  reached += 1;
  socket.destroy();
});
let port = 0;

const listen = (server: Server) =>
  new Promise<number>((resolve) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(address !== null && typeof address === "object" ? address.port : 0);
    }),
  );

beforeAll(async () => {
  port = await listen(canary);
});
afterAll(() => new Promise((resolve) => canary.close(resolve)));

async function send(address: string, options: Partial<NetworkPolicyOptions> = {}, toPort = port): Promise<unknown> {
  const network = createNetworkPolicy({ allow: DEFAULT_DEVICE_NETWORKS, ...options });
  const connection = { username: "u", password: "p", certSha256: null, serial: null, allowPlainHttp: true };
  let transport: ReturnType<typeof createTransport> | null = null;
  try {
    const baseUrl = deviceBaseUrl({ device_ip: address, device_port: toPort });
    transport = createTransport({ ...connection, baseUrl }, { network, clock: systemClock, connections: 1 });
    return await transport.exchange({ method: "GET", path: "/" });
  } catch (error) {
    return error;
  } finally {
    await transport?.close();
  }
}

// biome-ignore format: a list to be read at a glance
const SPELLINGS = [
  "127.0.0.1", "127.1", "127.0.1", "127.000.000.001", "0177.0.0.1", "0x7f.0.0.1", "0x7f.1", "0X7F000001", "2130706433", "017700000001",
  "127.0.0.1.", "127.1.", "2130706433.", "127。0。0。1", "１２７.0.0.1", "①②⑦.0.0.1", "%31%32%37.0.0.1", "127.0.0.%31", "127.65537",
  "0.0.0.0", "0", "0x0", "[::1]", "::1", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[0:0:0:0:0:FFFF:7F00:0001]",
  "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[::ffff:0:127.0.0.1]", "[::]", "localhost", "LOCALHOST", "localhost.",
  "http://127.0.0.1", "https://127.0.0.1", "http://127.0.0.1/x", "http://user@127.0.0.1", "http://192.168.1.1@127.0.0.1", "127.0.0.1#192.168.1.1",
  "127.0.0.1?192.168.1.1", "http://127.0.0.1\\@192.168.1.1", "http:127.0.0.1", "//127.0.0.1", "ftp://127.0.0.1", "file:///etc/passwd", "gopher://127.0.0.1",
  "127.0.0.1%00.example", "127.0.0.1\t", " 127.0.0.1 ", "127.0.0.1\r\nHost: x", "[fe80::1%25lo]", "[::1%25lo]",
];

describe("a listener on this machine", () => {
  // Covers: tenant.4
  test.each(SPELLINGS)("is not reached as %j", async (address) => {
    const outcome = await send(address);
    expect(outcome).toBeInstanceOf(DeviceError);
    expect(reached).toBe(0);
  });

  test("is not reached by a name, and is when the policy lets it be, so the listener listens", async () => {
    expect(await send("door.example", { lookup: async () => ["127.0.0.1"] })).toBeInstanceOf(AddressForbiddenError);
    expect(reached).toBe(0);
    await send("door.example", { lookup: async () => ["127.0.0.1"], allowLoopback: true });
    expect(reached).toBe(1);
    reached = 0;
  });
});

// Covers: tenant.4
test("a name that changes its answer is looked up once for a connection, and anew for the next one", async () => {
  const device = createHttpServer((_request, response) => response.writeHead(200, { connection: "close" }).end("ok"));
  const devicePort = await listen(device);
  const answers = [["127.0.0.1"], ["169.254.169.254"], ["::ffff:169.254.169.254"], ["10.0.0.1", "0.0.0.0"].slice(1)];
  let asked = 0;
  const lookup = async () => answers[asked++] ?? [];
  const options = { lookup, allowLoopback: true };
  expect(await send("door.example", options, devicePort)).toMatchObject({ status: 200 });
  expect(asked).toBe(1);
  for (let n = 2; n <= answers.length; n += 1) {
    expect(await send("door.example", options, devicePort)).toBeInstanceOf(AddressForbiddenError);
    expect(asked).toBe(n);
  }
  await new Promise((resolve) => device.close(resolve));
});

// Covers: tenant.4
test.each([301, 302, 303, 307, 308])("a redirect with %i is not followed", async (status) => {
  const device = createHttpServer((_request, response) =>
    response
      .writeHead(status, { location: `http://127.0.0.1:${port}/`, refresh: `0; url=http://127.0.0.1:${port}/` })
      .end(),
  );
  const devicePort = await listen(device);
  expect(
    await send("door.example", { lookup: async () => ["127.0.0.1"], allowLoopback: true }, devicePort),
  ).toMatchObject({
    status,
  });
  expect(reached).toBe(0);
  await new Promise((resolve) => device.close(resolve));
});
