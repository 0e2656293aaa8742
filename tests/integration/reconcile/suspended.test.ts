// An expired or disabled PIN stays on its controller for a week, without opening anything, so that the controller can name it.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#drivers/clock.ts";
import type { DoorController } from "#drivers/port.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import type { SyncOptions } from "#server/reconcile/worker/worker-context.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { paced } from "#tests/support/pace.ts";
import { refuse } from "./fake-device.ts";
import {
  type Installation,
  makeInstallation,
  replicaOf,
  type TestController,
  type TestPerson,
  until,
} from "./installation.ts";
import { startSimulatedDevices } from "./simulated-devices.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

let portal: Installation;
let engine: SyncEngine;
let boot: (more?: Partial<SyncOptions>) => Promise<SyncEngine>;
let axis: AxisSimulator;
let fixture: TestController;
let entry: string;
let anna: TestPerson;
/** The call that the device refuses, as a full one does. */
let refused: "putCredential" | "removeCredential" | null;
let canTry: boolean;
/** Called when the device was asked whether the PIN opens, which it is then said to do. */
let onTried: (() => Promise<void>) | null;

function around(device: DoorController): DoorController {
  const watched: DoorController = {
    ...device,
    putCredential: (credential) => (refused === "putCredential" ? refuse() : device.putCredential(credential)),
    removeCredential: (token) => (refused === "removeCredential" ? refuse() : device.removeCredential(token)),
    verifyPin: async (pin, door) => {
      await onTried?.();
      return onTried || !device.verifyPin ? { granted: true, reason: null } : await device.verifyPin(pin, door);
    },
  };
  if (!canTry) delete watched.verifyPin;
  return watched;
}

beforeEach(async () => {
  refused = null;
  canTry = true;
  onTried = null;
  portal = await makeInstallation();
  axis = await startAxisSimulator({ doors: [{ name: "Entré" }, { name: "Garage" }] });
  [entry = ""] = axis.doorTokens;
  ({ fixture, engine, boot } = await startSimulatedDevices(portal, axis, {
    name: "Porten",
    timeouts: { callMs: paced(2_000), totalMs: paced(4_000) },
    options: { suspendedMs: WEEK_MS },
    around,
  }));
  anna = await portal.addPerson("Anna", "483920", [[fixture, "Entré"]]);
  await portal.quiet();
});
afterEach(async () => {
  await portal.close();
  await axis.close();
});

const change = (set: string, values: unknown[] = [], person = anna) =>
  portal.admin.query(`update credentials set ${set} where id = $1`, [person.credentialId, ...values]);
const disable = (person = anna) => change("enabled = false", [], person);
const receipts = async (person = anna) =>
  (
    await portal.admin.query<{ kind: string }>(
      "select kind from sync_receipts where source_id = $1 order by created_at",
      [person.credentialId],
    )
  ).rows.map(({ kind }) => kind);
const onDevice = () => axis.credentials().map(({ token, Enabled, Status }) => ({ token, Enabled, Status }));
const profiles = () => axis.credentials().flatMap((credential) => credential.CredentialAccessProfile);
const state = () =>
  portal.one<{ state: string; outdated: string[]; suspended: boolean }>(
    `select json_build_object('state', state, 'outdated', outdated, 'suspended', suspended_until > now()) as value
     from sync_states where source_id = $1`,
    [anna.credentialId],
  );
const suspended = () => [{ token: `wp-c-${anna.credentialId}`, Enabled: false, Status: "Disabled" }];
/** Moves the suspension's beginning back. */
const age = (interval: string) =>
  portal.admin.query(
    `update device_sync set ended_at = coalesce(ended_at, (select valid_to from credentials c where c.id = source_id)) - $1::interval,
       suspended_until = suspended_until - $1::interval, next_try_at = case when next_try_at = 'infinity' then next_try_at else next_try_at - $1::interval end
     where source_id = '${anna.credentialId}'`,
    [interval],
  );

