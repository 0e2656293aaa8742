import { afterEach, describe, expect, test } from "vitest";
import { createAxisLpvDriver } from "#drivers/axis-lpv/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { plateDriverCases } from "#drivers/conformance-plate.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import { type LpvSimulator, startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { startRelaySimulator } from "#simulators/relay/server.ts";
import { paced } from "#tests/support/pace.ts";
import { connectionTo, type Disposable, NETWORK_FAULTS } from "./device-harness.ts";

const OPENING = "GET /axis-cgi/io/port.cgi";

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

function driverOf({ url }: { url: string }, changes: Partial<DeviceConnection> = {}, forbidden = false) {
  const network = createNetworkPolicy({ allow: ["192.168.0.0/16"], allowLoopback: !forbidden });
  const driver = createAxisLpvDriver(connectionTo(url, changes), { network, clock: systemClock });
  open.push(driver);
  return driver;
}

async function camera(https = false): Promise<LpvSimulator> {
  const simulator = await startLpvSimulator({ https });
  open.push(simulator);
  return simulator;
}

for (const https of [false, true])
  for (const conformance of plateDriverCases) {
    test(`a camera with ${https ? "https" : "http"}: ${conformance.name}`, async () => {
      const simulator = await camera(https);
      await conformance.run({
        open: (changes, { forbidden } = {}) => driverOf(simulator, changes, forbidden),
        timeoutMs: paced(2_000),
        listsMacros: false,
        macroId: "1",
        refusePlate: (plate) => simulator.state.app.refusedPlates.add(plate),
        // The output answers 204, which has no body to spoil.
        spoiled: { garbage: "executed", huge: "unknown" },
        device: {
          certSha256: simulator.certSha256,
          openings: () => simulator.pulses.length,
          attempts: () => simulator.requests.counts()[OPENING] ?? 0,
          requests: () => simulator.requests.total(),
          failNext: (fault) => simulator.faults.once(NETWORK_FAULTS[fault]),
          offline: () => simulator.faults.offline(),
        },
      });
    });
  }

test("a camera without the app is another kind of device", async () => {
  const bare = await startRelaySimulator({ brand: "axis-io" });
  open.push(bare);
  await expect(driverOf(bare).identify()).rejects.toMatchObject({ code: "not_this_kind_of_device" });
});

test("a page of HTML with 200 is no opening", async () => {
  const simulator = await camera();
  const driver = driverOf(simulator);
  simulator.faults.once({ kind: "html", status: 200 });
  expect((await driver.executeMacro("1", { timeoutMs: paced(2_000) })).outcome).toBe("unknown");
  expect(simulator.pulses).toHaveLength(0);
});

test("an output that is an input refuses, and the other output is another pulse", async () => {
  const simulator = await camera();
  const driver = driverOf(simulator);
  simulator.faults.block(true);
  expect((await driver.executeMacro("1", { timeoutMs: paced(2_000) })).outcome).toBe("refused");
  simulator.faults.block(false);
  expect((await driver.executeMacro("2", { timeoutMs: paced(2_000) })).outcome).toBe("executed");
  expect(simulator.pulses).toMatchObject([{ unit: "2", seconds: 2 }]);
});

const COPIED = "portal.example/functions/v1/plate-push/axis_lpv?gateid=2";
const TARGET = {
  url: "https://portal.example/functions/v1/plate-push/axis_lpv?gateid=1&x=<>",
  username: "lpr-1",
  password: "hemligt&<å>",
  isCopied: (address: string) => address === COPIED,
};
const plain = (fields: ReadonlyMap<string, string> | undefined) => Object.fromEntries(fields ?? []);
const base64 = (text: string) => Buffer.from(text).toString("base64");
const setUp = (simulator: LpvSimulator) => driverOf(simulator).setUpPush?.(TARGET);

const SWITCHES = [
  ["as documented", {}],
  ["with passwords left out", { hidesPasswords: true }],
  ["with 1 and 0", { writesDigits: true }],
] as const;

for (const [what, switches] of SWITCHES)
  test(`the push is set up in a camera ${what}: only our fields change, and twice is once`, async () => {
    const simulator = await camera();
    const { app } = simulator.state;
    Object.assign(app, switches);
    app.profiles[0]?.set("x_auth_key", "a & b").set("latitude", "-1.5");
    const before = app.profiles.map(plain);
    for (let turn = 0; turn < 2; turn += 1) expect(await setUp(simulator)).toEqual({ heartbeat: "set" });
    expect(plain(app.profiles[0])).toEqual({
      ...before[0],
      url: base64(TARGET.url),
      user: TARGET.username,
      password: base64(TARGET.password),
      enable: "true",
      skip_image_in_post: "true",
      event_update: "true",
      use_multipart: "false",
    });
    expect(app.profiles.slice(1).map(plain)).toEqual(before.slice(1));
    expect(app.heartbeatTarget()).toMatchObject({ url: TARGET.url, username: "lpr-1", password: TARGET.password });
    expect(app.heartbeat.get("period")).toBe("5");
    expect(simulator.camera.webhook).toMatchObject({ url: TARGET.url, password: TARGET.password });
  });

