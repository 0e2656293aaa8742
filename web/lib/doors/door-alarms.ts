// Selects doors with an alarm: the filter of the doors page and the count of the navigation, by the rule of describe-door.ts for one door.
// An old reading is no alarm; it is unknown.
import { DOOR_STATE_FRESH_SECONDS } from "#contract/door-states.ts";

export const UNLOCKED_MODES = ["unlocked", "locked_open"];
export const ALARMS = ["forced", "held_open"];
/** Parts of a select from access_points that `onlyAlarms` filters by; none is shown. */
export const ALARM_PARTS: string =
  "alarming:door_states(access_point_id), standing_open:door_states(access_point_id), over:door_holds(id), lasting:door_holds(id)";

interface Filters {
  gt(column: string, value: string): this;
  in(column: string, values: readonly string[]): this;
  is(column: string, value: null): this;
  not(column: string, operator: string, value: null): this;
  or(filters: string, options?: { referencedTable: string }): this;
}

/** Returns the ISO time after which a reading still counts. `now` in ms. */
export const freshSince = (now: number): string => new Date(now - DOOR_STATE_FRESH_SECONDS * 1000).toISOString();

/** Filters doors that were forced, are open for too long, or stand unlocked after the end of a hold. */
export function onlyAlarms<Call extends Filters>(call: Call, now: number): Call {
  const fresh = freshSince(now);
  const time = new Date(now).toISOString();
  return call
    .in("alarming.alarm", ALARMS)
    .gt("alarming.read_at", fresh)
    .in("standing_open.mode", UNLOCKED_MODES)
    .gt("standing_open.read_at", fresh)
    .is("over.end_confirmed_at", null)
    .not("over.sent_at", "is", null)
    .or(`ended_at.not.is.null,until.lte."${time}"`, { referencedTable: "over" })
    .is("lasting.ended_at", null)
    .gt("lasting.until", time)
    .or("alarming.not.is.null,and(standing_open.not.is.null,over.not.is.null,lasting.is.null)");
}
