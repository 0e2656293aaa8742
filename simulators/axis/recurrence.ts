// Recurrence in the vendor's form: local times without a zone, a rule of these parts only, and single dates.

const DAY_MS = 86_400_000;
const WEEK_DAYS = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;

const SHORT_STEPS = new Map([
  ["SECONDLY", 1_000],
  ["MINUTELY", 60_000],
  ["HOURLY", 3_600_000],
]);

/** Parts allowed with each frequency; UNTIL and INTERVAL, which the vendor's examples have, go with all. */
const LISTED = new Map<string, readonly string[]>([
  ["SECONDLY", []],
  ["MINUTELY", []],
  ["HOURLY", []],
  ["DAILY", ["BYDAY"]],
  ["WEEKLY", ["BYDAY"]],
  ["MONTHLY", ["BYMONTHDAY"]],
  ["YEARLY", ["BYMONTH"]],
]);

const UNSUPPORTED = /^(EXDATE|EXRULE|DURATION|DTSTART;TZID|DTEND;TZID|BEGIN:VTIMEZONE)/im;
const PARTS = {
  BYDAY: /^(SU|MO|TU|WE|TH|FR|SA)$/,
  BYMONTHDAY: /^-?([1-9]|[12]\d|3[01])$/,
  BYMONTH: /^([1-9]|1[0-2])$/,
};
const INTERVAL = /^[1-9]\d{0,3}$/;

interface Window {
  start: number;
  length: number;
}

const MOST_READ = 500;
const read = new Map<string, (local: number) => boolean>();

/** Tells whether the local time (ms) lies in an event of the iCalendar text. */
export function inCalendar(definition: string, local: number): boolean {
  const known = read.get(definition);
  if (known) return known(local);
  const holds = calendarOf(definition);
  if (read.size >= MOST_READ) read.clear();
  read.set(definition, holds);
  return holds(local);
}

/** Reads the text once, for many times. */
export function calendarOf(definition: string): (local: number) => boolean {
  const events = eventsOf(definition).map(hoursOf);
  return (local) => events.some((holds) => holds(local));
}

/** Returns the part that a unit cannot read, or null. The vendor lists no zones, no exceptions of a rule and no further parts. */
export function unreadable(definition: string): string | null {
  if (definition === "") return null;
  if (UNSUPPORTED.test(unfold(definition))) return "an unsupported property";
  for (const event of eventsOf(definition)) {
    const { start, length } = windowOf(event) ?? { start: 0, length: 0 };
    if (start === 0 && length === 0) return "no local DTSTART and DTEND";
    if (length <= 0) return "DTEND is not after DTSTART";
    const rules = rulesOf(event);
    if (rules.length > 1) return "more than one RRULE";
    if (!rules.every(isListed)) return "an unsupported RRULE";
    // The vendor leaves undefined what an overlap within one event means, so none is taken.
    if (rules.some((rule) => length > shortestGap(rule, start))) return "occurrences that overlap";
    if (values(event, "RDATE").some((dates) => dates.split(",").some((date) => calendarMs(date) === null)))
      return "an RDATE that is no local time";
  }
  return null;
}

function isListed(rule: Map<string, string>): boolean {
  const parts = LISTED.get(rule.get("FREQ") ?? "");
  return (
    parts !== undefined &&
    [...rule].every(([key, value]) => {
      if (key === "FREQ") return true;
      if (key === "UNTIL") return calendarMs(value) !== null;
      if (key === "INTERVAL") return INTERVAL.test(value);
      return parts.includes(key) && value.split(",").every((one) => PARTS[key as keyof typeof PARTS].test(one));
    })
  );
}

function eventsOf(definition: string): string[] {
  return unfold(definition)
    .split(/BEGIN:VEVENT/i)
    .slice(1);
}

const unfold = (definition: string): string => definition.replaceAll(/\r?\n[ \t]/g, "");

function hoursOf(event: string): (local: number) => boolean {
  const window = windowOf(event);
  if (!window) return () => false;
  const dates = values(event, "RDATE").flatMap((list) => list.split(",").map((date) => calendarMs(date) ?? Infinity));
  const rules = rulesOf(event);
  const starts = rules.length === 0 ? [...dates, window.start] : dates;
  return (local) =>
    starts.some((start) => local >= start && local < start + window.length) ||
    rules.some((rule) => inRule(rule, window, local));
}

