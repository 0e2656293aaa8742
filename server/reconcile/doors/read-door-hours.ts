// Exports, for other domains, how to read the schedule of a door.
export { readScheduleVersion as readHoursVersion } from "./door-hours.store.ts";