test("a profile and a heartbeat that somebody else uses stay as they are, and a free profile is taken", async () => {
  const simulator = await camera();
  const { app } = simulator.state;
  const theirs = (fields: Map<string, string>) => fields.set("url", base64("10.0.0.9:7001")).set("enable", "true");
  theirs(app.profiles[0] as Map<string, string>).set("protocol", "8");
  theirs(app.heartbeat);
  const before = [plain(app.profiles[0]), plain(app.heartbeat)];
  expect(await setUp(simulator)).toEqual({ heartbeat: "left" });
  expect([plain(app.profiles[0]), plain(app.heartbeat)]).toEqual(before);
  expect(app.profiles[1]?.get("url")).toBe(base64(TARGET.url));
  for (const profile of app.profiles) theirs(profile);
  const all = JSON.stringify(app.dump());
  await expect(setUp(simulator)).rejects.toMatchObject({ code: "push_taken" });
  expect(JSON.stringify(app.dump())).toBe(all);
});

test.each(["cloud.cgi", "cloud2.cgi", "cloud3.cgi", "config_hb.cgi"])(
  "a camera whose %s is no single level of fields is set up by its other pages",
  async (page) => {
    const simulator = await camera();
    const { app } = simulator.state;
    app.nestedPages.add(page);
    expect(await setUp(simulator)).toEqual({ heartbeat: page === "config_hb.cgi" ? "left" : "set" });
    expect(app.targets()).toMatchObject([{ url: TARGET.url }]);
    expect(app.profiles[0]?.get("enable")).toBe(String(page !== "cloud.cgi"));
  },
);

test("a camera with no readable profile is named as one whose settings cannot be read", async () => {
  const simulator = await camera();
  for (const page of ["cloud.cgi", "cloud2.cgi", "cloud3.cgi"]) simulator.state.app.nestedPages.add(page);
  const before = JSON.stringify(simulator.state.app.dump());
  await expect(setUp(simulator)).rejects.toMatchObject({ code: "nonsense_reply" });
  expect(JSON.stringify(simulator.state.app.dump())).toBe(before);
});

describe("a camera whose settings were copied from another of the portal", () => {
  const fillIn = (fields: Map<string, string> | undefined) =>
    fields
      ?.set("url", base64(`http://${COPIED}`))
      .set("user", "lpr-2")
      .set("password", base64("x"))
      .set("enable", "true");

  test("gets its own in their place, heartbeat too, and sends to the other's gate no more", async () => {
    const simulator = await camera();
    const { app } = simulator.state;
    fillIn(app.profiles[0]);
    fillIn(app.heartbeat);
    const others = app.profiles.slice(1).map(plain);
    expect(await setUp(simulator)).toEqual({ heartbeat: "set" });
    expect(app.targets().map(({ url, username }) => [url, username])).toEqual([[TARGET.url, TARGET.username]]);
    expect(app.heartbeatTarget()).toMatchObject({ url: TARGET.url, username: TARGET.username });
    expect(app.profiles.slice(1).map(plain)).toEqual(others);
  });

  test("and that has its own beside them keeps that, and only switches the other's off", async () => {
    const simulator = await camera();
    const { app } = simulator.state;
    fillIn(app.profiles[0]);
    app.profiles[1]?.set("url", base64(TARGET.url)).set("enable", "true");
    const before = plain(app.profiles[0]);
    expect(await setUp(simulator)).toEqual({ heartbeat: "set" });
    expect(app.targets().map(({ url }) => url)).toEqual([TARGET.url]);
    expect(plain(app.profiles[0])).toEqual({ ...before, enable: "false" });
  });

  test("set up by an older version has one profile, which becomes its own", async () => {
    const simulator = await camera();
    const { app } = simulator.state;
    app.isOld = true;
    fillIn(app.profiles[0]);
    expect(await setUp(simulator)).toEqual({ heartbeat: "missing" });
    expect(app.target()).toMatchObject({ url: TARGET.url, username: TARGET.username });
  });
});

