import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { createAxxonDriver } from "#drivers/axxon/driver.ts";
import { systemClock } from "#drivers/clock.ts";
import { fails } from "#drivers/conformance.ts";
import { type PlateHarness, plateDriverCases } from "#drivers/conformance-plate.ts";
import type { DeviceErrorCode } from "#drivers/errors.ts";
import { createNetworkPolicy } from "#drivers/network-policy.ts";
import type { DeviceConnection } from "#drivers/port.ts";
import {
  type AxxonSimulator,
  type AxxonSimulatorOptions,
  DEFAULT_MACRO_ID,
  startAxxonSimulator,
} from "#simulators/axxon/server.ts";
import { paced } from "#tests/support/pace.ts";
import { connectionTo, type Disposable, NETWORK_FAULTS } from "./device-harness.ts";

const setups: Record<string, AxxonSimulatorOptions> = {
  "Axxon Next 4 over http with Basic": { profile: "next4" },
  "Axxon One 2 over TLS with Basic": { profile: "one2", https: true, switches: { refusedItems: "dropped" } },
  // Covers: device.19
  "Axxon One 3 over http with a token": { profile: "one3", switches: { expiresInAsString: true } },
  "Axxon One 3 that streams in parts and lets anybody sign in by REST": {
    profile: "one3",
    switches: { plateStreams: "multipart", loginWantsAuthorization: false, refusedItems: 500 },
  },
};

const open: Disposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
});

async function start(options: AxxonSimulatorOptions): Promise<AxxonSimulator> {
  const simulator = await startAxxonSimulator(options);
  open.push(simulator);
  return simulator;
}

function driverFor(simulator: AxxonSimulator, changes: Partial<DeviceConnection> = {}, forbidden = false) {
  const network = createNetworkPolicy({ allow: ["192.168.0.0/16"], allowLoopback: !forbidden });
  const driver = createAxxonDriver(connectionTo(simulator.url, changes), { network, clock: systemClock });
  open.push(driver);
  return driver;
}

describe.each(Object.entries(setups))("%s", (_name, options) => {
  for (const conformance of plateDriverCases) {
    test(conformance.name, async () => {
      const simulator = await start(options);
      const harness: PlateHarness = {
        open: (changes, { forbidden } = {}) => driverFor(simulator, changes, forbidden),
        timeoutMs: paced(2_000),
        listsMacros: true,
        macroId: DEFAULT_MACRO_ID,
        refusePlate: (plate) => simulator.state.refusedPlates.add(plate),
        device: {
          certSha256: simulator.certSha256,
          openings: () => simulator.openings.length,
          attempts: () => simulator.requests.count("GET /macro/execute"),
          requests: () => simulator.requests.total(),
          failNext: (fault) => {
            simulator.faults.once(NETWORK_FAULTS[fault]);
          },
          offline: () => simulator.faults.offline(),
        },
      };
      await conformance.run(harness);
    });
  }
});

