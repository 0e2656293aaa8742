import { afterEach, describe, expect, test } from "vitest";
import type { PinUse } from "#contract/pin-use.ts";
import { createAxisDriver } from "#drivers/axis/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { fails } from "#drivers/conformance.ts";
import { doorDriverCases } from "#drivers/conformance-door.ts";
import type { DoorHarness } from "#drivers/conformance-grants.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import { type AxisSimulator, type AxisSimulatorOptions, startAxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "#tests/support/pace.ts";
import { axisHarness, connectionTo, type Disposable } from "./device-harness.ts";

const PEOPLE = 250;

/** Kinds of units whose differences the driver must handle. */
const setups: Record<string, AxisSimulatorOptions> = {
  "A1601 over TLS with Basic": {},
  // Covers: device.2
  "A1601 over TLS with Digest SHA-256 and MD5 in one header": {
    policy: "digest",
    switches: { digestAlgorithms: ["SHA-256", "MD5"], challengeForm: "one-header", alsoOfferBasic: true },
  },
  // Covers: device.8
  "A1001 over http with Digest, faults inside 200, sparse replies": {
    model: "A1001",
    switches: { faultStatus: 200, emptyListAsArray: false, singleTokenAsString: true, notFoundTextIn: "FaultMsg" },
  },
  // Covers: device.5
  "A1610 over http with Digest without qop and small pages": {
    model: "A1610",
    https: false,
    switches: { qop: false, ncMustRise: false, pageCap: 37, notFoundTextIn: "FaultReason" },
  },
  "a unit as Entry Manager leaves it, with doors of every rule": {
    model: "ENTRY_MANAGER",
    doors: [
      { name: "Entré" },
      { name: "Garage", authentication: "pin" },
      { name: "Gym", pinHours: "weekdays" },
      { name: "Vind", authentication: "nobody" },
      { name: "Källare", authentication: "card-and-pin" },
    ],
  },
  "an A1610 whose firmware has fields of tomorrow in every object": {
    model: "A1610",
    switches: { unknownField: "Tomorrow" },
  },
};

const DRIVER_OPTIONS = { network: createNetworkPolicy({ allow: [], allowLoopback: true }), clock: systemClock };

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

describe.each(Object.entries(setups))("%s", (_name, options) => {
  for (const conformance of doorDriverCases) {
    test(conformance.name, async () => {
      const { simulator, harness } = await makeHarness(options);
      await conformance.run(harness);
      // A change of authentication profiles stops every door of the unit for minutes.
      expect(simulator.requests.count("pacsaxis:SetAuthenticationProfile")).toBe(0);
    });
  }
});

async function makeHarness(options: AxisSimulatorOptions): Promise<{ simulator: AxisSimulator; harness: DoorHarness }> {
  const simulator = await startAxisSimulator({ ...options, seed: { crowd: PEOPLE } });
  open.push(simulator);
  const pinLengths: [number, number] = options.model === "ENTRY_MANAGER" ? [4, 4] : [4, 6];
  const pinUses: PinUse[] | undefined =
    options.model === "ENTRY_MANAGER" ? ["always", "always", "hours", "nobody", "never"] : undefined;
  return { simulator, harness: axisHarness(simulator, { people: PEOPLE, pinLengths, pinUses }, open) };
}

