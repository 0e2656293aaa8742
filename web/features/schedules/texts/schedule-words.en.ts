import type { scheduleWordsTexts } from "./schedule-words.sv.ts";

export const scheduleWords: typeof scheduleWordsTexts = {
  never: "never open",
  closed: "closed",
  everySecondWeek: (hours) => `${hours} every second week`,
  everyFourthWeek: (hours) => `${hours} every fourth week`,
  from: (hours, day) => `${hours} from ${day}`,
  until: (hours, day) => `${hours} until ${day}`,
  exceptDays: (hours) => `${hours}, except calendar days`,
};
