import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { createTransport } from "nodemailer";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { type DemoSimulators, startDemoSimulators } from "./main.ts";
import { callDevice, vapix } from "./testing/call-device.ts";

let dataDir: string;
let demo: DemoSimulators;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "simulators-"));
  demo = await start();
});
afterEach(async () => {
  await demo.close();
  rmSync(dataDir, { recursive: true });
});

const start = () => startDemoSimulators({ dataDir, port: 0, webhookBase: "http://127.0.0.1:1/hook" });
const get = async (path: string): Promise<unknown> => JSON.parse((await callDevice(demo.panelUrl + path)).body);

async function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  const reply = await callDevice(demo.panelUrl + path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  });
  const json: unknown = JSON.parse(reply.body);
  return { status: reply.status, json };
}

const deviceUrl = (id: string): string => {
  const device = demo.devices.find((one) => one.id === id);
  return `${device?.https ? "https" : "http"}://127.0.0.1:${device?.port}`;
};

test("the demo has six door controllers of two to eight doors, three gates, a relay and a camera", () => {
  const controllers = demo.devices.filter((device) => device.kind === "axis");
  const gates = demo.devices.filter((device) => device.kind === "axxon_lpr");
  expect(controllers).toHaveLength(6);
  for (const { doors } of controllers) {
    expect(doors.length).toBeGreaterThanOrEqual(2);
    expect(doors.length).toBeLessThanOrEqual(8);
  }
  expect(gates.map((gate) => gate.model).sort()).toEqual(["next4", "one2", "one3"]);
  expect(new Set(demo.devices.map((device) => device.port)).size).toBe(11);
  expect(demo.devices.filter((device) => device.kind === "http_relay").map((relay) => relay.model)).toEqual(["2n"]);
});

describe("after a restart", () => {
  test("devices hold what they held, at the same addresses, in files that only the owner may read", async () => {
    const before = demo.devices.map(({ id, port }) => ({ id, port }));
    const people = [{ firstName: "Anna", lastName: "Berg" }];
    const User = people.map(({ firstName, lastName }) => ({ token: "u1", Name: `${lastName}, ${firstName}` }));
    const pacs = (body: unknown) =>
      callDevice(`${deviceUrl("port-a")}/vapix/pacs`, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { authorization: `Basic ${Buffer.from("portal:demo-enhet-2026").toString("base64")}` },
      });
    expect((await pacs({ "axudb:SetUser": { User } })).status).toBe(200);
    await post("/api/devices/infart-norr/webhook", { controllerId: "g 1", username: "u", password: "p" });
    await demo.close();
    demo = await start();
    expect(demo.devices.map(({ id, port }) => ({ id, port }))).toEqual(before);
    expect(await get("/api/devices/port-a/people")).toMatchObject([{ name: "Anna Berg" }]);
    expect(await get("/api/devices/infart-norr")).toMatchObject({
      webhook: { url: "http://127.0.0.1:1/hook?regnr={plate}&gateid=g%201", username: "u" },
    });
    const files = readdirSync(dataDir).filter((name) => name.startsWith("device-"));
    expect(files).toHaveLength(11);
    for (const file of files) expect(statSync(join(dataDir, file)).mode & 0o077).toBe(0);
  });

  test("a device serves the certificate it had, and another one only when somebody changed it", async () => {
    const served = () => demo.devices.map(({ id, certSha256 }) => [id, certSha256]);
    const before = served();
    await demo.close();
    demo = await start();
    expect(served()).toEqual(before);
    await post("/api/devices/port-a/actions", { action: "change-certificate" });
    await demo.close();
    demo = await start();
    const changed = served().filter(([, sha256], index) => sha256 !== before[index]?.[1]);
    expect(changed.map(([id]) => id)).toEqual(["port-a"]);
    const [portA] = demo.devices;
    const socket = connect({ host: portA?.host, port: portA?.port, rejectUnauthorized: false });
    await once(socket, "secureConnect");
    const fingerprint = socket.getPeerCertificate().fingerprint256.replaceAll(":", "").toLowerCase();
    socket.destroy();
    expect(fingerprint).toBe(portA?.certSha256);
  });

  test("a port that somebody took meanwhile is replaced by another", async () => {
    const [first] = demo.devices;
    await demo.close();
    const squatter = http.createServer();
    await new Promise<void>((resolve) => squatter.listen(first?.port, "127.0.0.1", () => resolve()));
    demo = await start();
    expect(demo.devices[0]?.port).not.toBe(first?.port);
    expect(demo.devices[1]?.port).toBeGreaterThan(0);
    await new Promise<void>((resolve) => squatter.close(() => resolve()));
  });

  test("a device leaves the portal's port, which it had before, to the portal", async () => {
    const [first, second] = demo.devices;
    await demo.close();
    demo = await startDemoSimulators({
      dataDir,
      port: first?.port ?? 0,
      portalPort: second?.port ?? 0,
      webhookBase: "http://127.0.0.1:1/hook",
    });
    expect(demo.panelUrl).toBe(`http://127.0.0.1:${first?.port}`);
    expect(demo.devices.map(({ port }) => port)).not.toContain(second?.port);
    expect(demo.devices[2]?.port).toBeGreaterThan(0);
  });

  test("a device whose port was taken while it was off says so, and comes back when the port is free", async () => {
    const port = demo.devices[0]?.port;
    const offline = (on: boolean) => post("/api/devices/port-a/faults", { name: "offline", on });
    await offline(true);
    const squatter = http.createServer();
    await new Promise<void>((resolve) => squatter.listen(port, "127.0.0.1", () => resolve()));
    expect(await offline(false)).toMatchObject({ status: 409, json: { port } });
    expect(await get("/api/devices/port-a")).toMatchObject({ online: false });
    await new Promise<void>((resolve) => squatter.close(() => resolve()));
    expect(await offline(false)).toMatchObject({ status: 200, json: { online: true } });
  });
});

