// The events of schedules: a row of the log when one becomes active or inactive (topic Schedule/Interval).
import { statusOf } from "./schedule-active.ts";
import type { AxisState } from "./state.ts";
import { localMs } from "./time-zone.ts";

/** Logs the schedules that have become active or inactive since the last call. A schedule that is new has not changed. */
export function logSchedules(state: AxisState): void {
  if (!state.switches.logsSchedules) return;
  const local = localMs(state.timeZone, state.clock.now());
  for (const [token, schedule] of state.schedules) {
    const { active, exception } = statusOf(schedule, local);
    const before = state.activeSchedules.get(token);
    state.activeSchedules.set(token, active);
    if (before !== undefined && before !== active) logInterval(state, token, { active, exception });
  }
  for (const [token, active] of state.activeSchedules) {
    if (state.schedules.has(token)) continue;
    state.activeSchedules.delete(token);
    // A removed schedule is no longer active.
    if (active) logInterval(state, token, { active: false, exception: false });
  }
}

function logInterval(
  state: AxisState,
  ScheduleToken: string,
  { active, exception }: Record<"active" | "exception", boolean>,
) {
  const said = (yes: boolean) => (yes ? "1" : "0");
  state.log("Schedule/Interval", { ScheduleToken, Active: said(active), Exception: said(exception) });
}
