import { formatNumber } from "#web/texts/counted.ts";
import type { permissionsTexts } from "./permissions.sv.ts";

export const permissions: typeof permissionsTexts = {
  axis: "AXIS devices",
  axxon: "AXXON LPR devices",
  gates: "Other gates",
  doors: (count) => `Doors (${formatNumber(count)})`,
  noDoors: "No doors have been fetched from the controller yet",
  none: "No controllers assigned",
  noneHelp: "A system administrator assigns controllers and doors. Without them users cannot be added.",
  failed: "The permissions could not be fetched.",
  search: "Search controllers and doors",
  noneMatch: "Nothing matches the search",
  weeklyCode: "This week’s code",
  showPermissions: "Show permissions",
  weeklyCodeOf: (week) => `Weekly code ${week}`,
  weeklyCodeUntil: (day) => `Valid to ${day} inclusive`,
  weeklyCodeAdvice: "Give the code only to whoever needs it. Next week there is a new one.",
  weeklyCodeWaits: "Waiting for the controller",
  weeklyCodeOfOthers: "Also opens the doors of others. A system administrator has the code.",
};
