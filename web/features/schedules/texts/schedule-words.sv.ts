import { texts } from "#web/texts/language.ts";

/** Words of a schedule's week, which several pages have. */
export const scheduleWordsTexts = texts("scheduleWords", {
  never: "aldrig öppet",
  closed: "stängt",
  everySecondWeek: (hours: string) => `${hours} varannan vecka`,
  everyFourthWeek: (hours: string) => `${hours} var fjärde vecka`,
  from: (hours: string, day: string) => `${hours} från ${day}`,
  until: (hours: string, day: string) => `${hours} till ${day}`,
  exceptDays: (hours: string) => `${hours}, utom kalenderdagar`,
});
