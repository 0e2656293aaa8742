// A schedule says when a door may open, in local time of Europe/Stockholm. The database stores the same in minutes of a day, and
// private.is_open (database/controllers) is the twin of isOpen.

/** An interval of one local day, in minutes from 00:00. `to` at or before `from`: until that time of the next day. */
export interface OpenInterval {
  /** 0–1439. */
  readonly from: number;
  /** 1–1440. */
  readonly to: number;
}

/** Hours that come again each week, or every second or fourth. A part after midnight belongs to the day on which the interval begins. */
export interface ScheduleHours extends OpenInterval {
  /** 1 Monday to 7 Sunday (ISO). */
  readonly weekday: number;
  readonly everyWeeks: 1 | 2 | 4;
  /** Any day (yyyy-MM-dd) of a week in which the hours apply. */
  readonly anchor: string;
  /** First and last day (yyyy-MM-dd) on which the interval may begin; null: no limit. */
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

/** Days (yyyy-MM-dd, the last one included) with hours of their own instead of the week's; no hours: closed. */
export interface ScheduleDay {
  readonly from: string;
  readonly until: string;
  readonly hours: readonly OpenInterval[];
}

/** `days`: for each date the first matching day decides. */
export interface Schedule {
  readonly hours: readonly ScheduleHours[];
  readonly days: readonly ScheduleDay[];
}
