import type { doorHoursTexts } from "./door-hours.sv.ts";

export const doorHours: typeof doorHoursTexts = {
  action: "Opening hours",
  actionLabel: (door) => `Opening hours of ${door}`,
  question: (door) => `When may ${door} be opened?`,
  schedule: "Schedule",
  always: "Always",
  alwaysHelp: "every day, around the clock",
  consequence:
    "The hours limit every right at the door: those of people, groups and weekly codes, and of the users that the portal has added at the controller. The way out is always open.",
  unable:
    "The controller did not keep the hours when the portal last wrote them. As long as that is so, nobody gets in through the door. The way out is open.",
  loadFailed: "The schedules could not be fetched.",
  noSchedules: "There are no schedules yet. Add one on the page Schedules.",

  own: "Hours of its own",
  on: (schedule) => `Open by ${schedule}`,
  onHelp: (hours) => `Open ${hours}. The controller has confirmed the hours. The way out is always open.`,
  seen: (moment) => `The unit's own log showed at ${moment} that it follows them.`,
  waits: (schedule) => `Waiting for the device: ${schedule}`,
  waitsHelp: (hours) =>
    `Open ${hours} once the controller has answered and the portal has read the hours back. Until then, what the controller already has applies.`,
  problem: "Cannot keep the opening hours",
  problems: {
    no_schedules:
      "The controller does not support schedules, so the portal's codes do not open the door. The way out is open. Choose Always as its opening hours.",
    wrong_time_zone:
      "The controller's clock does not follow Swedish time, so the portal's codes do not open the door. The way out is open. Choose the time zone Europe/Stockholm in the controller's own interface and synchronise the access points.",
    hours_refused:
      "The controller did not accept the schedule, so the portal's codes do not open the door. The way out is open. Change the schedule, or choose Always as the opening hours.",
    hours_not_kept:
      "The controller answers that it would open at other times than the schedule's, so the portal's codes do not open the door. The way out is open. Synchronise the access points, or choose Always as the opening hours.",
  },
};
