// Places in the drawn week: half hours of its days, and the hours between two of them. Pure.
import { DAY_MINUTES } from "#contract/schedules/local-day.ts";
import { type Drawn, WEEKDAYS, type WeekBlock } from "./week-blocks.ts";

export const SLOT_MINUTES = 30;
export const SLOTS = DAY_MINUTES / SLOT_MINUTES;
const LAST_DAY = 7;

export interface Place {
  /** Column, 1 Monday to 7 Sunday. */
  readonly day: number;
  /** Half hours of the day and, while somebody draws, also of the day after. */
  readonly slot: number;
}

/** Hours being drawn: where they were begun, and where the pointer or cursor is now. */
export interface Drawing {
  readonly start: Place;
  readonly end: Place;
}

/** Returns the place of a cell of the week; null for any other element. */
export function placeOf(target: EventTarget): Place | null {
  const { day, slot } = target instanceof HTMLElement ? target.dataset : {};
  return day === undefined || slot === undefined ? null : { day: Number(day), slot: Number(slot) };
}

/**
 * Returns the place reached by a step, kept within the week. While hours are drawn, their end may pass midnight: hours are shorter than a
 * day, or exactly the whole day.
 */
export function movedBy(step: { days: number; slots: number }, place: Place, drawing: Drawing | null): Place {
  const from = drawing?.end ?? place;
  const most = drawing ? drawing.start.slot + SLOTS - 2 : 0;
  return {
    day: Math.min(LAST_DAY, Math.max(1, from.day + step.days)),
    slot: Math.min(Math.max(0, from.slot + step.slots), Math.max(most, SLOTS - 1)),
  };
}

/** Returns the place in its own day's column. */
export const wrapped = ({ day, slot }: Place): Place =>
  slot < SLOTS ? { day, slot } : { day: dayAfter(day), slot: slot - SLOTS };

const dayAfter = (day: number): number => (day % LAST_DAY) + 1;

/** Returns the hours from the earlier place to the later one, on all days between them. */
export function drawnOf({ start, end }: Drawing): Drawn {
  const [firstDay, lastDay] = [Math.min(start.day, end.day), Math.max(start.day, end.day)];
  return {
    days: WEEKDAYS.filter((day) => day >= firstDay && day <= lastDay),
    from: Math.min(start.slot, end.slot) * SLOT_MINUTES,
    end: (Math.max(start.slot, end.slot) + 1) * SLOT_MINUTES,
  };
}

/** Returns the minute of its own day at which the hours end: 1,440 for midnight. */
export const endOfDrawn = ({ end }: Drawn): number => (end > DAY_MINUTES ? end - DAY_MINUTES : end);

/** Returns the blocks that show hours being drawn. They belong to no row (-1). */
export function blocksDrawn(drawn: Drawn): WeekBlock[] {
  const { days, from, end } = drawn;
  const to = endOfDrawn(drawn);
  return days.flatMap((weekday) => {
    const block = { weekday, from, to, every: "1", row: -1 } as const;
    const first = { ...block, day: weekday, top: from, bottom: Math.min(end, DAY_MINUTES) };
    return end <= DAY_MINUTES ? [first] : [first, { ...block, day: dayAfter(weekday), top: 0, bottom: to }];
  });
}
