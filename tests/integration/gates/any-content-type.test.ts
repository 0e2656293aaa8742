// A person fills in a sender's content type, and nobody knows beforehand how large a camera's images are.
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { addCameraGate, type CameraGate } from "#tests/support/camera-gate.ts";
import { basicAuth, type WebhookAccount, webhookAccount, webhookUrl } from "#tests/support/gate-calls.ts";
import { type MainWorld, mainWorld } from "#tests/support/main-world.ts";

let portal: TestPortal;
let world: MainWorld;
let account: WebhookAccount;
let gate: CameraGate;
let cars = 0;

beforeAll(async () => {
  portal = await startTestPortal();
  world = await mainWorld(portal);
  account = await webhookAccount(world.system, world.gateId);
  gate = await addCameraGate(portal, world.system, { name: "Infart med kamera", device: await startLpvSimulator() });
});
afterAll(async () => {
  await gate.device.close();
  await portal.close();
});

/** Posts header lines as they are: empty ones and several of one name, which `fetch` tidies. */
function post(url: string, headers: string[], body: Buffer): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const { hostname, port, pathname, search } = new URL(url);
    const sent = request(
      {
        hostname,
        port,
        path: pathname + search,
        method: "POST",
        headers: ["host", "portal", "content-length", String(body.length), ...headers],
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on("data", (chunk: Buffer) => chunks.push(chunk));
        answer.on("end", () => resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const TYPES: [name: string, lines: string[]][] = [
  ["none", []],
  ["JSON", ["JSON"]],
  ["an empty one", [""]],
  ["text", ["text"]],
  ["a slash", ["/"]],
  ["a semicolon", [";;;"]],
  ["a typing error", ["äpplication/jsön"]],
  ["one in quotes", ['"application/json"']],
  ["another charset", ["application/json; charset=iso-8859-1"]],
  ["two of them", ["JSON", "application/json"]],
  ["a form", ["application/x-www-form-urlencoded"]],
  ["multipart without a boundary", ["multipart/form-data"]],
];
const typeLines = (lines: string[]) => lines.flatMap((line) => ["content-type", Buffer.from(line).toString("latin1")]);

async function plateAt(controllerId: string): Promise<string> {
  cars += 1;
  const plate = `CTY${String(cars).padStart(2, "0")}A`;
  await world.savePerson({ firstName: "Test", lastName: `Typ ${cars}`, plate, gateIds: [controllerId] });
  return plate;
}

const event = (plate: string) => ({ ...gate.device.camera.eventOf(plate, "new") });
const pushed = (body: string | Buffer, lines: string[] = ["application/json"]) =>
  post(gate.url, ["authorization", basicAuth(gate.account), ...typeLines(lines)], Buffer.from(body));

describe.each(TYPES)("content type: %s", (_name, lines) => {
  test("an LPR server's read is decided", async () => {
    const plate = await plateAt(world.gateId);
    const headers = ["authorization", basicAuth(account), ...typeLines(lines)];
    const answer = await post(webhookUrl(portal.url, world.gateId, plate), headers, Buffer.from("{}"));
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('"granted":true') });
  });

  test("a camera's read is decided, as JSON and in parts", async () => {
    for (const inParts of [false, true]) {
      const plate = await plateAt(gate.id);
      const json = JSON.stringify(event(plate));
      const body = inParts ? `--b\r\nContent-Disposition: form-data; name="event"\r\n\r\n${json}\r\n--b--\r\n` : json;
      expect(await pushed(body, lines)).toMatchObject({ status: 200, body: expect.stringContaining('"granted":true') });
    }
  });
});

/** Puts images into the event as the vendor's app does when it posts without parts. */
const withImages = (plate: string, bytes: number) => ({
  ...event(plate),
  ImageArray: [{ ImageType: "overview", BinaryImage: Buffer.alloc(bytes / 2, 7).toString("base64") }],
  plateImage: Buffer.alloc(bytes / 4, 9).toString("base64"),
});

test.each([1, 64, 300, 5_000])("images of %i kB in a camera's JSON keep nobody outside", async (kilobytes) => {
  const plate = await plateAt(gate.id);
  expect(await pushed(JSON.stringify(withImages(plate, kilobytes * 1024)))).toMatchObject({
    status: 200,
    body: expect.stringContaining('"granted":true'),
  });
});

test("images before the event keep nobody outside, in JSON or in parts", async () => {
  const first = await plateAt(gate.id);
  const json = JSON.stringify({ image: "A".repeat(300_000), ...event(first) });
  expect((await pushed(json)).body).toContain('"granted":true');
  const second = await plateAt(gate.id);
  const image = Buffer.alloc(300_000, 0x0a);
  const part = (name: string) => `--x7\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`;
  const body = [part("image"), image, "\r\n", part("event"), JSON.stringify(event(second)), "\r\n--x7--\r\n"];
  const parts = Buffer.concat(body.map((one) => Buffer.from(one)));
  expect((await pushed(parts, ["multipart/form-data; boundary=x7"])).body).toContain('"granted":true');
});
