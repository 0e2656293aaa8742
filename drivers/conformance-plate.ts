import assert from "node:assert/strict";
import { type ConformanceCase, fails, type HarnessFault } from "./conformance.ts";
import type { DeviceConnection, PlateController } from "./port.ts";

export interface PlateHarness {
  open: (changes?: Partial<DeviceConnection>, options?: { forbidden?: boolean }) => PlateController;
  /** Limit for an opening: enough on the slowest machine, and reached by a device that hangs. */
  timeoutMs: number;
  listsMacros: boolean;
  macroId: string;
  /** Makes the device refuse this plate on all lists; absent without lists. */
  refusePlate?: (plate: string) => void;
  /** Outcome of an opening whose answer is 2xx and unreadable; by default the body is not read. */
  spoiled?: Record<"garbage" | "huge", "executed" | "unknown">;
  device: {
    certSha256: string | null;
    openings: () => number;
    attempts: () => number;
    requests: () => number;
    failNext: (fault: HarnessFault) => void;
    offline: () => Promise<void>;
  };
}

export const plateDriverCases: readonly ConformanceCase<PlateHarness>[] = [
  {
    name: "a gate answers a connection test without opening",
    async run({ open, device, macroId }) {
      const identity = await open().identify({ macroId });
      assert.ok(!identity.warnings.includes("macro_missing"));
      assert.equal(identity.certificate?.sha256 ?? null, device.certSha256);
      assert.equal(device.openings(), 0);
    },
  },
  {
    name: "a missing macro is a warning of the connection test",
    async run({ open, listsMacros }) {
      if (!listsMacros) return;
      const identity = await open().identify({ macroId: "00000000-0000-4000-8000-000000000000" });
      assert.ok(identity.warnings.includes("macro_missing"));
    },
  },
  {
    name: "the macro that opens the gate is listed",
    async run({ open, listsMacros, macroId }) {
      const ids = (await open().listMacros()).map((macro) => macro.id);
      assert.equal(ids.includes(macroId), listsMacros);
    },
  },
  {
    name: "one execution opens the gate once",
    async run({ timeoutMs, open, device, macroId }) {
      const outcome = await open().executeMacro(macroId, { timeoutMs });
      assert.deepEqual([outcome.outcome, outcome.reason], ["executed", null]);
      assert.equal(device.openings(), 1);
    },
  },
  {
    name: "two cars at once open it twice",
    async run({ timeoutMs, open, device, macroId }) {
      const driver = open();
      const outcomes = await Promise.all([
        driver.executeMacro(macroId, { timeoutMs }),
        driver.executeMacro(macroId, { timeoutMs }),
      ]);
      assert.deepEqual(
        outcomes.map((one) => one.outcome),
        ["executed", "executed"],
      );
      assert.equal(device.openings(), 2);
    },
  },
  {
    name: "a wrong macro is refused and opens nothing",
    async run({ timeoutMs, open, device }) {
      for (const macroId of ["/nothing-here", "..", "", "00000000-0000-4000-8000-000000000000"]) {
        const outcome = await open().executeMacro(macroId, { timeoutMs });
        assert.deepEqual([outcome.outcome, outcome.reason], ["refused", "item_not_found"], macroId);
      }
      assert.equal(device.openings(), 0);
    },
  },
  {
    name: "a wrong password is refused and opens nothing",
    async run({ timeoutMs, open, device, macroId }) {
      const driver = open({ password: "wrong" });
      const outcome = await driver.executeMacro(macroId, { timeoutMs });
      assert.deepEqual([outcome.outcome, outcome.reason], ["refused", "auth_failed"]);
      await fails(driver.identify(), "auth_failed");
      assert.equal(device.openings(), 0);
    },
  },
  {
    name: "an answer lost after the opening is unknown and never sent again",
    async run({ timeoutMs, open, device, macroId }) {
      for (const [index, fault] of (["lost-after-applied", "hangs-after-applied"] as const).entries()) {
        const driver = open();
        await driver.identify();
        device.failNext(fault);
        assert.equal((await driver.executeMacro(macroId, { timeoutMs })).outcome, "unknown");
        assert.deepEqual([device.attempts(), device.openings()], [index + 1, index + 1]);
      }
    },
  },
  {
    name: "an answer lost before the opening is unknown, too, and never sent again",
    async run({ timeoutMs, open, device, macroId }) {
      const driver = open();
      await driver.identify();
      device.failNext("lost-before-applied");
      assert.equal((await driver.executeMacro(macroId, { timeoutMs })).outcome, "unknown");
      assert.deepEqual([device.attempts(), device.openings()], [1, 0]);
    },
  },
  {
    name: "a crash of the server is a refusal, not a repeat",
    async run({ timeoutMs, open, device, macroId }) {
      const driver = open();
      await driver.identify();
      device.failNext("crash");
      const outcome = await driver.executeMacro(macroId, { timeoutMs });
      assert.deepEqual([outcome.outcome, outcome.reason, outcome.httpStatus], ["refused", "device_failed", 500]);
      assert.equal(device.openings(), 0);
    },
  },
  {
    name: "a success whose body cannot be read is sent once",
    async run({ timeoutMs, open, device, macroId, spoiled = { garbage: "executed", huge: "executed" } }) {
      const driver = open();
      await driver.identify();
      for (const fault of ["garbage", "huge"] as const) {
        device.failNext(fault);
        assert.equal((await driver.executeMacro(macroId, { timeoutMs })).outcome, spoiled[fault], fault);
      }
      assert.deepEqual([device.attempts(), device.openings()], [2, 2]);
    },
  },
  {
    name: "a gate that is off is refused as unreachable",
    async run({ timeoutMs, open, device, macroId }) {
      const driver = open();
      await device.offline();
      const outcome = await driver.executeMacro(macroId, { timeoutMs });
      assert.deepEqual([outcome.outcome, outcome.reason], ["refused", "unreachable"]);
    },
  },
  {
    name: "a password does not cross plain http unless that was allowed",
    async run({ timeoutMs, open, device, macroId }) {
      if (device.certSha256 !== null) return;
      const driver = open({ allowPlainHttp: false });
      const outcome = await driver.executeMacro(macroId, { timeoutMs });
      assert.deepEqual([outcome.outcome, outcome.reason], ["refused", "basic_over_http_refused"]);
      await fails(driver.identify(), "basic_over_http_refused");
      assert.equal(device.requests(), 0);
    },
  },
  {
    name: "a changed certificate is met before anything is sent",
    async run({ timeoutMs, open, device, macroId }) {
      if (device.certSha256 === null) return;
      const outcome = await open({ certSha256: "00".repeat(32) }).executeMacro(macroId, { timeoutMs });
      assert.deepEqual([outcome.outcome, outcome.reason], ["refused", "certificate_changed"]);
      assert.equal(device.requests(), 0);
    },
  },
  {
    name: "an address outside the device networks is never called",
    async run({ timeoutMs, open, device, macroId }) {
      const outcome = await open({}, { forbidden: true }).executeMacro(macroId, { timeoutMs });
      assert.deepEqual([outcome.outcome, outcome.reason], ["refused", "address_forbidden"]);
      assert.equal(device.requests(), 0);
    },
  },
  {
    name: "a plate list shows what was put on it and nothing that was taken off",
    async run({ open }) {
      const { plateList } = open();
      if (!plateList) return;
      assert.deepEqual(await plateList.read(new Set()), []);
      await plateList.change({ add: ["ABC123", "MLB84A"], remove: ["XYZ999"] });
      await plateList.change({ add: ["MLB84A", "MLB120"], remove: ["ABC123"] });
      assert.deepEqual((await plateList.read(new Set())).sort(), ["MLB120", "MLB84A"]);
      await plateList.change({ add: [], remove: ["MLB84A", "MLB120"] });
      assert.deepEqual(await plateList.read(new Set()), []);
    },
  },
  {
    name: "a plate that the device refuses is named, and stands before no other",
    async run({ open, refusePlate }) {
      const { plateList } = open();
      if (!plateList || !refusePlate) return;
      await plateList.change({ add: ["XYZ999"], remove: [] });
      refusePlate("BBB222");
      const { refused, untried } = await plateList.change({ add: ["AAA111", "BBB222", "CCC333"], remove: ["XYZ999"] });
      assert.deepEqual([[...refused.keys()], untried], [["BBB222"], []]);
      assert.deepEqual((await plateList.read(new Set())).sort(), ["AAA111", "CCC333"]);
    },
  },
  {
    name: "an addition that shall not go on leaves the rest, and no removal",
    async run({ open }) {
      const { plateList } = open();
      if (!plateList) return;
      await plateList.change({ add: ["XYZ999"], remove: [] });
      const { untried } = await plateList.change({
        add: ["AAA111", "BBB222"],
        remove: ["XYZ999"],
        goesOn: () => false,
      });
      assert.deepEqual([...untried].sort(), ["AAA111", "BBB222"]);
      assert.deepEqual(await plateList.read(new Set()), []);
    },
  },
  {
    name: "a vehicle gets an id of its own",
    async run({ open }) {
      const driver = open();
      const first = await driver.addVehicle({ plateNumber: "ABC123" });
      const second = await driver.addVehicle({ plateNumber: "ABC123" });
      assert.match(first.vehicleId, /^[\x21-\x7e]{1,255}$/);
      assert.notEqual(first.vehicleId, second.vehicleId);
    },
  },
];