describe("a PIN that is switched off", () => {
  // Covers: device.38
  it("stays without power and without doors, with a receipt, and is named by the device when it is tried", async () => {
    await disable();
    await portal.quiet();
    expect(onDevice()).toEqual(suspended());
    expect(profiles()).toEqual([]);
    expect(axis.punch(entry, "483920")).toMatchObject({ granted: false, reason: "CredentialNotEnabled" });
    expect(await receipts()).toEqual(["grant", "suspension"]);
    expect(await state()).toEqual({ state: "synced", outdated: [], suspended: true });
    const days = await portal.one<number>(
      "select extract(epoch from suspended_until - read_back_at)::float8 / 86400 as value from sync_receipts where kind = 'suspension'",
    );
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
  });

  it("goes when its week is over, with a receipt of the removal", async () => {
    await disable();
    await portal.quiet();
    await age("7 days 1 second");
    await until(async () => (await receipts()).at(-1) === "revocation");
    expect([axis.users(), axis.credentials()]).toEqual([[], []]);
    expect(await replicaOf(portal, fixture, anna.credentialId)).toMatchObject({ pending: false, applied_digest: null });
  });

  it("opens again when it is switched on within the week", async () => {
    await disable();
    await portal.quiet();
    await change("enabled = true");
    await portal.quiet();
    expect(axis.wouldOpen("483920", entry)).toBe(true);
    expect(await receipts()).toEqual(["grant", "suspension", "grant"]);
    await disable();
    await portal.quiet();
    expect(onDevice()).toEqual(suspended());
  });

  it("is counted as what the device may still open for until it is confirmed", async () => {
    await axis.faults.offline();
    await disable();
    await until(async () => (await replicaOf(portal, fixture, anna.credentialId))?.pending === true);
    expect(await state()).toEqual({ state: "pending_removal", outdated: ["access"], suspended: null });
    await axis.faults.online();
  });

  it("keeps its day of leaving through later edits, and leaves at once when its digits change", async () => {
    await disable();
    await portal.quiet();
    const day = () => portal.one<Date>("select suspended_until as value from device_sync");
    const before = await day();
    await portal.admin.query("update end_users set first_name = 'Anneli' where id = $1", [anna.id]);
    await portal.quiet();
    expect(axis.users().map((user) => user.Name)).toEqual(["Svensson, Anneli"]);
    expect(await day()).toEqual(before);
    await portal.changePin(anna, "555666");
    await portal.quiet();
    expect(axis.credentials()).toEqual([]);
  });
});

describe("a PIN that expires", () => {
  it("stays without power until a week after its end", async () => {
    await change(`valid_to = clock_timestamp() + interval '${paced(1_500)} milliseconds'`);
    await until(async () => (await receipts()).includes("suspension"));
    expect(onDevice()).toEqual(suspended());
    expect(axis.wouldOpen("483920", entry)).toBe(false);
    const left = await portal.one<boolean>(
      "select d.suspended_until = c.valid_to + interval '7 days' as value from device_sync d join credentials c on c.id = d.source_id",
    );
    expect(left).toBe(true);
  });

  it("opens again when it is prolonged", async () => {
    await change(`valid_to = clock_timestamp() + interval '${paced(1_500)} milliseconds'`);
    await until(async () => (await receipts()).includes("suspension"));
    await change("valid_to = now() + interval '30 days'");
    await portal.quiet();
    expect(axis.wouldOpen("483920", entry)).toBe(true);
  });
});

describe("a suspended PIN leaves at once", () => {
  beforeEach(async () => {
    await disable();
    await portal.quiet();
    expect(onDevice()).toEqual(suspended());
  });

  // Covers: device.38
  it("when somebody else is given it, who gets in with it", async () => {
    const bo = await portal.addPerson("Bo", "483920", [[fixture, "Entré"]]);
    await portal.quiet();
    expect(onDevice()).toEqual([{ token: `wp-c-${bo.credentialId}`, Enabled: true, Status: "Enabled" }]);
    expect(axis.wouldOpen("483920", entry)).toBe(true);
    await expect(change("enabled = true")).rejects.toThrow(/PIN is already in use/);
  });

  it("and the other one waits for as long as the device does not let go of it", async () => {
    refused = "removeCredential";
    const bo = await portal.addPerson("Bo", "483920", [[fixture, "Entré"]]);
    await until(async () => (await replicaOf(portal, fixture, bo.credentialId))?.last_error === "pin_on_other_source");
    expect(onDevice()).toEqual(suspended());
    refused = null;
    await portal.quiet();
    expect(onDevice()).toEqual([{ token: `wp-c-${bo.credentialId}`, Enabled: true, Status: "Enabled" }]);
  });

  it("when its person is deleted, its door is taken away or the organisation loses the controller", async () => {
    await portal.deletePerson(anna);
    await portal.quiet();
    expect([axis.users(), axis.credentials()]).toEqual([[], []]);

    const bo = await portal.addPerson("Bo", "111222", [[fixture, "Entré"]]);
    await portal.quiet();
    await disable(bo);
    await portal.quiet();
    expect(axis.credentials()).toHaveLength(1);
    await portal.admin.query("delete from controller_assignments where credential_id = $1", [bo.credentialId]);
    await portal.quiet();
    expect(axis.credentials()).toEqual([]);

    const eva = await portal.addPerson("Eva", "333444", [[fixture, "Entré"]]);
    await portal.quiet();
    await disable(eva);
    await portal.quiet();
    expect(axis.credentials()).toHaveLength(1);
    await portal.admin.query("delete from organization_controllers");
    await portal.quiet();
    expect(axis.credentials()).toEqual([]);
  });

  it("when the device takes no more people", async () => {
    refused = "putCredential";
    await portal.addPerson("Bo", "111222", [[fixture, "Entré"]]);
    await until(() => axis.credentials().length === 0);
    refused = null;
    await portal.quiet();
    expect(axis.wouldOpen("111222", entry)).toBe(true);
  });

  it("when the setting is turned to none, at the next start", async () => {
    await engine.stop();
    await boot({ suspendedMs: 0 });
    await portal.quiet();
    expect(axis.credentials()).toEqual([]);
    expect(await receipts()).toEqual(["grant", "suspension", "revocation"]);
  });
});

