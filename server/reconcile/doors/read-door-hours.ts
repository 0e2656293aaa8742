// A schedule that is a door's hours, for other domains.
export { readScheduleVersion as readHoursVersion } from "./door-hours.store.ts";