test("an older camera has one profile and no heartbeat, one that keeps nothing is not believed", async () => {
  const old = await camera();
  old.state.app.isOld = true;
  expect(await setUp(old)).toEqual({ heartbeat: "missing" });
  const forgetful = await camera();
  forgetful.state.app.keepsNothing = true;
  await expect(setUp(forgetful)).rejects.toMatchObject({ code: "device_failed" });
  const bare = await startRelaySimulator({ brand: "axis-io" });
  open.push(bare);
  await expect(driverOf(bare).setUpPush?.(TARGET)).rejects.toMatchObject({ code: "not_this_kind_of_device" });
  await expect(driverOf(old, { password: "wrong" }).setUpPush?.(TARGET)).rejects.toMatchObject({ code: "auth_failed" });
});

/** Makes a profile for FTP as the vendor's sample: a path template, and no way to sign in over HTTP. */
function forFtp(profile: Map<string, string> | undefined, enable: "true" | "false"): void {
  profile?.set("protocol", "8").set("enable", enable).set("url", base64("ftp://192.0.2.9/lpr"));
  profile?.set("path_template", "$(date)/$(plate)");
  for (const name of ["http_auth_type", "x_auth_key", "use_multipart"]) profile?.delete(name);
}

test.each(["true", "false"] as const)(
  "a profile that was set for FTP is left as it is, and the next whole one is taken (FTP in use: %s)",
  async (enable) => {
    const simulator = await camera();
    const { app } = simulator.state;
    forFtp(app.profiles[0], enable);
    const before = plain(app.profiles[0]);
    expect(await setUp(simulator)).toEqual({ heartbeat: "set" });
    expect(plain(app.profiles[0])).toEqual(before);
    expect(plain(app.profiles[1])).toMatchObject({ url: base64(TARGET.url), enable: "true" });
    expect(plain(app.profiles[2])).toMatchObject({ url: "", enable: "false" });
  },
);

test("a camera that cannot leave images out, or whose heartbeat takes no account, is set up nevertheless", async () => {
  const simulator = await camera();
  const { app } = simulator.state;
  for (const profile of app.profiles) profile.delete("skip_image_in_post");
  app.heartbeat.delete("http_auth_type");
  const before = plain(app.heartbeat);
  expect(await setUp(simulator)).toEqual({ heartbeat: "missing" });
  expect(plain(app.profiles[0])).toMatchObject({ url: base64(TARGET.url), enable: "true" });
  expect(plain(app.heartbeat)).toEqual(before);
});

function listOf(simulator: LpvSimulator) {
  const { plateList } = driverOf(simulator);
  if (!plateList) throw new Error("a camera has a list");
  return plateList;
}

test("plates that others put on the list stay, and count where the portal wants them too", async () => {
  const simulator = await camera();
  const { allowed } = simulator.state.app;
  allowed.set("ABC 123", { plate: "ABC 123", date: "12-31-2026", description: "Vakten & co" });
  allowed.set("ZZZ*", { plate: "ZZZ*", date: "12-31-2026", description: "" });
  const theirs = [...allowed.values()];
  const list = listOf(simulator);
  const wanted = new Set(["ABC123", "ÅÄÖ123"]);
  expect(await list.read(wanted)).toEqual(["ABC123"]);
  await list.change({ add: [...wanted], remove: ["ZZZ"] });
  expect((await list.read(wanted)).sort()).toEqual(["ABC123", "ÅÄÖ123"]);
  await list.change({ add: [], remove: ["ABC123", "ÅÄÖ123"] });
  expect(await list.read(new Set())).toEqual([]);
  expect([...allowed.values()]).toEqual(theirs);
});

test("a list of 100,000 is read whole, and only the difference is written", async () => {
  const simulator = await camera();
  const { allowed } = simulator.state.app;
  for (let index = 0; index < 100_000; index += 1) {
    const plate = `P${index}X`;
    allowed.set(plate, { plate, date: "12-31-2099", description: "Portal" });
  }
  const list = listOf(simulator);
  expect(await list.read(new Set())).toHaveLength(100_000);
  simulator.requests.clear();
  await list.change({ add: ["MLB84A"], remove: ["P7X", "P8X"] });
  expect(simulator.requests.counts()["GET /local/fflprapp/api.cgi"]).toBe(3);
  expect([allowed.size, allowed.has("P7X"), allowed.has("MLB84A")]).toEqual([99_999, false, true]);
});

test("a list that is longer than is read is named", async () => {
  const simulator = await camera();
  simulator.faults.once({ kind: "huge", bytes: 17 * 1024 * 1024 }, /allow_list/);
  await expect(listOf(simulator).read(new Set())).rejects.toMatchObject({ code: "plate_list_too_long" });
});

test("a camera whose app keeps no list is named", async () => {
  const bare = await startRelaySimulator({ brand: "axis-io" });
  open.push(bare);
  await expect(driverOf(bare).plateList?.read(new Set())).rejects.toMatchObject({ code: "no_plate_lists" });
});