describe("a suspension that is not confirmed to open for nobody", () => {
  it.each([
    ["refuses the question", { kind: "status", status: 400 }],
    ["does not answer it", { kind: "hang" }],
  ] as const)("is removed when the device %s", async (_case, fault) => {
    axis.faults.add(fault, { on: "pacsaxis:VerifyRequest" });
    await disable();
    await portal.quiet();
    expect(axis.credentials()).toEqual([]);
    expect(await receipts()).toEqual(["grant", "revocation"]);
  });

  it("is removed when the device takes no such write", async () => {
    refused = "putCredential";
    await disable();
    await portal.quiet();
    expect(axis.credentials()).toEqual([]);
    expect(await receipts()).toEqual(["grant", "revocation"]);
  });

  it("is removed from a device that has no such question", async () => {
    await engine.stop();
    canTry = false;
    await boot();
    await disable();
    await portal.quiet();
    expect(axis.credentials()).toEqual([]);
  });

  it("is removed when another object of the device carries the same PIN", async () => {
    axis.faults.editByHand(({ credentials }) => {
      const [ours] = credentials.values();
      if (ours) credentials.set("by-hand", { ...ours, token: "by-hand" });
    });
    await disable();
    await portal.quiet();
    expect(axis.credentials().map(({ token }) => token)).toEqual(["by-hand"]);
    expect(await receipts()).toEqual(["grant", "revocation"]);
  });

  it("is not written to a device that has lost it, and is not called an orphan where it is", async () => {
    await disable();
    await portal.quiet();
    expect((await engine.compareNow(fixture.id)).items).toEqual([]);
    axis.faults.editByHand(({ credentials }) => {
      const [ours] = credentials.values();
      if (ours) credentials.set(ours.token, { ...ours, Enabled: true, Status: "Enabled" });
    });
    expect((await engine.compareNow(fixture.id)).items).toMatchObject([
      { kind: "replica_differs", differences: ["enabled"] },
    ]);
    await portal.quiet();
    expect(onDevice()).toEqual(suspended());
    axis.faults.wipe();
    await engine.compareNow(fixture.id);
    await portal.quiet();
    expect(axis.credentials()).toEqual([]);
    expect((await receipts()).at(-1)).toBe("revocation");
  });

  it("is left to the server that took the controller over meanwhile", async () => {
    let isTakenOver = false;
    onTried = async () => {
      await portal.admin.query(
        "update controller_sync set fence = fence + 1, lease_until = clock_timestamp() + interval '1 minute'",
      );
      // The lease is no longer renewed, and becomes too old to send under.
      await systemClock.wait(paced(2_000));
      isTakenOver = true;
    };
    await disable();
    await until(() => isTakenOver);
    await engine.stop();
    expect(onDevice()).toEqual(suspended());
  });

  it("is removed when the device was away for the whole week", async () => {
    await axis.faults.offline();
    await disable();
    await until(async () => (await replicaOf(portal, fixture, anna.credentialId))?.pending === true);
    // A worker that read the row before it was aged would suspend the PIN, which is right at that moment.
    await engine.stop();
    await age("8 days");
    await axis.faults.online();
    await boot();
    await portal.quiet();
    expect(axis.credentials()).toEqual([]);
    expect(await receipts()).toEqual(["grant", "revocation"]);
  });
});

it("two servers leave one suspended replica, and each knows when it goes", async () => {
  await boot();
  await disable();
  await portal.quiet();
  expect(onDevice()).toEqual(suspended());
  await engine.stop();
  await age("7 days 1 second");
  await until(async () => (await receipts()).at(-1) === "revocation");
  expect(axis.credentials()).toEqual([]);
});

it("without the setting a switched off PIN goes at once", async () => {
  await engine.stop();
  await boot({ suspendedMs: 0 });
  await disable();
  await portal.quiet();
  expect(axis.credentials()).toEqual([]);
  expect(await receipts()).toEqual(["grant", "revocation"]);
});
