// A hold ends whatever happens: while the workers are paused, at a controller that was away, and after a killed server.
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DoorController } from "#drivers/port.ts";
import { readNotRelocked } from "#server/alerts/alert-facts.store.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { SyncEngine } from "#server/reconcile/engine/engine.ts";
import { claimWorkers } from "#server/reconcile/worker/controller-workers.store.ts";
import type { SyncOptions } from "#server/reconcile/worker/worker-context.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { setUnlockHours } from "#simulators/axis/unlock-hours.ts";
import { type Installation, makeInstallation, type TestController } from "#tests/integration/reconcile/installation.ts";
import { startSimulatedDevices } from "#tests/integration/reconcile/simulated-devices.ts";
import { paced } from "#tests/support/pace.ts";

let portal: Installation;
let engine: SyncEngine;
let boot: (more?: Partial<SyncOptions>) => Promise<SyncEngine>;
let axis: AxisSimulator;
let fixture: TestController;
let entre: string;
let token: string;
/** Called after the door was unlocked and before its worker knows. */
let onUnlocked: (() => Promise<void>) | null;

function around(device: DoorController): DoorController {
  return {
    ...device,
    setDoorLock: async (door, lock) => {
      await device.setDoorLock?.(door, lock);
      if (lock === "unlocked") await onUnlocked?.();
    },
  };
}

beforeEach(async () => {
  onUnlocked = null;
  portal = await makeInstallation();
  axis = await startAxisSimulator({ doors: [{ name: "Entré" }, { name: "Garage" }] });
  [token = ""] = axis.doorTokens;
  ({ fixture, engine, boot } = await startSimulatedDevices(portal, axis, {
    name: "Port A",
    timeouts: { callMs: paced(2_000), totalMs: paced(4_000) },
    around,
  }));
  entre = fixture.doors.get("Entré") ?? "";
});
afterEach(async () => {
  await portal.close();
  await axis.close();
});

/** The longest time for "locked and reported" after a portal's return. */
const WITHIN = { timeout: paced(60_000), interval: 50 };
const HOUR_SECONDS = 3_600;
const modeOf = (): string => axis.state.doorState(token).mode;

async function hold(seconds: number): Promise<string> {
  const id = await portal.one<string>(
    `insert into door_holds (request_id, access_point_id, requested_by, requested_as, reason, created_at, until)
     values ($1, $2, $1, 'Sara', 'leverans', now(), now() + make_interval(secs => $3)) returning id as value`,
    [randomUUID(), entre, seconds],
  );
  await look();
  return id;
}
const look = () => portal.admin.query("select private.look_at_doors($1)", [fixture.id]);
/** Lets the hold's time come, however long the machine took to get here. */
const comesToItsEnd = (id: string) => portal.admin.query("update door_holds set until = now() where id = $1", [id]);
const pause = () => portal.admin.query("insert into worker_pause (reason) values ('Arbete')");
const release = async (id: string) => {
  await portal.admin.query("update door_holds set ended_at = now(), end_cause = 'released' where id = $1", [id]);
  await look();
};
const isApplied = (id: string) =>
  vi.waitFor(
    async () => expect(await one(id)).toMatchObject({ applied_at: expect.any(Date), end_confirmed_at: null }),
    WITHIN,
  );
const notRelocked = () =>
  transaction(portal.admin, async (client) => {
    await client.query("set local role portal_engine");
    return await readNotRelocked(client, 0);
  });
const one = async (id: string) => (await portal.admin.query("select * from door_holds where id = $1", [id])).rows[0];
async function isReportedLocked(id: string): Promise<void> {
  await vi.waitFor(async () => expect(await one(id)).toMatchObject({ end_confirmed_at: expect.any(Date) }), WITHIN);
  expect(modeOf()).toBe("Locked");
  const { rows } = await portal.admin.query("select kind from door_events where hold_id = $1 order by occurred_at", [
    id,
  ]);
  expect(rows.at(-1)).toEqual({ kind: "hold_ended" });
  expect(await portal.one("select mode as value from door_states where access_point_id = $1", [entre])).toBe("locked");
}

describe("while the workers are paused", () => {
  it.each(["at its time", "when it is released"])("a hold ends %s, and nothing else is written", async (how) => {
    const id = await hold(HOUR_SECONDS);
    await isApplied(id);
    await pause();
    const kept = axis.credentials().length;
    await portal.addPerson("Berit", "611822", [[fixture, "Entré"]]);
    if (how === "at its time") {
      await comesToItsEnd(id);
      await look();
    } else await release(id);
    await isReportedLocked(id);
    expect(axis.credentials()).toHaveLength(kept);
    expect(await portal.one("select count(*)::int as value from device_sync where pending")).toBe(1);
    await portal.admin.query("delete from worker_pause");
    await portal.quiet();
    expect(axis.credentials()).toHaveLength(kept + 1);
  });

  it("a lasting hold is not sent again, and a controller without an ended one is nobody's work", async () => {
    const id = await hold(HOUR_SECONDS);
    await isApplied(id);
    await engine.stop();
    await pause();
    await look();
    const claim = () => claimWorkers(portal.admin, { owner: "other", leaseSeconds: paced(1), limit: 10 });
    expect(await claim()).toEqual([]);
    await portal.admin.query("update door_holds set ended_at = now(), end_cause = 'released'");
    // A restored portal does not know what happened since: it waits for its comparison.
    await portal.admin.query("update controller_sync set restored_at = now()");
    expect(await claim()).toEqual([]);
    await portal.admin.query("update controller_sync set restored_at = null");
    expect(await claim()).toMatchObject([{ controllerId: fixture.id }]);
  });
});

