// Wrong clocks of the server (an hour, or around a DST change) or a device (a day). Gates decide by the database's.
import type { SupabaseClient } from "@supabase/supabase-js";
import type { World } from "../world/world.ts";
import type { Fault, FaultMaker } from "./fault.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHANGES = ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", "2027-03-28T01:00:00Z", "2027-10-31T01:00:00Z"];
const BEFORE_CHANGE_MS = 2_000;

export const CLOCK_FAULTS: Readonly<Record<string, FaultMaker>> = {
  clock_ahead: (world) => serverClock("clock_ahead", world, () => HOUR_MS),
  clock_behind: (world) => serverClock("clock_behind", world, () => -HOUR_MS),
  clock_in_change_of_time: (world, random) => {
    const change = random.pick(CHANGES);
    const before = random.below(BEFORE_CHANGE_MS);
    return serverClock(
      `clock_in_change_of_time ${before} ms before ${change}`,
      world,
      () => Date.parse(change) - before - Date.now(),
    );
  },
  device_clock: (world, random) => {
    const ms = random.pick([-DAY_MS, -HOUR_MS, HOUR_MS, DAY_MS]);
    return {
      name: `device_clock ${ms / HOUR_MS} hours`,
      before: () => random.pick(world.fixtures).device.faults.clockSkew(ms),
    };
  },
};

function serverClock(name: string, world: World, aheadMs: () => number): Fault {
  return {
    name,
    before: async (system: SupabaseClient) => {
      await world.server.setClock(aheadMs());
      // A token of the right time is invalid at the wrong one, so callers sign in again.
      await world.signIn(system);
    },
  };
}
