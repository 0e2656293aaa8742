// The drawn week of a schedule: the blocks of each day's column, and the rows after drawing or erasing.
import { scheduleHours } from "#contract/functions/schedules.ts";
import { endMinute, intervalsOf } from "#contract/schedules/is-open.ts";
import { DAY_MINUTES, dayNumber, dayOfNumber, mondayOf } from "#contract/schedules/local-day.ts";
import { mergeHours } from "#contract/schedules/merge-hours.ts";
import { rowsOf, savedHours, validRows, type WeekRow } from "./schedule-form.ts";

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** Hours in the column of one day. Those over midnight have a second block in the next day's column. */
export interface WeekBlock {
  /** Column, 1 Monday to 7 Sunday. */
  readonly day: number;
  /** Minutes of that day. */
  readonly top: number;
  readonly bottom: number;
  /** The day on which the hours begin. */
  readonly weekday: number;
  readonly from: number;
  readonly to: number;
  readonly every: WeekRow["every"];
  /** Position of the form's row. */
  readonly row: number;
}

/** Hours being drawn, the same on each of the days. The end may be after 24:00. */
export interface Drawn {
  readonly days: readonly number[];
  readonly from: number;
  readonly end: number;
}

/** Returns the blocks of valid rows. Pure. */
export function blocksOf(rows: readonly WeekRow[]): WeekBlock[] {
  return rows.flatMap((one, row) =>
    savedHours(validRows([one]), "1970-01-01").flatMap(({ weekday, from, to }) => {
      const block = { weekday, from, to, every: one.every, row };
      const end = endMinute({ from, to });
      const first = { ...block, day: weekday, top: from, bottom: Math.min(end, DAY_MINUTES) };
      return end <= DAY_MINUTES
        ? [first]
        : [first, { ...block, day: (weekday % 7) + 1, top: 0, bottom: end - DAY_MINUTES }];
    }),
  );
}

/** Returns the block at a minute of a day's column. Hours of every week come before others. Pure. */
export function blockAt(blocks: readonly WeekBlock[], day: number, minute: number): WeekBlock | undefined {
  return blocks
    .filter((block) => block.day === day && minute >= block.top && minute < block.bottom)
    .toSorted((one, other) => Number(one.every) - Number(other.every))[0];
}

/** Adds drawn hours that hold every week. They are merged with the other hours of every week that they touch. Pure. */
export function drawHours(rows: readonly WeekRow[], { days, from, end }: Drawn, today: string): WeekRow[] {
  const isPlain = (row: WeekRow) =>
    row.every === "1" && row.valid_from === null && row.valid_until === null && validRows([row]).length > 0;
  const to = end > DAY_MINUTES ? end - DAY_MINUTES : end;
  const plain = [
    ...savedHours(rows.filter(isPlain), today),
    ...days.map((weekday) => everyWeek({ weekday, from, to }, today)),
  ];
  const merged = mergeHours(plain.map(scheduleHours)).map((hours) => everyWeek(hours, today));
  return [...rowsOf(merged), ...rows.filter((row) => !isPlain(row))];
}

const everyWeek = ({ weekday, from, to }: Pick<WeekBlock, "weekday" | "from" | "to">, anchor: string) =>
  ({ weekday, from, to, every_weeks: 1, anchor, valid_from: null, valid_until: null }) as const;

/** Removes one row's hours on a weekday. Pure. */
export function eraseHours(rows: readonly WeekRow[], { row, weekday }: Pick<WeekBlock, "row" | "weekday">): WeekRow[] {
  return rows.flatMap((one, place) => {
    if (place !== row) return [one];
    const weekdays = one.weekdays.filter((day) => day !== weekday);
    return weekdays.length === 0 ? [] : [{ ...one, weekdays }];
  });
}

const WEEKS_NAMED = 4;

/** Returns the Mondays of the next weeks in which a row's hours apply. Pure. */
export function comingWeeks(row: WeekRow, today: string): string[] {
  const hours = savedHours(validRows([row]), today).map(scheduleHours);
  const first = mondayOf(dayNumber(today));
  return Array.from({ length: WEEKS_NAMED * Number(row.every) + 1 }, (_, week) => first + week * 7)
    .filter((monday) =>
      WEEKDAYS.some((day) => {
        const date = monday + day - 1;
        return date >= dayNumber(today) && intervalsOf({ hours, days: [] }, date).length > 0;
      }),
    )
    .slice(0, WEEKS_NAMED)
    .map(dayOfNumber);
}