describe("oddities of an Axis controller", () => {
  test("plain http that redirects to https says that the device requires https", async () => {
    const { simulator, driver } = await start({ https: false, policy: "digest" });
    simulator.faults.once({ kind: "redirect", location: "https://192.0.2.21/axis-cgi/param.cgi" });
    await fails(driver.identify(), "https_required");
    simulator.faults.once({ kind: "redirect", location: "http://192.0.2.21/" });
    await fails(driver.identify(), "not_this_kind_of_device");
  });

  test.each([
    ["that lists every unit's access controller", true],
    ["that lists its own access controller alone", false],
  ])("units of one network %s go by the same names, asked of either", async (_which, listsNeighbours) => {
    const start2 = async () => await start({ model: "A1001", doors: 1, switches: { listsNeighbours } });
    const [one, other, alone] = [await start2(), await start2(), await start2()];
    expect((await one.driver.identify()).system).toBeNull();
    other.simulator.state.joinNetwork(one.simulator.state);
    const { system } = await one.driver.identify();
    expect(system).toHaveLength(listsNeighbours ? 4 : 2);
    expect((await other.driver.identify()).system).toEqual(system);
    expect((await alone.driver.identify()).system).toBeNull();
    // The driver reads a neighbour's doors at the neighbour, and tries PINs there.
    const [door] = await one.driver.readDoors();
    expect([door?.doorToken, (await one.driver.readDoors()).length]).toEqual([one.simulator.doorTokens[0], 1]);
    expect(await other.driver.verifyPin?.("905172", other.simulator.doorTokens[0] ?? "")).toMatchObject({
      granted: false,
    });
  });

  test.each(["TLSv1", "TLSv1.1"] as const)(
    "a unit that speaks %s only says so, before a password",
    async (tlsVersion) => {
      const { simulator, driver } = await start({ tlsVersion });
      await fails(driver.identify(), "tls_too_old");
      expect(simulator.requests.total()).toBe(0);
    },
  );

  test.each(["TLSv1", "TLSv1.1"] as const)(
    "a unit that speaks %s only is spoken to where that is allowed, with its pinned certificate and no other",
    async (tlsVersion) => {
      const { simulator, driver: unpinned } = await start({ tlsVersion }, { allowOldTls: true });
      await fails(unpinned.identify(), "tls_too_old");
      const allowed = (certSha256: string | null) => {
        const driver = createAxisDriver(connectionTo(simulator.url, { allowOldTls: true, certSha256 }), DRIVER_OPTIONS);
        open.push(driver);
        return driver.identify();
      };
      await fails(allowed("0".repeat(64)), "certificate_changed");
      expect(simulator.requests.total()).toBe(0);
      expect(await allowed(simulator.certSha256)).toMatchObject({
        serial: simulator.serial,
        certificate: { sha256: simulator.certSha256, tls: tlsVersion },
      });
    },
  );

  test("a unit that has learned a newer TLS speaks that, allowed the old one or not", async () => {
    const { simulator } = await start({});
    const driver = createAxisDriver(
      connectionTo(simulator.url, { allowOldTls: true, certSha256: simulator.certSha256 }),
      DRIVER_OPTIONS,
    );
    open.push(driver);
    expect((await driver.identify()).certificate).toMatchObject({ tls: "TLSv1.3" });
  });

  test("a wrong password does not bring on a counting unit's delay, however often the portal asks", async () => {
    const { driver, simulator } = await start(
      { switches: { bruteForceDelay: { after: 5, delayMs: 30_000 } } },
      { password: "wrong" },
    );
    for (let call = 0; call < 10; call += 1) await fails(driver.listUsers(), "auth_failed");
    const [right] = [createAxisDriver(connectionTo(simulator.url), DRIVER_OPTIONS)];
    open.push(right);
    expect((await right.identify()).serial).toBe(simulator.serial);
  });

  test("a unit that delays its answers is late by name, and asked again when it has calmed down", async () => {
    const delay = { after: 1, delayMs: paced(30_000) };
    const { driver, simulator } = await start({ switches: { bruteForceDelay: delay } }, {}, paced(600));
    const wrong = createAxisDriver(connectionTo(simulator.url, { password: "wrong" }), {
      ...DRIVER_OPTIONS,
      timeouts: { callMs: paced(600) },
    });
    open.push(wrong);
    await fails(wrong.identify(), "auth_failed", "timeout");
    expect(await fails(driver.identify(), "timeout")).toMatchObject({ retryable: true });
    simulator.state.switches.bruteForceDelay = null;
    expect((await driver.identify()).serial).toBe(simulator.serial);
  });

  test("while a unit decides nothing, since its authentication changed, a dry run says so and refuses nobody", async () => {
    const { driver, simulator } = await start({
      seed: { people: [{ firstName: "Åsa", lastName: "Öst", pin: "4711", doors: ["Dörr 1"] }] },
    });
    const [door = ""] = simulator.doorTokens;
    simulator.state.stall();
    expect(await fails(driver.verifyPin?.("4711", door) ?? Promise.resolve(), "device_failed")).toMatchObject({
      retryable: true,
    });
    expect((await driver.readDoors())[0]?.pinUse).toBe("always");
    simulator.state.stalledUntil = 0;
    expect(await driver.verifyPin?.("4711", door)).toMatchObject({ granted: true });
  });

  // Covers: device.16
  test("firmware without access control is named, not taken for a wrong password", async () => {
    const { driver } = await start({ model: "SECURE_ENTRY" });
    const error = await fails(driver.identify(), "unsupported_firmware");
    expect(error).toMatchObject({ firmware: "11.8.75.6", retryable: false });
  });

  test.each<[what: string, change: (simulator: AxisSimulator) => void]>([
    ["answers XML", ({ faults }) => void faults.add({ kind: "xml" }, { on: /^pacsaxis:/ })],
    [
      "does not know the calls",
      ({ state }) => (state.switches.missingOperations = ["pacsaxis:GetAccessControllerList"]),
    ],
  ])("firmware that %s where access control should be is named with its version", async (_what, change) => {
    const { driver, simulator } = await start({ firmware: "9.80.3" });
    change(simulator);
    expect(await fails(driver.identify(), "unsupported_firmware")).toMatchObject({
      model: "A1601",
      firmware: "9.80.3",
    });
  });

  test.each(["99.0.0-beta+local", "Ω 1", ""])(
    "firmware %j, which nobody knows, is served as long as it answers",
    async (firmware) => {
      const { driver, simulator } = await start({ firmware });
      expect((await driver.identify()).firmware).toBe(firmware || null);
      await driver.putUser({ token: "wp-u-1", firstName: "Anna", lastName: "Berg" });
      expect(simulator.users().map(({ token }) => token)).toEqual(["wp-u-1"]);
    },
  );

  test("a person who is no admin is refused by name", async () => {
    const users = [{ name: "portal", password: "S3cret-pass", role: "viewer" as const }];
    const { driver } = await start({ users });
    await fails(driver.listUsers(), "auth_failed");
  });

  // Covers: device.4, design.6
  test("Basic over plain http is refused, even where an LPR server may use it", async () => {
    const { driver, simulator } = await start({ https: false, policy: "basic" }, { allowPlainHttp: true });
    await fails(driver.identify(), "basic_over_http_refused");
    expect(simulator.requests.recent().every((call) => !call.authenticated)).toBe(true);
  });

  test("replaced hardware is met in the login realm, before a credential is sent", async () => {
    const { driver, simulator } = await start({ policy: "digest" }, { serial: "ACCC8E000001" });
    const error = await fails(driver.listUsers(), "serial_changed");
    expect(error).toMatchObject({ expected: "ACCC8E000001", seen: simulator.serial });
    expect(simulator.requests.total()).toBe(1);
  });

  test.each([true, false])(
    "the unit that was identified first is the only one, also without a known serial (TLS: %s)",
    async (https) => {
      const { driver, simulator } = await start({ https, policy: "digest" });
      const { serial } = await driver.identify();
      const { port } = simulator;
      await simulator.close();
      const other = await startAxisSimulator({ https, policy: "digest", port });
      open.push(other);
      const error = await fails(driver.listUsers(), https ? "certificate_changed" : "serial_changed");
      if (!https) expect(error).toMatchObject({ expected: serial, seen: other.serial });
      expect(other.requests.recent().filter((call) => call.authenticated)).toEqual([]);
    },
  );

  // Covers: device.9, design.6
  test("a certificate that changes while the driver lives stops it", async () => {
    const { driver, simulator } = await start({});
    await driver.identify();
    simulator.faults.changeCertificate();
    const before = simulator.requests.total();
    // The old connection may still answer; the next one must not.
    await driver.listUsers().catch(() => undefined);
    await simulator.faults.offline();
    await simulator.faults.online();
    await fails(driver.listUsers(), "certificate_changed");
    expect(simulator.requests.total() - before).toBeLessThanOrEqual(1);
  });

  // Covers: device.3
  test("expired nonces cost one round trip and no error", async () => {
    const { driver, simulator } = await start({ policy: "digest" });
    await driver.getUsers(["nobody"]);
    const before = simulator.requests.total();
    simulator.expireNonces();
    await driver.getUsers(["nobody"]);
    expect(simulator.requests.total() - before).toBe(2);
  });

  // Covers: device.14
  test.each([
    ["profiles fail", "pacsaxis:GetAuthenticationProfileList", { kind: "status", status: 500 }],
    ["profiles are refused", "pacsaxis:GetAuthenticationProfileList", { kind: "status", status: 403 }],
    ["profiles are a web page", "pacsaxis:GetAuthenticationProfileList", { kind: "html", status: 200 }],
    ["profiles are garbage", "pacsaxis:GetAuthenticationProfileList", { kind: "garbage" }],
    ["profiles never come", "pacsaxis:GetAuthenticationProfileList", { kind: "hang" }],
    ["profiles end the connection", "pacsaxis:GetAuthenticationProfileList", { kind: "reset-before" }],
    ["schedules fail", "axsch:GetScheduleList", { kind: "status", status: 500 }],
    ["schedules are not there", "axsch:GetScheduleList", { kind: "html", status: 404 }],
    ["schedules are cut", "axsch:GetScheduleList", { kind: "truncated" }],
  ] as const)("where %s, doors are read and what a PIN gives there is unknown", async (_what, operation, fault) => {
    const { driver, simulator } = await start(
      {
        model: "ENTRY_MANAGER",
        doors: [{ name: "Entré" }, { name: "Gym", pinHours: "weekdays" }, { name: "Tak", authentication: "nobody" }],
      },
      {},
      paced(1_000),
    );
    const fix = simulator.faults.add(fault, { on: operation });
    expect((await driver.readDoors()).map(({ pinUse, pinHours }) => [pinUse, pinHours])).toEqual([
      ["unknown", null],
      ["unknown", null],
      ["nobody", null],
    ]);
    fix();
    simulator.faults.once(fault, operation);
    const doors = await driver.readDoors();
    const passes = !["status 403", "html 200", "html 404"].includes(
      `${fault.kind} ${"status" in fault ? fault.status : ""}`,
    );
    expect(doors.map(({ pinUse }) => pinUse)).toEqual(
      passes ? ["always", "hours", "nobody"] : ["unknown", "unknown", "nobody"],
    );
  });

  test("an account that is refused, or a device that is gone, is no unknown rule", async () => {
    const { driver, simulator } = await start({});
    simulator.faults.add({ kind: "status", status: 403 });
    await fails(driver.readDoors(), "auth_failed");
    await simulator.faults.offline();
    await fails(driver.readDoors(), "unreachable");
  });

  // Covers: device.14
  test("doors say where a PIN is too long, not enough, or asked for on both sides", async () => {
    const { driver } = await start({
      doors: [
        { name: "Entré", pinMax: 4 },
        { name: "Garage", authentication: "card-or-pin", exit: "reader" },
        { name: "Källare", authentication: "card" },
        { name: "Förråd", authentication: "card-and-pin", exit: "none" },
      ],
    });
    const doors = (await driver.readDoors()).map((door) => [
      door.name,
      door.pinMax,
      door.pinUse,
      door.accessPointTokens.length,
    ]);
    expect(doors).toEqual([
      ["Entré", 4, "always", 2],
      ["Garage", 6, "always", 2],
      ["Källare", 6, "never", 2],
      ["Förråd", 6, "never", 1],
    ]);
  });

  test("a unit left by Entry Manager says at which hours a PIN alone opens, and where nobody gets in", async () => {
    const { driver, simulator } = await start({
      model: "ENTRY_MANAGER",
      doors: [
        { name: "Entré" },
        { name: "Gym", pinHours: "weekdays" },
        { name: "Tvätt", authentication: "pin", pinHours: "nights", exit: "reader" },
        { name: "Källare", authentication: "card" },
        { name: "Vind", authentication: "nobody" },
      ],
    });
    const weekdays = [{ days: [1, 2, 3, 4, 5], from: "06:00", to: "22:00" }];
    const nights = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "22:00", to: "06:00" }];
    const doors = await driver.readDoors();
    expect(doors.map(({ name, pinUse, pinHours }) => [name, pinUse, pinHours])).toEqual([
      ["Entré", "always", null],
      ["Gym", "hours", { schedules: ["Vardagar"], weekly: weekdays, exceptions: false }],
      ["Tvätt", "hours", { schedules: ["Nätter"], weekly: nights, exceptions: false }],
      ["Källare", "never", null],
      ["Vind", "nobody", null],
    ]);
    expect(simulator.state.authenticationProfiles.has("PINOnly")).toBe(false);
  });

  test("a PIN-only profile that an installer made is known by its content", async () => {
    const { driver, simulator } = await start({ doors: 1 });
    const made = { token: "Axis-1:2.3", Name: "Kod", Description: "", Schedule: ["standard_always"] };
    const IdFactor = [{ IdDataName: "PIN", IdMatchOperatorName: "IdDataEqual" as const, OperatorValue: "" }];
    simulator.state.authenticationProfiles.set(made.token, { ...made, IdFactor });
    simulator.state.authenticationProfiles.delete("PINOnly");
    for (const point of simulator.state.accessPoints.values()) {
      if (point.AuthenticationProfile.includes("PINOnly")) point.AuthenticationProfile = [made.token];
    }
    expect((await driver.readDoors())[0]?.pinUse).toBe("always");
  });

  test("a dry run says whether a PIN opens a door now", async () => {
    const { driver, simulator } = await start({
      seed: { people: [{ firstName: "Åsa", lastName: "Öst", pin: "4711", doors: ["Dörr 1"] }] },
    });
    const [first = "", second = ""] = simulator.doorTokens;
    expect(await driver.verifyPin?.("4711", first)).toMatchObject({ granted: true });
    expect(await driver.verifyPin?.("4711", second)).toMatchObject({ granted: false });
    expect(await driver.verifyPin?.("0000", first)).toMatchObject({ granted: false });
  });

  test("a door's profile is looked up by its token, however many profiles there are", async () => {
    const { driver, simulator } = await start({ switches: { pageCap: 10 } });
    for (let index = 0; index < 35; index += 1) {
      const token = `their-${index}`;
      const [any] = simulator.accessProfiles();
      if (any) simulator.state.accessProfiles.set(token, { ...any, token });
    }
    await driver.listUsers();
    const before = simulator.requests.total();
    await driver.putDoorProfile({ token: "wp-door-1", name: "Portal: Entré", accessPointTokens: ["a"] });
    // The profile and the schedules of all hours are read, and the profile is written.
    expect(simulator.requests.total() - before).toBe(3);
  });

  test.each([
    ["was changed", "the portal's own is used instead"],
    ["was removed", "the portal's own is used instead"],
  ])("where the unit's schedule of all hours %s, %s, and kept where somebody edits it", async (how) => {
    const { driver, simulator } = await start({ model: "ENTRY_MANAGER", doors: 1 });
    const { schedules } = simulator.state;
    const always = schedules.get("standard_always");
    if (!always) throw new Error("no schedule of all hours");
    if (how === "was removed") schedules.delete(always.token);
    else schedules.set(always.token, { ...always, ScheduleDefinition: "" });
    const [door] = await driver.readDoors();
    const profile = { token: "wp-door-1", name: "Portal", accessPointTokens: door?.accessPointTokens ?? [] };
    const named = () => simulator.state.accessProfiles.get("wp-door-1")?.Schedule;
    const reads = async () => (await driver.listProfiles()).find(({ token }) => token === "wp-door-1")?.always;
    await driver.putDoorProfile(profile);
    expect([named(), await reads()]).toEqual([["wp-always"], true]);
    const ours = schedules.get("wp-always");
    if (!ours) throw new Error("no schedule of the portal");
    schedules.set(ours.token, { ...ours, ScheduleDefinition: "" });
    expect(await reads()).toBe(false);
    await driver.putDoorProfile(profile);
    expect([schedules.get("wp-always"), await reads()]).toEqual([ours, true]);
    schedules.set(always.token, always);
    await driver.putDoorProfile(profile);
    expect([named(), await reads()]).toEqual([["standard_always"], true]);
  });

  test("a unit that says it has taken a schedule, but has not, gets no profile on it", async () => {
    const { driver, simulator } = await start({ doors: 1 });
    simulator.state.schedules.delete("standard_always");
    simulator.faults.lie((operation) => (operation === "axsch:SetSchedule" ? "forgets" : null));
    await fails(
      driver.putDoorProfile({ token: "wp-door-1", name: "Portal", accessPointTokens: ["a"] }),
      "nonsense_reply",
    );
    expect(simulator.state.accessProfiles.has("wp-door-1")).toBe(false);
  });

  // Covers: device.5
  test("a page reference that the device forgot begins the list anew", async () => {
    const { driver, simulator } = await start({ switches: { pageCap: 10 }, seed: { crowd: 35 } });
    const lists = await Promise.all([driver.listUsers(), driver.listCredentials()]);
    expect(lists.map((list) => list.length)).toEqual([35, 35]);
    simulator.state.switches.startReferenceLifeMs = -1;
    const error = await fails(driver.listUsers(), "device_fault");
    expect(error).toMatchObject({ faultSubCode: "ter:InvalidStartReference" });
    simulator.state.switches.startReferenceLifeMs = 60_000;
    expect(await driver.listUsers()).toHaveLength(35);
  });

  // Covers: device.6
  test("a card and a note that somebody else put on our credential survive a change of PIN", async () => {
    const { driver, simulator } = await start({});
    const credential = {
      token: "wp-c-1",
      userToken: "wp-u-1",
      pin: "1357",
      validFrom: null,
      validTo: null,
      enabled: true,
    };
    await driver.putCredential({ ...credential, profileTokens: [] });
    const stored = simulator.credentials().find((one) => one.token === "wp-c-1");
    if (!stored) throw new Error("not stored");
    stored.IdData.push({ Name: "CardNr", Value: "10213" });
    stored.Description = "vaktmästare";
    await driver.putCredential({ ...credential, pin: "2468", profileTokens: [] });
    const after = simulator.credentials().find((one) => one.token === "wp-c-1");
    expect(after?.Description).toBe("vaktmästare");
    expect(after?.IdData).toEqual([
      { Name: "CardNr", Value: "10213" },
      { Name: "PIN", Value: "2468" },
    ]);
  });

  test("a clock that is a day off is a warning", async () => {
    const { driver, simulator } = await start({});
    simulator.setClock(new Date(Date.now() + 86_400_000));
    const identity = await driver.identify();
    expect(identity.warnings).toEqual(["clock_skew"]);
    expect(Math.round((identity.clockSkewMs ?? 0) / 3_600_000)).toBe(24);
  });

  test.each([
    ["both", ["/axis-cgi/systemlog.cgi"]],
    ["admin", ["/axis-cgi/systemlog.cgi", "/axis-cgi/admin/systemlog.cgi"]],
  ] as const)("the system log is found where the firmware has it (%s)", async (systemLogAt, paths) => {
    const { driver, simulator } = await start({ switches: { systemLogAt } });
    const results = await driver.systemLog();
    expect(results.map((one) => one.url)).toEqual(paths.map((path) => simulator.url + path));
    expect(results.at(-1)).toMatchObject({ status: 200, ok: true });
    expect(results.at(-1)?.firstLines.length).toBeGreaterThan(0);
  });

  test("a device without the parameter CGI is known by the newer one", async () => {
    const { driver, simulator } = await start({});
    simulator.faults.add({ kind: "status", status: 404 }, { on: "GET /axis-cgi/param.cgi" });
    expect(await driver.identify()).toMatchObject({ serial: simulator.serial, firmware: "10.12.236", units: 2 });
  });

  test("a web page at the address is another kind of device", async () => {
    const { driver, simulator } = await start({});
    simulator.faults.add({ kind: "html", status: 200 }, { anyCall: true });
    await fails(driver.identify(), "not_this_kind_of_device");
  });
});

async function start(options: AxisSimulatorOptions, changes: Partial<DeviceConnection> = {}, callMs = paced(10_000)) {
  const simulator = await startAxisSimulator(options);
  open.push(simulator);
  const network = createNetworkPolicy({ allow: [], allowLoopback: true });
  const driver = createAxisDriver(connectionTo(simulator.url, changes), {
    network,
    clock: systemClock,
    timeouts: { callMs },
  });
  open.push(driver);
  return { simulator, driver };
}