function inRule(rule: Map<string, string>, { start, length }: Window, local: number): boolean {
  const until = (rule.has("UNTIL") ? calendarMs(rule.get("UNTIL") ?? "") : null) ?? Number.POSITIVE_INFINITY;
  if (local < start) return false;
  const short = SHORT_STEPS.get(rule.get("FREQ") ?? "");
  if (short !== undefined) {
    const step = short * intervalOf(rule);
    const latest = Math.min(local, until);
    return latest >= start && local < latest - ((latest - start) % step) + length;
  }
  const today = local - (local % DAY_MS) + (start % DAY_MS);
  // A window may reach past midnight, or over days.
  for (let occurrence = today; occurrence > local - length; occurrence -= DAY_MS)
    if (
      occurrence <= local &&
      occurrence >= start &&
      occurrence <= until &&
      isDay(rule, start, occurrence) &&
      periodsBetween(rule, start, occurrence) % intervalOf(rule) === 0
    )
      return true;
  return false;
}

const intervalOf = (rule: Map<string, string>): number => Number(rule.get("INTERVAL") ?? 1);

const dayNumber = (local: number): number => Math.floor(local / DAY_MS);

/** Counts weeks from their Monday; 1970-01-01 was a Thursday. */
const weekNumber = (local: number): number => Math.floor((dayNumber(local) + 3) / 7);

/** Returns the number of days, weeks, months or years from the first occurrence to another. */
function periodsBetween(rule: Map<string, string>, start: number, occurrence: number): number {
  const [first, day] = [new Date(start), new Date(occurrence)];
  const years = day.getUTCFullYear() - first.getUTCFullYear();
  switch (rule.get("FREQ")) {
    case "DAILY":
      return dayNumber(occurrence) - dayNumber(start);
    case "WEEKLY":
      return weekNumber(occurrence) - weekNumber(start);
    case "MONTHLY":
      return years * 12 + day.getUTCMonth() - first.getUTCMonth();
    default:
      return years;
  }
}

/** Returns the shortest time between two occurrences; months and years are not looked into. */
function shortestGap(rule: Map<string, string>, start: number): number {
  const [frequency, interval] = [rule.get("FREQ") ?? "", intervalOf(rule)];
  const short = SHORT_STEPS.get(frequency);
  if (short !== undefined) return short * interval;
  if (frequency !== "DAILY" && frequency !== "WEEKLY") return Number.POSITIVE_INFINITY;
  const cycle = frequency === "DAILY" && !rule.has("BYDAY") ? interval : interval * 7;
  const listed = rule.get("BYDAY")?.split(",") ?? (cycle === interval ? [] : [dayName(new Date(start))]);
  const days = listed.map((name) => (WEEK_DAYS.findIndex((day) => day === name) + 6) % 7).sort((a, b) => a - b);
  const gaps = days.map((day, index) => (days[index + 1] ?? (days[0] ?? 0) + cycle) - day);
  return Math.min(cycle, ...gaps) * DAY_MS;
}

function isDay(rule: Map<string, string>, start: number, occurrence: number): boolean {
  const [first, day] = [new Date(start), new Date(occurrence)];
  const among = (part: string, value: string | number, otherwise: string | number): boolean =>
    (rule.get(part) ?? String(otherwise)).split(",").includes(String(value));
  switch (rule.get("FREQ")) {
    case "DAILY":
      return !rule.has("BYDAY") || among("BYDAY", dayName(day), "");
    case "WEEKLY":
      return among("BYDAY", dayName(day), dayName(first));
    case "MONTHLY":
      return (
        among("BYMONTHDAY", day.getUTCDate(), first.getUTCDate()) ||
        among("BYMONTHDAY", day.getUTCDate() - daysOfMonth(day) - 1, first.getUTCDate())
      );
    case "YEARLY":
      return (
        day.getUTCDate() === first.getUTCDate() && among("BYMONTH", day.getUTCMonth() + 1, first.getUTCMonth() + 1)
      );
    default:
      return false;
  }
}

const dayName = (day: Date): string => WEEK_DAYS[day.getUTCDay()] ?? "MO";

const daysOfMonth = (day: Date): number =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate();

function windowOf(event: string): Window | null {
  const start = calendarMs(values(event, "DTSTART")[0] ?? "");
  const end = calendarMs(values(event, "DTEND")[0] ?? "");
  return start === null || end === null ? null : { start, length: end - start };
}

function rulesOf(event: string): Map<string, string>[] {
  return values(event, "RRULE").map(
    (rule) => new Map(rule.split(";").map((part) => [part.split("=")[0] ?? "", part.split("=")[1] ?? ""])),
  );
}

/** Returns values of a property, whose name may be in either case, as in iCalendar. */
function values(event: string, name: string): string[] {
  return [...event.matchAll(new RegExp(`^${name}(?:;[^:\\r\\n]*)?:(.*)$`, "gim"))].map(
    (found) => found[1]?.trim() ?? "",
  );
}

function calendarMs(text: string): number | null {
  const match = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?$/.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0));
  return Date.UTC(year ?? 0, (month ?? 1) - 1, day ?? 1, hour || 0, minute || 0, second || 0);
}
