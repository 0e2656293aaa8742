// A hold over a clock change lasts as long as requested and ends at its second, although the country's clocks skip or repeat an hour. The
// database's time zone changes during the hold, as it does twice a year.
import { randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { startTestPortal, type TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { paced } from "#tests/support/pace.ts";
import { addDoorController, doorsOf } from "./door-portal.ts";

const WITHIN = { timeout: paced(180_000), interval: 50 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let portal: TestPortal | null = null;
let device: AxisSimulator | null = null;
afterEach(async () => {
  await portal?.close();
  await device?.close();
});

/** Sets the time zone of every new connection of the portal. */
async function setZone(zone: string): Promise<void> {
  const { rows } = (await portal?.admin.query<{ name: string }>("select current_database() as name")) ?? { rows: [] };
  await portal?.admin.query(`alter database "${rows[0]?.name ?? ""}" set timezone = '${zone}'`);
  await portal?.admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
}

/** Returns a POSIX time zone one hour ahead, two in summer. `offsetHours`: the clock by which its rule is read. */
function rule(at: Date, offsetHours: number): string {
  const local = new Date(at.getTime() + offsetHours * HOUR_MS);
  // The day of its year, the first being 0 and 29 February a day of its own.
  const day = Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / DAY_MS);
  return `${day}/${local.toISOString().slice(11, 19)}`;
}
const ZONES = {
  skips: (at: Date) => `CET-1CEST,${rule(at, 1)},${rule(new Date(at.getTime() + 30 * DAY_MS), 2)}`,
  repeats: (at: Date) => `CET-1CEST,${rule(new Date(at.getTime() - 30 * DAY_MS), 1)},${rule(at, 2)}`,
};

test.each([
  ["skips", HOUR_MS, "+02:00"],
  ["repeats", -HOUR_MS, "+01:00"],
] as const)(
  "a door held while the country %s an hour is locked at the second that was asked",
  async (change, jump, offset) => {
    portal = await startTestPortal();
    const system = await signedInClient(portal.url, portal.accounts.system);
    device = await startAxisSimulator({ doors: [{ name: "Entré" }] });
    const controllerId = await addDoorController(system, { name: "Port A", device });
    const door = (await doorsOf(system, controllerId)).get("Entré") ?? "";
    const { doorTokens, state } = device;
    const modeOf = () => state.doorState(doorTokens[0] ?? "").mode;

    const request_id = randomUUID();
    const hold = async (aheadMs: number): Promise<{ until: Date; zone: string; status: number }> => {
      const changesAt = new Date(Math.floor((Date.now() + aheadMs) / 1000) * 1000);
      const zone = ZONES[change](changesAt);
      await setZone(zone);
      // The end is written in the country's time, as a page writes it. It lies soon after the change, because a hold requested
      // between the two would not span the change.
      const until = new Date(changesAt.getTime() + 4_000); // real time: a short span of the country's clock
      const local =
        new Date(until.getTime() + Number(offset.slice(1, 3)) * HOUR_MS).toISOString().slice(0, 19) + offset;
      const order = { action: "HOLD", access_point_id: door, reason: "leverans", request_id, until: local };
      let { status } = await callFunction(system, "door-control", order);
      // The portal's connections were ended with their old time zone.
      while (status >= 500) ({ status } = await callFunction(system, "door-control", order));
      return { until, zone, status };
    };
    // On a busy machine the time may be past before the test asks for it.
    let held = await hold(paced(12_000));
    for (const aheadMs of [40_000, 120_000]) if (held.status === 400) held = await hold(aheadMs);
    expect(held.status).toBe(200);
    const { until, zone } = held;
    await vi.waitFor(() => expect(modeOf()).toBe("Locked"), WITHIN);
    const ended = await vi.waitFor(async () => {
      const found = await portal?.admin.query<Record<string, unknown>>(
        `select until, ended_at, end_cause, end_confirmed_at >= until as confirmed,
         round(extract(epoch from ((until at time zone $2) - (created_at at time zone $2)) - (until - created_at)) * 1000)::int as jumped
       from door_holds where request_id = $1 and end_confirmed_at is not null`,
        [request_id, zone],
      );
      expect(found?.rows).toHaveLength(1);
      return found?.rows[0];
    }, WITHIN);
    expect(ended).toEqual({ until, ended_at: until, end_cause: "until", confirmed: true, jumped: jump });
  },
);
