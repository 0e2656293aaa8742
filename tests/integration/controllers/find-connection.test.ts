// Finding a new controller's connection: https by itself, five different refusals, and no password before a certificate is accepted.
import { createServer as createHttpServer } from "node:http";
import { createServer, type Server } from "node:net";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { axisProxy } from "#contract/functions/axis-proxy.ts";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

let portal: TestPortal;
let system: SupabaseClient;
let device: AxisSimulator;
const servers: Server[] = [];

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

beforeAll(async () => {
  portal = await startTestPortal();
  system = await signedInClient(portal.url, portal.accounts.system);
  device = await startAxisSimulator({ doors: [{ name: "Entré" }, { name: "Garage" }] });
});

afterAll(async () => {
  await device.close();
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  await portal.close();
});

const find = (device_ip: string, device_port: number | null = null, proxy = "axis-proxy") =>
  callFunction(system, proxy, { action: "FIND_CONNECTION", device_ip, device_port });
const account = { username: "portal", password: "S3cret-pass" };
const tested = (proxy: string, device_port: number) =>
  callFunction(system, proxy, { action: "TEST_CONNECTION", device_ip: "127.0.0.1", device_port, ...account });
const asked = () => Object.values(device.requests.counts()).reduce((sum, count) => sum + count, 0);

describe("a device is found", () => {
  test("over https on a port that says nothing, with its certificate and without a password", async () => {
    const before = asked();
    const answer = await find("127.0.0.1", device.port);
    expect(axisProxy.FIND_CONNECTION.reply.parse(answer.body)).toMatchObject({
      device_ip: "https://127.0.0.1",
      device_port: device.port,
      scheme: "https",
      certificate: { fingerprint: device.certSha256 },
    });
    expect(asked()).toBe(before);
  });

  test("over http where https is not spoken, and the address then says so by itself", async () => {
    const port = await listening(createHttpServer((_request, reply) => reply.writeHead(401).end()));
    expect(axisProxy.FIND_CONNECTION.reply.parse((await find("127.0.0.1", port, "axxon-proxy")).body)).toMatchObject({
      device_ip: "127.0.0.1",
      device_port: port,
      scheme: "http",
      certificate: null,
    });
  });

  test("by nobody but a system admin, and only inside the allowed networks", async () => {
    const nord = await signedInClient(portal.url, portal.accounts.nord);
    const body = { action: "FIND_CONNECTION", device_ip: "127.0.0.1", device_port: device.port };
    expect(await callFunction(nord, "axis-proxy", body)).toMatchObject({ status: 403 });
    for (const address of ["203.0.113.9", "169.254.169.254", "[::ffff:203.0.113.9]"])
      expect(await find(address)).toMatchObject({ status: 400, body: { code: "device_address_forbidden" } });
    expect(await find("ftp://127.0.0.1")).toMatchObject({ status: 400, body: { field: "device_ip" } });
    expect(
      await find("127.0.0.1", new URL(portal.url).port === "" ? 80 : Number(new URL(portal.url).port)),
    ).toMatchObject({
      status: 400,
      body: { code: "device_address_forbidden" },
    });
  });
});

