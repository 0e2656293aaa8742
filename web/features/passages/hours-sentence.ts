// Words the hours of a door that refused somebody outside them: "Öppet 06–22 enligt Tvättstuga; öppnar 06.00."
import type { HoursThen } from "#contract/functions/explain-passage.ts";
import { dayNumber } from "#contract/schedules/local-day.ts";
import { stockholmClock, stockholmDay } from "#contract/stockholm.ts";
import { formatDayOfMonth, formatWeekday } from "#web/lib/dates.ts";
import { words } from "#web/texts/words.sv.ts";
import { passageExplanationTexts as t } from "./texts/passage-explanation.sv.ts";

/** Returns the hours in a sentence; `now` decides how the next opening is named. Pure. */
export function hoursSentence({ schedule, day, open, opens_at }: HoursThen, now: Date): string {
  const spans = open.map(({ start, end }) => spanWords(clockOf(start), end.startsWith(day) ? clockOf(end) : MIDNIGHT));
  const hours = spans.length === 0 ? t.closedAllDay(schedule) : t.openHours(spans.join(", "), schedule);
  if (opens_at === null) return `${hours}.`;
  const isPast = opens_at <= `${stockholmDay(now)}T${stockholmClock(now)}`;
  return (isPast ? t.opened : t.opens)(hours, whenWords(opens_at, day, stockholmDay(now)));
}

const MIDNIGHT = "24:00";
const WEEK = 7;

/** Returns the time of a day, such as "06:00". */
const clockOf = (local: string): string => local.slice(11);

function clockWords(clock: string): string {
  const [hour = "", minute = ""] = clock.split(":");
  return t.clock(hour, minute);
}

/** Returns "06–22", with minutes where either time has some. */
function spanWords(start: string, end: string): string {
  const isWhole = [start, end].every((clock) => clock.endsWith(":00"));
  return [start, end].map((clock) => (isWhole ? clock.slice(0, 2) : clockWords(clock))).join("–");
}

/** Names the day of an opening, unless it is the day of the passage. A weekday is clear within the coming week only. */
function whenWords(opensAt: string, day: string, today: string): string {
  const [opens = "", clock = ""] = opensAt.split("T");
  const time = clockWords(clock);
  if (opens === day) return time;
  if (opens === today) return words.today(time);
  const ahead = dayNumber(opens) - dayNumber(today);
  if (ahead === 1) return t.tomorrow(time);
  const noon = `${opens}T12:00Z`;
  return `${ahead > 1 && ahead < WEEK ? formatWeekday(noon) : formatDayOfMonth(noon)} ${time}`;
}