describe("in the hours at which the unit itself holds the door unlocked", () => {
  const hours = (schedules: readonly string[]) =>
    axis.faults.editByHand((state) => setUnlockHours(state, token, schedules));
  const stored = () => portal.one<unknown>("select unlock_hours as value from access_points where id = $1", [entre]);
  const isConfirmed = (id: string) =>
    vi.waitFor(async () => expect(await one(id)).toMatchObject({ end_confirmed_at: expect.any(Date) }), WITHIN);

  it("the door is left to them, shown unlocked, and no alert is raised", async () => {
    const id = await hold(HOUR_SECONDS);
    await isApplied(id);
    hours(["standard_always"]);
    await release(id);
    await isConfirmed(id);
    expect(modeOf()).toBe("Unlocked");
    expect(axis.requests.count("tdc:LockDoor")).toBe(0);
    const { rows } = await portal.admin.query("select kind from door_events where hold_id = $1 order by occurred_at", [
      id,
    ]);
    expect(rows.map(({ kind }) => kind)).toEqual(["hold_started", "hold_ended_unlocked"]);
    expect(await portal.one("select mode as value from door_states where access_point_id = $1", [entre])).toBe(
      "unlocked",
    );
    expect(await notRelocked()).toEqual([]);
  });

  it("they are read at the comparison and kept while the unit cannot report them, and the next ones replace them", async () => {
    expect(await stored()).toBeNull();
    hours(["standard_office_hours"]);
    await engine.compareNow(fixture.id);
    const office = {
      schedules: ["Office Hours"],
      weekly: [{ days: [1, 2, 3, 4, 5], from: "08:00", to: "17:00" }],
      exceptions: false,
    };
    expect(await stored()).toEqual(office);
    axis.state.switches.missingOperations = ["axtdc:GetDoorConfigurationList"];
    await engine.compareNow(fixture.id);
    expect(await stored()).toEqual(office);
    axis.state.switches.missingOperations = [];
    hours(["standard_weekends"]);
    await engine.compareNow(fixture.id);
    expect(await stored()).toMatchObject({ schedules: ["Weekends"] });
    hours([]);
    await engine.compareNow(fixture.id);
    expect(await stored()).toBeNull();
    expect(Object.keys(axis.requests.counts()).filter((name) => name.startsWith("axtdc:Set"))).toEqual([]);
  });
});

describe("at a controller that does not answer", () => {
  const nextTry = () =>
    portal.one<number>("select extract(epoch from next_try_at - now())::float8 as value from controller_sync");
  /** Sets the controller as after an hour of failures. */
  async function failsAgain(): Promise<void> {
    const asAfterAnHour = () => portal.admin.query("update controller_sync set attempts = 20, next_try_at = now()");
    await asAfterAnHour();
    await vi.waitFor(async () => {
      const attempts = await portal.one<number>("select attempts as value from controller_sync");
      // A run that was just ending may have overwritten this count.
      if (attempts < 20) await asAfterAnHour();
      expect(attempts).toBeGreaterThan(20);
      // A run that began earlier tries once more at once.
      expect(await nextTry()).toBeGreaterThan(0);
    }, WITHIN);
  }

  it("an ended hold is tried every quarter of a minute, and a lasting one at its end", async () => {
    const id = await hold(40);
    await isApplied(id);
    await axis.faults.offline();
    await failsAgain();
    expect(await nextTry()).toBeLessThanOrEqual(40);
    await portal.admin.query("update door_holds set ended_at = now(), end_cause = 'released' where id = $1", [id]);
    await failsAgain();
    expect(await nextTry()).toBeLessThanOrEqual(15);
    await axis.faults.online();
    await isReportedLocked(id);
    await axis.faults.offline();
    await failsAgain();
    expect(await nextTry()).toBeGreaterThan(60);
    await axis.faults.online();
  });

  it("the door is locked first, though everything else fails", async () => {
    const id = await hold(HOUR_SECONDS);
    await isApplied(id);
    axis.faults.add({ kind: "reset-before" }, { on: "pacsaxis:GetCredentialList" });
    await portal.admin.query("update controller_sync set verify_at = now()");
    await failsAgain();
    await portal.admin.query("update door_holds set ended_at = now(), end_cause = 'released' where id = $1", [id]);
    await look();
    await isReportedLocked(id);
    axis.faults.clear();
  });
});

describe("a server killed in a hold", () => {
  // Leases are as long as a shipped server's, so another server takes over the rest as late as in production.
  const SHIPPED = { leaseSeconds: paced(15), renewMs: paced(5_000), pollMs: 1_000 };

  it("that ends while no server runs: the door is locked and reported within a minute of the return", async () => {
    const id = await hold(HOUR_SECONDS);
    await isApplied(id);
    await portal.kill(engine);
    await comesToItsEnd(id);
    expect(modeOf()).toBe("Unlocked");
    await boot(SHIPPED);
    await isReportedLocked(id);
  });

  it("just as the door was unlocked, unheard: it is locked and reported within a minute of the return", async () => {
    await engine.stop();
    const dying = Promise.withResolvers<void>();
    onUnlocked = async () => {
      dying.resolve();
      await new Promise(() => {}); // The call to the device is never answered.
    };
    const doomed = await boot(SHIPPED);
    const id = await hold(HOUR_SECONDS);
    await dying.promise;
    onUnlocked = null;
    await portal.kill(doomed);
    await comesToItsEnd(id);
    expect(await one(id)).toMatchObject({ sent_at: expect.any(Date), applied_at: null });
    await boot(SHIPPED);
    await isReportedLocked(id);
  });
});