describe("a device is not found, and the text says why", () => {
  const reasons: [string, () => Promise<{ status: number; body: unknown }>, string, RegExp][] = [
    ["its name is unknown", () => find("porten.invalid"), "device_unreachable", /finns inte i namntjänsten \(DNS\)/],
    [
      "its port refuses",
      async () => {
        const closed = createServer();
        const port = await listening(closed);
        await new Promise((resolve) => closed.close(resolve));
        servers.splice(servers.indexOf(closed), 1);
        return find("127.0.0.1", port);
      },
      "device_unreachable",
      /tar inte emot anslutningar på porten/,
    ],
    [
      "it is silent",
      async () => find("https://127.0.0.1", await listening(createServer((socket) => socket.resume()))),
      "device_timeout",
      /^Ingenting svarar på adressen/,
    ],
    [
      "it speaks no TLS",
      async () =>
        find("https://127.0.0.1", await listening(createHttpServer((_request, reply) => reply.writeHead(200).end()))),
      "device_certificate_error",
      /kom inte överens om kryptering \(TLS\)/,
    ],
    [
      "it speaks an old TLS only",
      async () => {
        const old = await startAxisSimulator({ model: "A1001", https: true, tlsVersion: "TLSv1" });
        const answer = await find("https://127.0.0.1", old.port);
        await old.close();
        return answer;
      },
      "device_tls_too_old",
      /^Styrenheten talar bara TLS 1\.0 eller 1\.1/,
    ],
    [
      "it is of another kind",
      async () => {
        const port = await listening(createHttpServer((_request, reply) => reply.end("<!doctype html><p>NAS</p>")));
        expect(await find("127.0.0.1", port)).toMatchObject({ status: 200, body: { scheme: "http" } });
        return tested("axis-proxy", port);
      },
      "device_nonsense",
      /inte en enhet av den valda typen/,
    ],
    [
      "a door controller answers where a gate was chosen",
      async () => {
        const door = await startAxisSimulator({ https: false });
        const answer = await tested("axxon-proxy", door.port);
        await door.close();
        return answer;
      },
      "device_nonsense",
      /inte en enhet av den valda typen/,
    ],
    [
      "it asks for the password in clear, as an LPR server does where a door controller was chosen",
      async () => {
        const challenge = { "www-authenticate": 'Basic realm="LPR"' };
        return tested(
          "axis-proxy",
          await listening(createHttpServer((_request, reply) => reply.writeHead(401, challenge).end())),
        );
      },
      "device_basic_over_http",
      /Kontrollera först att det är en enhet av den valda typen/,
    ],
  ];

  test.each(reasons)("since %s", async (_why, ask, code, sentence) => {
    expect(await ask()).toMatchObject({ body: { code, error: expect.stringMatching(sentence) } });
  });
});

describe("the first certificate", () => {
  const payload = () => ({
    name: "Port A",
    device_type: "axis",
    device_ip: "https://127.0.0.1",
    device_port: device.port,
    enabled: false,
    ...account,
  });

  test("that was accepted is the only one that gets the password", async () => {
    const { device_ip, device_port } = payload();
    const before = asked();
    const refused = await callFunction(system, "axis-proxy", {
      action: "TEST_CONNECTION",
      device_ip,
      device_port,
      fingerprint: "0".repeat(64),
      ...account,
    });
    expect(refused).toMatchObject({ status: 502, body: { code: "device_certificate_changed" } });
    expect(asked()).toBe(before);
    const tested = await callFunction(system, "axis-proxy", {
      action: "TEST_CONNECTION",
      device_ip,
      device_port,
      fingerprint: device.certSha256,
      ...account,
    });
    expect(tested).toMatchObject({ status: 200, body: { doors: 2 } });
  });

  test("is pinned with the controller, which then knows what its device is", async () => {
    const made = await callFunction(system, "controller-manager", {
      action: "CREATE",
      payload: { ...payload(), fingerprint: device.certSha256 },
    });
    expect(made.status).toBe(200);
    const facts = async () =>
      (await system.from("controllers").select("*").eq("name", "Port A").returns<Record<string, unknown>[]>())
        .data?.[0];
    expect(await facts()).toMatchObject({
      cert_sha256: device.certSha256,
      cert_accepted_at: expect.any(String),
      model: null,
    });
    const { controller } = controllerManager.CREATE.reply.parse(made.body);
    await callFunction(system, "axis-proxy", { action: "TEST_CONNECTION", controller_id: controller.id });
    expect(await facts()).toMatchObject({
      model: expect.any(String),
      firmware: expect.any(String),
      serial: device.serial,
      cert_subject: expect.any(String),
      cert_valid_to: expect.any(String),
      cert_accepted_at: expect.any(String),
    });
    // Another address counts as another device until a person confirms that it is the same.
    const elsewhere = { device_ip: "https://localhost", device_port: device.port, password: account.password };
    await callFunction(system, "controller-manager", { action: "UPDATE", id: controller.id, payload: elsewhere });
    expect(await facts()).toMatchObject({
      cert_sha256: null,
      cert_accepted_at: null,
      cert_subject: null,
      cert_valid_to: null,
    });
  });
});
