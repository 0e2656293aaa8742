// Writes the hours of doors, and of rights at them, to a unit: the schedules before the profiles that name them.
import type { EffectiveSchedule } from "#contract/schedules/effective.ts";
import type { Schedule } from "#contract/schedules/schedule.ts";
import { inStockholm } from "#contract/stockholm.ts";
import type { DoorController, DoorHours } from "#drivers/port.ts";
import { type Lease, requireLease, type WorkerContext } from "../worker/public.ts";
import { readHourCombinations, readHoursOf } from "./door-hours.store.ts";
import type { HourCombination } from "./plan-hour-profiles.rules.ts";

const NO_SCHEDULES: DoorHours = { token: null, problem: "no_schedules" };
/** A schedule that was chosen after the schedules were read waits for the next comparison, and nobody is let in meanwhile. */
const NOT_READ: DoorHours = { token: null, problem: "hours_not_kept" };
const TOO_LONG: DoorHours = { token: null, problem: "hours_refused" };

export interface KeptHours {
  /** The outcomes of the doors' own hours by door; null: open at all hours. */
  doors: ReadonlyMap<string, DoorHours | null>;
  combinations: HourCombination[];
  /** False when the unit did not keep one of them that it took, or took none; null when none were written. */
  keepsHours: boolean | null;
}

/** Returns the years of the holidays in a compiled schedule, which reaches two years ahead. */
export function yearsToCompile(now: Date): readonly [first: number, last: number] {
  const year = inStockholm(now).getFullYear();
  return [year - 1, year + 3];
}

/** Returns null where a schedule was chosen after `schedules` was read, and "too_long" where one has more rows than a unit is given. */
export function effectiveHours(
  schedules: ReadonlyMap<string, Schedule | null>,
  anyOf: readonly string[],
  within: string | null,
): EffectiveSchedule | "too_long" | null {
  const ids = within === null ? anyOf : [...anyOf, within];
  if (ids.some((id) => !schedules.has(id))) return null;
  if (ids.some((id) => schedules.get(id) === null)) return "too_long";
  const found = anyOf.flatMap((id) => schedules.get(id) ?? []);
  return { anyOf: found, within: within === null ? null : (schedules.get(within) ?? null) };
}

/** Returns the outcomes of a controller's doors. Throws DeviceError and LeaseLostError. */
export async function keepDoorHours(
  worker: WorkerContext,
  lease: Lease,
  device: DoorController,
  stored: readonly { id: string; hours_schedule_id: string | null }[],
): Promise<KeptHours> {
  const wanted = await readHourCombinations(worker.pool, lease.controllerId);
  const schedules = await readHoursOf(worker.pool, lease.controllerId, yearsToCompile(worker.clock.now()));
  const outcomes = new Map<string, DoorHours>();
  /** Returns the outcome of hours that several doors may have; the unit is asked once. */
  const keep = async (anyOf: readonly string[], within: string | null): Promise<DoorHours> => {
    const effective = effectiveHours(schedules, anyOf, within);
    if (effective === null) return NOT_READ;
    if (effective === "too_long") return TOO_LONG;
    const key = JSON.stringify(effective);
    const known = outcomes.get(key);
    if (known) return known;
    requireLease(worker, lease);
    const outcome = (await device.keepHours?.(effective)) ?? NO_SCHEDULES;
    outcomes.set(key, outcome);
    return outcome;
  };
  const doors = new Map<string, DoorHours | null>();
  for (const { id, hours_schedule_id: own } of stored) doors.set(id, own === null ? null : await keep([own], null));
  const hoursOf = new Map(stored.map(({ id, hours_schedule_id: own }) => [id, own]));
  const combinations: HourCombination[] = [];
  for (const one of wanted) {
    const hours = await keep(one.scheduleIds, hoursOf.get(one.accessPointId) ?? null);
    // Without a row, the replica's next try writes them.
    if (hours !== NOT_READ) combinations.push({ ...one, hours });
  }
  return { doors, combinations, keepsHours: isKeeper([...outcomes.values()]) };
}

/** Tells whether the unit keeps hours; null when it was not asked. One organisation's refused hours say nothing of the others'. */
function isKeeper(answers: readonly DoorHours[]): boolean | null {
  if (answers.length === 0) return null;
  const taken = answers.filter(({ problem }) => problem !== "hours_refused");
  return taken.length > 0 && taken.every(({ token }) => token !== null);
}