describe("signing in", () => {
  const EXECUTE = { timeoutMs: paced(4_000) };
  /** Logins by REST, or by the bridge where REST answers only signed-in callers. */
  const LOGINS = [
    { loginWantsAuthorization: false, login: "POST /v1/authentication/authenticate_ex2" },
    { loginWantsAuthorization: true, login: "AuthenticationService.AuthenticateEx2" },
  ];

  // Covers: device.17
  test.each(LOGINS)(
    "a token is fetched once and used for every later call ($login)",
    async ({ login, ...switches }) => {
      const simulator = await start({ profile: "one3", switches });
      const driver = driverFor(simulator);
      await driver.identify();
      const before = simulator.requests.total();
      await driver.executeMacro(DEFAULT_MACRO_ID, EXECUTE);
      await driver.listMacros();
      // One of the three calls asks whether the macro is on.
      expect(simulator.requests.total() - before).toBe(3);
      expect(simulator.requests.count(login)).toBe(1);
    },
  );

  test("a server that was restarted gets a new login and opens once", async () => {
    const simulator = await start({ profile: "one3" });
    const driver = driverFor(simulator);
    await driver.identify();
    await simulator.faults.restart();
    const outcome = await driver.executeMacro(DEFAULT_MACRO_ID, EXECUTE);
    expect(outcome).toEqual({ outcome: "executed", httpStatus: 200, reason: null });
    expect(simulator.openings).toHaveLength(1);
  });

  test.each([403, 407, 419, 429, 440, 498])(
    "a token that the server has forgotten and refuses with %i costs one login, and the next car is let in",
    async (forgottenToken) => {
      const simulator = await start({ profile: "one3", switches: { forgottenToken } });
      const driver = driverFor(simulator);
      await driver.identify();
      for (const count of [1, 2]) {
        simulator.authentication.deleteSessions();
        expect(await driver.executeMacro(DEFAULT_MACRO_ID, EXECUTE)).toMatchObject({ outcome: "executed" });
        expect(simulator.openings).toHaveLength(count);
      }
    },
  );

  test("an account that may not open costs no login a car", async () => {
    const users = [{ name: "portal", password: "S3cret-pass", macroRights: false }];
    const simulator = await start({ profile: "one3", users });
    const driver = driverFor(simulator);
    for (let car = 0; car < 5; car += 1)
      expect(await driver.executeMacro(DEFAULT_MACRO_ID, EXECUTE)).toMatchObject({
        outcome: "refused",
        httpStatus: 403,
      });
    expect(simulator.requests.count("AuthenticationService.AuthenticateEx2")).toBe(1);
    expect(simulator.openings).toHaveLength(0);
  });

  // Covers: device.17
  test.each(LOGINS)("a token that ends soon is renewed on a query, not on an opening ($login)", async (one) => {
    const { login, ...switches } = one;
    const simulator = await start({ profile: "one3", switches: { ...switches, tokenLifeMs: 300_000 } });
    const driver = driverFor(simulator);
    await driver.listMacros();
    await driver.executeMacro(DEFAULT_MACRO_ID, EXECUTE);
    expect(simulator.requests.count("GET /v1/authentication/renew2")).toBe(0);
    await driver.listMacros();
    expect(simulator.requests.count("GET /v1/authentication/renew2")).toBe(1);
    expect(simulator.requests.count(login)).toBe(1);
  });

  // Covers: device.18
  test.each(["next4", "one2", "one3"] as const)(
    "ten cars do not lock an account with a wrong password (%s)",
    async (profile) => {
      const simulator = await start({ profile, switches: { lockAfter: 5 } });
      const driver = driverFor(simulator, { password: "wrong" });
      for (let car = 0; car < 10; car += 1) {
        const outcome = await driver.executeMacro(DEFAULT_MACRO_ID, EXECUTE);
        expect(outcome).toMatchObject({ outcome: "refused", reason: "auth_failed" });
      }
      const identity = await driverFor(simulator).identify();
      expect(identity.firmware).not.toBeNull();
    },
  );

  test("a locked account is named and left alone", async () => {
    const simulator = await start({ profile: "one3", switches: { lockAfter: 1 } });
    await fails(driverFor(simulator, { password: "wrong" }).identify(), "auth_failed");
    const driver = driverFor(simulator);
    const error = await fails(driver.identify(), "account_locked");
    expect(error.retryable).toBe(false);
    const before = simulator.requests.total();
    await fails(driver.identify(), "account_locked");
    expect(await driver.executeMacro(DEFAULT_MACRO_ID, EXECUTE)).toMatchObject({ reason: "account_locked" });
    expect(simulator.requests.total()).toBe(before);
  });

  // Covers: device.18
  test.each<[code: string | number, expected: DeviceErrorCode]>([
    ["AUTHENTICATE_CODE_USER_LOCKED", "account_locked"],
    ["AUTHENTICATE_CODE_IP_BLOCKED", "account_locked"],
    [5, "account_locked"],
    ["AUTHENTICATE_CODE_SECOND_FACTOR_AUTH_NEEDED", "account_locked"],
    [20, "account_locked"],
    ["AUTHENTICATE_CODE_TIMEZONE_DENIED", "account_locked"],
    ["AUTHENTICATE_CODE_WRONG_CREDENTIALS", "auth_failed"],
    ["AUTHENTICATE_CODE_PASSWORD_INVALID", "auth_failed"],
  ])("a login that answers 200 with %s is %s, and is not asked again", async (error_code, expected) => {
    let logins = 0;
    const server = createServer((request, response) => {
      const isLogin = request.url === "/v1/authentication/authenticate_ex2";
      if (isLogin) logins += 1;
      response.writeHead(isLogin ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify(isLogin ? { error_code } : { error: "unauthorized" }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    open.push({ close: async () => void server.close() });
    const address = server.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const network = createNetworkPolicy({ allow: [], allowLoopback: true });
    const driver = createAxxonDriver(connectionTo(`http://127.0.0.1:${port}`), { network, clock: systemClock });
    open.push(driver);
    await fails(driver.identify(), expected);
    await fails(driver.identify(), expected);
    expect(await driver.executeMacro(DEFAULT_MACRO_ID, EXECUTE)).toMatchObject({
      outcome: "refused",
      reason: expected,
    });
    expect(logins).toBe(1);
  });

  test("a server that was overloaded for a moment is asked once more and opens once", async () => {
    const simulator = await start({ profile: "one2" });
    const driver = driverFor(simulator);
    simulator.faults.once(NETWORK_FAULTS.overloaded);
    expect((await driver.executeMacro(DEFAULT_MACRO_ID, EXECUTE)).outcome).toBe("executed");
    expect(simulator.openings).toHaveLength(1);
    expect(simulator.requests.count("GET /macro/execute")).toBe(2);
  });

  test("a server that stays overloaded is given up after the second answer", async () => {
    const simulator = await start({ profile: "one2" });
    simulator.faults.add(NETWORK_FAULTS.overloaded);
    const outcome = await driverFor(simulator).executeMacro(DEFAULT_MACRO_ID, EXECUTE);
    expect(outcome).toEqual({ outcome: "refused", httpStatus: 503, reason: "overloaded" });
    expect(simulator.requests.count("GET /macro/execute")).toBe(2);
  });

  test("an account without the right to the macro is refused by name", async () => {
    const users = [{ name: "portal", password: "S3cret-pass", macroRights: false }];
    const simulator = await start({ profile: "one2", users });
    const outcome = await driverFor(simulator).executeMacro(DEFAULT_MACRO_ID, EXECUTE);
    expect(outcome).toEqual({ outcome: "refused", httpStatus: 403, reason: "auth_failed" });
  });

  // Covers: device.19
  test("a login whose answer is lost says nothing about the gate: refused, not unknown", async () => {
    const simulator = await start({ profile: "one3" });
    simulator.faults.add({ kind: "reset-after" }, { on: /authenticate/, anyCall: true });
    const outcome = await driverFor(simulator).executeMacro(DEFAULT_MACRO_ID, EXECUTE);
    expect(outcome).toMatchObject({ outcome: "refused", reason: "connection_lost" });
    expect(simulator.openings).toHaveLength(0);
  });

  test.each(["one2", "one3"] as const)(
    "a plate goes on the server's list once, under the server's own id (%s)",
    async (profile) => {
      const simulator = await start({ profile });
      const driver = driverFor(simulator);
      const other = { id: "other", name: "Vaktbolaget", description: "", score: 0, item_ids: ["x"], type: "ELT_LPR" };
      simulator.state.lists.set("other", other);
      const first = await driver.addVehicle({ plateNumber: "MLB84A", onList: true });
      const second = await driver.addVehicle({ plateNumber: "MLB120", onList: true });
      expect(await driver.addVehicle({ plateNumber: "MLB84A", onList: true })).toEqual(first);
      const plates = [...simulator.state.items.values()].map(({ id, data_string }) => [id, data_string]);
      expect(plates).toEqual([
        [first.vehicleId, "MLB84A"],
        [second.vehicleId, "MLB120"],
      ]);
      const lists = [...simulator.state.lists.values()];
      expect(lists).toMatchObject([other, { name: "Portal", item_ids: [first.vehicleId, second.vehicleId] }]);
    },
  );

  // Covers: device.20
  test("without being asked nothing is put on a list, and a server without lists is named as such", async () => {
    const simulator = await start({ profile: "one2" });
    const driver = driverFor(simulator);
    await driver.addVehicle({ plateNumber: "MLB84A" });
    expect(simulator.state.items.size).toBe(0);
    simulator.state.hasRecognizer = false;
    await fails(driver.addVehicle({ plateNumber: "MLB84A", onList: true }), "no_plate_lists");
  });

  test("a bridge that does not stream has no lists, and is not asked again and again", async () => {
    const simulator = await start({ profile: "one3", switches: { plateStreams: "refused" } });
    const driver = driverFor(simulator);
    const error = await fails(driver.addVehicle({ plateNumber: "MLB84A", onList: true }), "no_plate_lists");
    expect(error).toMatchObject({ retryable: false });
    expect(simulator.requests.count("RealtimeRecognizerService.GetItems")).toBe(1);
  });

  test.each([500, 404, 400] as const)(
    "a bridge that streams what is on the list and refuses a change by %s is named as that, and asked once",
    async (itemChanges) => {
      const simulator = await start({ profile: "one3", switches: { itemChanges } });
      const driver = driverFor(simulator);
      expect(await driver.plateList?.read(new Set())).toEqual([]);
      const error = await fails(driver.addVehicle({ plateNumber: "MLB84A", onList: true }), "plate_list_fixed");
      expect(error).toMatchObject({ retryable: false });
      expect(simulator.requests.count("RealtimeRecognizerService.ChangeItems")).toBe(1);
      expect(simulator.state.items.size).toBe(0);
    },
  );

  test.each([
    ["event-stream", 10_000],
    ["multipart", 10_000],
    ["unary", 15_000],
  ] as const)(
    "our plates are kept among very many of others, which are read once a change and stay as they are (%s, %i)",
    async (plateStreams, count) => {
      const simulator = await start({ profile: "one3", switches: { plateStreams } });
      const { items, lists } = simulator.state;
      const others = Array.from({ length: count }, () => randomUUID());
      for (const [n, id] of others.entries()) items.set(id, { id, type: "DT_Plate", data_string: `P${n}` });
      lists.set("others", {
        id: "others",
        name: "Boende",
        description: "",
        score: 0,
        type: "ELT_LPR",
        item_ids: others,
      });
      const driver = driverFor(simulator);
      // A plate that also stands in another list is removed from the portal's list only.
      await driver.plateList?.change({ add: ["MLB84A", "P7", "MLB120"], remove: [] });
      expect(simulator.requests.count("RealtimeRecognizerService.GetItems")).toBe(2);
      expect((await driver.plateList?.read(new Set()))?.sort()).toEqual(["MLB120", "MLB84A", "P7"]);
      await driver.plateList?.change({ add: [], remove: ["P7", "MLB84A"] });
      expect(await driver.plateList?.read(new Set())).toEqual(["MLB120"]);
      expect([items.size, lists.get("others")?.item_ids.length]).toEqual([count + 1, count]);
    },
  );

  test.each(["event-stream", "unary"] as const)(
    "a plate is taken off among items, lists and macros of odd forms (%s)",
    async (plateStreams) => {
      const simulator = await start({ profile: "one3", switches: { plateStreams } });
      const driver = driverFor(simulator);
      const { vehicleId } = await driver.addVehicle({ plateNumber: "MLB84A", onList: true });
      await driver.addVehicle({ plateNumber: "MLB120", onList: true });
      const { items, lists } = simulator.state;
      const odd: object[] = [{ data_string: 7 }, { data_string: {} }, { id: null }];
      for (const [n, one] of odd.entries())
        items.set(`odd ${n}`, Object.assign({ id: `odd ${n}`, type: "DT_Plate" as const, data_string: "" }, one));
      const list = { id: "odd", name: "Boende", description: "", score: 0, type: "ELT_LPR" as const };
      const changes: object = { name: 7, type: 3, item_ids: [vehicleId, 8] };
      lists.set("odd", Object.assign({ ...list, item_ids: [vehicleId] }, changes));
      await driver.plateList?.change({ add: [], remove: ["MLB84A"] });
      expect(await driver.plateList?.read(new Set())).toEqual(["MLB120"]);
      // The plate also stands in the other list.
      expect(items.has(vehicleId)).toBe(true);
    },
  );

  test("a plate is put on a server that has 100,000 of others", async () => {
    const simulator = await start({ profile: "one3" });
    const { items, lists } = simulator.state;
    for (let n = 0; n < 100_000; n += 1)
      items.set(String(n), { id: String(n), type: "DT_Plate", data_string: `P${n}` });
    // The simulator writes this much in the same process.
    const timeouts = { callMs: paced(60_000), totalMs: paced(90_000) };
    const network = createNetworkPolicy({ allow: [], allowLoopback: true });
    const driver = createAxxonDriver(connectionTo(simulator.url), { network, clock: systemClock, timeouts });
    open.push(driver);
    const { vehicleId } = await driver.addVehicle({ plateNumber: "MLB84A", onList: true });
    expect(items.get(vehicleId)).toMatchObject({ data_string: "MLB84A" });
    expect([items.size, [...lists.values()].map((list) => list.item_ids)]).toEqual([100_001, [[vehicleId]]]);
  });

  test("an answer longer than 32 MB is more than is read, and nothing is changed", async () => {
    const simulator = await start({ profile: "one3" });
    simulator.faults.add({ kind: "huge", bytes: 33 * 1024 * 1024 }, { on: "RealtimeRecognizerService.GetItems" });
    await fails(driverFor(simulator).addVehicle({ plateNumber: "MLB84A", onList: true }), "plate_list_too_long");
    expect(simulator.requests.count("RealtimeRecognizerService.ChangeItems")).toBe(0);
  });

  test.each(["next4", "one3"] as const)(
    "a server that answers XML is named, and no plate is lost (%s)",
    async (profile) => {
      const simulator = await start({ profile });
      const driver = driverFor(simulator);
      await driver.addVehicle({ plateNumber: "MLB84A", onList: true });
      const items = simulator.state.items.size;
      const fix = simulator.faults.add({ kind: "xml" });
      await fails(driver.identify(), "not_this_kind_of_device");
      await fails(driver.listMacros(), "not_this_kind_of_device");
      await fails(driver.addVehicle({ plateNumber: "MLB120", onList: true }), "not_this_kind_of_device");
      expect([simulator.openings.length, simulator.state.items.size]).toEqual([0, items]);
      fix();
      expect(await driver.plateList?.read(new Set())).toEqual(["MLB84A"]);
    },
  );

  test("a clock that is an hour off is a warning", async () => {
    const simulator = await start({ profile: "one2" });
    simulator.faults.clockSkew(3_600_000);
    const identity = await driverFor(simulator).identify({ macroId: DEFAULT_MACRO_ID.toUpperCase() });
    expect(identity.warnings).toEqual(["clock_skew", "plain_http"]);
    expect(Math.abs((identity.clockSkewMs ?? 0) - 3_600_000)).toBeLessThan(60_000);
  });
});

test.each(["items", "array"] as const)(
  "a macro that is switched off at the server is a warning, in a list of %s and after it is switched on no more",
  async (macrosAs) => {
    const simulator = await start({ profile: "one2", switches: { macrosAs } });
    const macro = simulator.state.macros.get(DEFAULT_MACRO_ID.toLowerCase());
    const warned = async () => (await driverFor(simulator).identify({ macroId: DEFAULT_MACRO_ID })).warnings;
    expect(await warned()).not.toContain("macro_disabled");
    if (macro) macro.enabled = false;
    expect(await warned()).toContain("macro_disabled");
    expect((await driverFor(simulator).identify()).warnings).not.toContain("macro_disabled");
    // Servers without the call, and accounts that may not make it, report nothing about a switch.
    simulator.faults.once({ kind: "status", status: 404 }, /logic_service/);
    expect(await warned()).not.toContain("macro_disabled");
    simulator.faults.once({ kind: "status", status: 403 }, /logic_service/);
    expect(await warned()).not.toContain("macro_disabled");
  },
);

test("an opening with a macro that is off by then has no known outcome; a missing answer changes nothing", async () => {
  const simulator = await start({ profile: "one3" });
  const driver = driverFor(simulator);
  const opened = async () => {
    const { outcome, httpStatus, reason } = await driver.executeMacro(DEFAULT_MACRO_ID, { timeoutMs: paced(4_000) });
    return [outcome, httpStatus, reason, simulator.openings.length];
  };
  const macro = simulator.state.macros.get(DEFAULT_MACRO_ID.toLowerCase());
  if (!macro) throw new Error("the simulator has no macro");
  expect(await opened()).toEqual(["executed", 200, null, 1]);
  macro.enabled = false;
  expect(await opened()).toEqual(["unknown", 200, "macro_disabled", 1]);
  macro.enabled = true;
  for (const [at, fault] of (
    [
      { kind: "status", status: 404 },
      { kind: "status", status: 401 },
      { kind: "status", status: 500 },
      { kind: "html", status: 200 },
      { kind: "reset-after" },
      { kind: "hang" },
    ] as const
  ).entries()) {
    simulator.faults.once(fault, /logic_service/);
    expect(await opened(), JSON.stringify(fault)).toEqual(["executed", 200, null, 2 + at]);
  }
  // A refusal of that call alone costs no login: repeated logins would lock the account in the end.
  expect(simulator.requests.count("AuthenticationService.AuthenticateEx2")).toBe(1);
  expect(simulator.requests.count("GET /macro/execute")).toBe(8);
  simulator.state.macros.delete(DEFAULT_MACRO_ID.toLowerCase());
  expect(await opened()).toEqual(["refused", 404, "item_not_found", 7]);
});