const withDoors = z.object({ doors: z.array(z.object({ token: z.string() })) });

describe("the control API", () => {
  // Covers: device.24
  test("somebody presses a PIN and hears why the door stays shut", async () => {
    const device = withDoors.parse(await get("/api/devices/port-b"));
    const press = (pin: string, doorToken = device.doors[0]?.token) =>
      post("/api/devices/port-b/press", { doorToken, pin });
    const [granted, unknown] = [await press("9035"), await press("0000")];
    expect(granted.json).toEqual({ granted: true, reason: "Granted", refusal: null, name: "Fastighetsjour Norr" });
    expect(unknown.json).toEqual({ granted: false, reason: "InvalidCredential", refusal: null, name: null });
    expect((await press("9035", "no-such-door")).status).toBe(400);
    expect(await get("/api/devices/port-b")).toMatchObject({ doors: [{ mode: "Accessed", openings: 1 }, {}, {}] });
  });

  test("a door broken open shows as open and in the device's log", async () => {
    const device = withDoors.parse(await get("/api/devices/port-a"));
    const doorToken = device.doors[0]?.token;
    await post("/api/devices/port-a/door-alarm", { doorToken, alarm: "DoorForcedOpen" });
    expect(await get("/api/devices/port-a")).toMatchObject({
      doors: [{ physical: "Open", alarm: "DoorForcedOpen" }, {}, {}, {}],
      events: [{ topic: "Door/State/DoorAlarm", state: "DoorForcedOpen", door: "Entré A" }],
    });
  });

  test.each([
    ["tamper", "IdPoint/Tampering"],
    ["battery-low", "IdPoint/Status/BatteryAlarm"],
    ["open-casing", "Device/Casing/Open"],
  ])("a deed at a unit (%s) stands in its log as %s", async (action, topic) => {
    await post("/api/devices/port-a/actions", { action });
    expect(await get("/api/devices/port-a")).toMatchObject({ events: [{ topic, state: "1" }] });
  });

  test("PINs are shown only when asked for", async () => {
    const hidden = (await callDevice(`${demo.panelUrl}/api/devices/port-b/people`)).body;
    expect(hidden).toContain("Fastighetsjour Norr");
    expect(hidden).not.toMatch(/\b9035\b/);
    expect(await get("/api/devices/port-b/people?pins=1")).toMatchObject([{ pin: "9035" }]);
    expect((await callDevice(`${demo.panelUrl}/api/state`)).body).not.toMatch(/\b9035\b/);
  });

  // Covers: device.24
  test("a plate shown at a gate reaches the webhook, and the macro opens the gate", async () => {
    const received: string[] = [];
    const portal = http.createServer((request, response) => {
      received.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      response.end('{"granted":true,"reason":"valid_credential"}');
    });
    await new Promise<void>((resolve) => portal.listen(0, "127.0.0.1", () => resolve()));
    const address = portal.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const url = `http://127.0.0.1:${port}/hook?regnr={plate}`;
    await post("/api/devices/infart-norr/webhook", { url, username: "u", password: "p" });
    const { json } = await post("/api/devices/infart-norr/drive", { plate: "MLB84A" });
    expect(json).toMatchObject({ status: 200, answer: '{"granted":true,"reason":"valid_credential"}' });
    expect(received).toEqual([`POST /hook?regnr=MLB84A Basic ${Buffer.from("u:p").toString("base64")}`]);
    const gate = z
      .object({ macroId: z.string(), username: z.string(), password: z.string() })
      .parse(await get("/api/devices/infart-norr"));
    const authorization = `Basic ${Buffer.from(`${gate.username}:${gate.password}`).toString("base64")}`;
    const target = `${deviceUrl("infart-norr")}/macro/execute/${gate.macroId}`;
    expect((await callDevice(target, { headers: { authorization } })).status).toBe(200);
    expect(await get("/api/devices/infart-norr")).toMatchObject({ gateOpen: true, openings: 1 });
    await new Promise<void>((resolve) => portal.close(() => resolve()));
  });

  test("a camera posts its event to its own address, and sends it again when the answer was lost", async () => {
    const received: unknown[] = [];
    const pushed = z.object({ carState: z.string(), plateText: z.string() });
    const portal = http.createServer((request, response) => {
      let body = "";
      request.on("data", (chunk) => {
        body += String(chunk);
      });
      request.on("end", () => {
        received.push([request.url, pushed.parse(JSON.parse(body))]);
        response.end('{"repeated":true}');
      });
    });
    await new Promise<void>((resolve) => portal.listen(0, "127.0.0.1", () => resolve()));
    const address = portal.address();
    const port = typeof address === "object" && address ? address.port : 0;
    await post("/api/devices/infart-kajen/webhook", { controllerId: "g1", username: "u", password: "p" });
    expect(await get("/api/devices/infart-kajen")).toMatchObject({
      webhook: { url: "http://127.0.0.1:1/plate-push/axis_lpv?gateid=g1" },
    });
    const url = `http://127.0.0.1:${port}/push`;
    await post("/api/devices/infart-kajen/webhook", { url, username: "u", password: "p" });
    await post("/api/devices/infart-kajen/actions", { action: "lose-answer" });
    await post("/api/devices/infart-kajen/drive", { plate: "MLB84A" });
    await expect.poll(() => received.length).toBe(3);
    await post("/api/devices/infart-kajen/actions", { action: "send-buffered" });
    expect(received).toEqual(
      ["new", "update", "lost", "new"].map((carState) => ["/push", { carState, plateText: "MLB84A" }]),
    );
    await new Promise<void>((resolve) => portal.close(() => resolve()));
  });

  test("a fault switch hits the device until it is turned off", async () => {
    const list = () => callDevice(`${deviceUrl("infart-norr")}/hosts/`);
    const { json } = await post("/api/devices/infart-norr/faults", { name: "error500", on: true });
    expect(json).toMatchObject({ faults: ["error500"] });
    expect((await list()).status).toBe(500);
    await post("/api/devices/infart-norr/faults", { name: "error500", on: false });
    expect((await list()).status).toBe(200);
    await post("/api/devices/infart-norr/faults", { name: "offline", on: true });
    await expect(list()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await post("/api/devices/infart-norr/faults", { name: "offline", on: false });
    expect((await list()).status).toBe(200);
    expect((await post("/api/devices/infart-norr/faults", { name: "nonsense", on: true })).status).toBe(400);
  });

  test("a script can fill and empty a controller", async () => {
    const users = [{ token: "u9", Name: "Ek, Olle" }];
    await post("/api/devices/garage/objects", { users });
    expect((await vapixDemo("garage", { "axudb:GetUserList": {} })).User).toHaveLength(1);
    await post("/api/devices/garage/actions", { action: "wipe" });
    expect((await vapixDemo("garage", { "axudb:GetUserList": {} })).User).toHaveLength(0);
  });

  test("foreign pages can neither read nor change anything", async () => {
    const foreign = await callDevice(`${demo.panelUrl}/api/devices`, { headers: { host: "evil.example" } });
    expect(foreign.status).toBe(421);
    const form = await callDevice(`${demo.panelUrl}/api/devices/garage/actions`, {
      method: "POST",
      body: '{"action":"wipe"}',
      headers: { "content-type": "text/plain" },
    });
    expect(form.status).toBe(415);
    const page = await callDevice(`${demo.panelUrl}/`);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/style="|<script>|https?:\/\/(?!www\.w3\.org)/);
  });
});

describe("the page", () => {
  const partsOf = (text: string) =>
    [...text.matchAll(/(?:href|src|from|import)[=(\s]*"(\.?\/[\w/-]+\.(?:css|js|svg))"/g)].map((match) =>
      String(match[1]).replace(/^\.\//, "/"),
    );

  test.each(["/", "/mail"])(
    "%s and all it asks for are served, with their type and a tag to ask again by",
    async (path) => {
      const page = await callDevice(demo.panelUrl + path);
      const found = new Set(partsOf(page.body));
      expect(found.size).toBeGreaterThan(4);
      for (const part of found) {
        const reply = await callDevice(demo.panelUrl + part);
        expect([part, reply.status]).toEqual([part, 200]);
        expect(reply.headers["content-type"]).toMatch(/^(text\/(css|javascript); charset=utf-8|image\/svg\+xml)$/);
        const again = await callDevice(demo.panelUrl + part, {
          headers: { "if-none-match": String(reply.headers.etag) },
        });
        expect([again.status, again.body, again.headers["cache-control"]]).toEqual([304, "", "no-cache"]);
        for (const further of partsOf(reply.body)) found.add(further);
      }
    },
  );

  test.each(["/../main.ts", "/..%2Fmain.ts", "/panel.html%00", "/styles", "/constructor", "/styles/../../main.ts"])(
    "an address that leads elsewhere (%s) finds nothing",
    async (path) => {
      expect((await callDevice(demo.panelUrl + path)).status).toBe(404);
    },
  );
});

test("a caught email can be read, its links followed, and its HTML does nothing", async () => {
  const mailer = createTransport({ host: "127.0.0.1", port: demo.smtpPort, secure: false });
  const link = "http://127.0.0.1:8080/auth?token=a&type=recovery";
  await mailer.sendMail({
    from: "portal@demo.example",
    to: "åsa@demo.example, nord@demo.example",
    subject: "Välkommen till åtkomstportalen – här är en rubrik som är lång nog att delas",
    text: `Hej Åsa!\n\n${link}\n`,
    html: `<p>Hej Åsa, välkommen till portalen med en rad som är så lång att den måste brytas på vägen.</p><script>alert(1)</script>`,
  });
  mailer.close();
  const [mail] = z.array(z.looseObject({ id: z.string() })).parse(await get("/api/mail"));
  expect(mail).toMatchObject({
    subject: "Välkommen till åtkomstportalen – här är en rubrik som är lång nog att delas",
    text: expect.stringContaining("Hej Åsa!"),
    html: expect.stringContaining("med en rad som är så lång att den måste brytas på vägen."),
    links: [link],
  });
  const email = await callDevice(`${demo.panelUrl}/mail/${mail?.id}`);
  expect(email.body).not.toContain("<script>alert");
  expect(email.body).toContain("sandbox src=");
  const html = await callDevice(`${demo.panelUrl}/mail/${mail?.id}/html`);
  expect(html.headers["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
});

// Covers: auth.14
test("a text message lands in the mailbox beside the emails", async () => {
  expect(demo.smsUrl).toBe(`${demo.panelUrl}/api/sms`);
  const sent = await post("/api/sms", { to: "+46701234567", text: "482913 är din <b>kod</b>." });
  expect(sent.status).toBe(200);
  expect((await post("/api/sms", { to: "Anna", text: "hej" })).status).toBe(400);
  const [message] = z.array(z.looseObject({ id: z.string() })).parse(await get("/api/mail"));
  expect(message).toMatchObject({ recipients: ["+46701234567"], subject: "Sms", text: "482913 är din <b>kod</b>." });
  const list = await callDevice(`${demo.panelUrl}/mail`);
  expect(list.body).toContain("+46701234567");
  const email = await callDevice(`${demo.panelUrl}/mail/${message?.id}`);
  expect(email.body).toContain("482913 är din &lt;b&gt;kod&lt;/b&gt;.");
});

async function vapixDemo(id: string, body: unknown): Promise<{ User: unknown[] }> {
  const { json } = await vapix(deviceUrl(id), "/vapix/pacs", body, { password: "demo-enhet-2026" });
  return { User: Array.isArray(json["User"]) ? json["User"] : [] };
}
