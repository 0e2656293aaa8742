// A schedule that is a door's hours, for other domains.
export { readSchedule as readDoorHours } from "./door-hours.store.ts";
