import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { paced } from "#tests/support/pace.ts";
import { callDevice, callSignedIn, vapix } from "../testing/call-device.ts";
import { accessDoor } from "./door-state.ts";
import { type AxisSimulator, startAxisSimulator } from "./server.ts";

describe.each([
  ["http", false],
  ["https", true],
])("over %s", (_, https) => {
  let device: AxisSimulator;
  beforeEach(async () => {
    device = await startAxisSimulator({ https, policy: "basic", seed: { crowd: 20 } });
  });
  afterEach(() => device.close());

  const setUser = () =>
    callSignedIn(device.url, "/vapix/pacs", { body: { "axudb:SetUser": { User: [{ token: "new", Name: "Ny" }] } } });
  const written = () => device.state.users.has("new");

  test("a reset before applying leaves nothing behind", async () => {
    device.faults.once({ kind: "reset-before" }, "axudb:SetUser");
    await expect(setUser()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(written()).toBe(false);
    expect((await setUser()).status).toBe(200);
  });

  // Covers: device.23
  test("a reset after applying has changed the device though the caller saw only an error", async () => {
    device.faults.once({ kind: "reset-after" }, "axudb:SetUser");
    await expect(setUser()).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(written()).toBe(true);
    expect(device.requests.recent().at(-1)).toMatchObject({
      operation: "axudb:SetUser",
      status: null,
      fault: "reset-after",
    });
  });

  test.each([
    [{ kind: "html", status: 500 } as const, 500, false],
    [{ kind: "status", status: 503 } as const, 503, false],
    [{ kind: "status", status: 400 } as const, 400, false],
    [{ kind: "status", status: 401 } as const, 401, false],
    [{ kind: "redirect", location: "http://127.0.0.1:1/" } as const, 302, false],
    [{ kind: "garbage" } as const, 200, true],
  ])("fault %o answers %i and applied is %s", async (fault, status, applied) => {
    device.faults.once(fault, "axudb:SetUser");
    const reply = await setUser();
    expect(reply.status).toBe(status);
    expect(reply.body).not.toContain('{"Token"');
    expect(written()).toBe(applied);
  });

  test("a truncated answer ends in the middle", async () => {
    device.faults.once({ kind: "truncated" }, "axudb:GetUserList");
    const list = callSignedIn(device.url, "/vapix/pacs", { body: { "axudb:GetUserList": {} } });
    await expect(list).rejects.toThrow(/aborted|cut off|reset|hang up/);
  });

  test("a hanging device answers nobody until the caller gives up", async () => {
    device.faults.add({ kind: "hang" }, { anyCall: true });
    const signal = AbortSignal.timeout(paced(60));
    await expect(callDevice(`${device.url}/vapix/pacs`, { signal })).rejects.toMatchObject({ name: "AbortError" });
  });

  test("a huge answer is as long as asked", async () => {
    device.faults.once({ kind: "huge", bytes: 1_000_000 }, "axudb:GetUserList");
    const reply = await callSignedIn(device.url, "/vapix/pacs", { body: { "axudb:GetUserList": {} } });
    expect(reply.body.length).toBeGreaterThanOrEqual(1_000_000);
  });

  test("a slow answer still arrives whole", async () => {
    device.faults.once({ kind: "slow", bytesPerSecond: 20_000 }, "axudb:GetUserList");
    const { json } = await vapix(device.url, "/vapix/pacs", { "axudb:GetUserList": {} });
    expect(json["User"]).toHaveLength(20);
  });

  test("offline, a connection that has sent nothing yet is dropped too", async () => {
    const socket = connect(device.port, device.host);
    await once(socket, "connect");
    const dropped = once(socket, "close");
    socket.on("error", () => undefined);
    await device.faults.offline();
    await dropped;
    expect(device.online).toBe(false);
  });

  test("a device without power refuses connections and comes back at the same address", async () => {
    const { port } = device;
    await device.faults.offline();
    await expect(setUser()).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await device.faults.online();
    expect(device.port).toBe(port);
    expect((await setUser()).status).toBe(200);
  });
});

describe("mishaps of the device itself", () => {
  let device: AxisSimulator;
  beforeEach(async () => {
    device = await startAxisSimulator({ serial: "ACCC8E123456", seed: { crowd: 5 } });
  });
  afterEach(() => device.close());

  test("a wiped controller knows nobody but keeps its doors and serial", () => {
    const doors = device.doorTokens;
    expect(device.wouldOpen("100000", doors[0] ?? "")).toBe(true);
    device.faults.wipe();
    expect(device.users()).toHaveLength(0);
    expect(device.doorTokens).toEqual(doors);
    expect(device.wouldOpen("100000", doors[0] ?? "")).toBe(false);
  });

  test("a wiped controller has not undone its openings", () => {
    const [door = ""] = device.doorTokens;
    accessDoor(device.state, door);
    device.faults.wipe();
    expect(device.state.doorState(door)).toMatchObject({ mode: "Locked", openings: 1 });
  });

  // Covers: device.23
  test("replaced hardware has another serial, realm, certificate and tokens", async () => {
    const before = { serial: device.serial, cert: device.certSha256, doors: device.doorTokens };
    device.setPolicy("digest");
    device.faults.replaceHardware();
    expect(device.serial).not.toBe(before.serial);
    expect(device.certSha256).not.toBe(before.cert);
    expect(device.doorTokens).not.toEqual(before.doors);
    const challenge = await callDevice(`${device.url}/vapix/pacs`, { method: "POST", body: "{}" });
    expect(challenge.headers["www-authenticate"]).toContain(`AXIS_${device.serial}`);
    expect(device.credentials()).toHaveLength(0);
  });

  test("doors set up anew get other tokens, and everybody's profile points nowhere", () => {
    const before = device.doorTokens;
    device.faults.reconfigureDoors();
    expect(device.doorTokens).toHaveLength(before.length);
    expect(device.doorTokens).not.toEqual(before);
    expect(device.wouldOpen("100000", device.doorTokens[0] ?? "")).toBe(false);
    expect(device.credentials()).toHaveLength(5);
  });

  test("a technician's edit by hand is decided upon at once", () => {
    const [door = ""] = device.doorTokens;
    device.faults.editByHand((state) => {
      for (const credential of state.credentials.values()) credential.IdData = [{ Name: "PIN", Value: "9999" }];
    });
    expect(device.wouldOpen("9999", door)).toBe(true);
    expect(device.wouldOpen("100000", door)).toBe(false);
  });

  test("a clock that is off shows in the Date header and in decisions", async () => {
    device.faults.clockSkew(-86_400_000);
    const reply = await callDevice(`${device.url}/axis-cgi/param.cgi?action=list`);
    const signedIn = await callSignedIn(device.url, "/axis-cgi/param.cgi?action=list&group=root.Time");
    const behind = Date.parse(reply.headers.date ?? "") - Date.parse(signedIn.headers.date ?? "");
    expect(behind).toBeGreaterThan(86_000_000);
    device.faults.editByHand((state) => {
      for (const credential of state.credentials.values()) credential.ValidFrom = new Date().toISOString();
    });
    expect(device.explain("100000", device.doorTokens[0] ?? "").reason).toBe("CredentialNotActive");
  });
});

test("two plans with one seed draw the same faults", async () => {
  const draw = async (): Promise<string[]> => {
    const device = await startAxisSimulator({ https: false, policy: "basic", faultSeed: 42 });
    device.faults.add({ kind: "status", status: 503 }, { probability: 0.5 });
    for (let call = 0; call < 12; call += 1) await callSignedIn(device.url, "/axis-cgi/param.cgi?action=list");
    await device.close();
    return device.requests.recent().map((call) => `${call.status}`);
  };
  const first = await draw();
  expect(first).toEqual(await draw());
  expect(new Set(first)).toEqual(new Set(["200", "401", "503"]));
});
