/** Why a unit does not keep a door's hours; nobody is let in by them. The database's constraint has the same. */
export const HOURS_PROBLEMS = ["no_schedules", "wrong_time_zone", "hours_refused", "hours_not_kept"] as const;
export type HoursProblem = (typeof HOURS_PROBLEMS)[number];
