// A unit's time zone, which an installer sets: its schedules, its log and its whole days follow it.

/** Zones that an installer can choose, each with the rule that the unit reports. */
const POSIX_RULES = {
  "Europe/Stockholm": "CET-1CEST,M3.5.0,M10.5.0/3",
  "Europe/Helsinki": "EET-2EEST,M3.5.0/3,M10.5.0/4",
  "Europe/London": "GMT0BST,M3.5.0/1,M10.5.0",
  "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
  UTC: "UTC0",
} as const;

export type TimeZone = keyof typeof POSIX_RULES;

/** Returns the zone's rule in POSIX form. */
export function posixRule(zone: TimeZone): string {
  return POSIX_RULES[zone];
}

const formats = new Map<TimeZone, Intl.DateTimeFormat>();

/** Returns the time on the unit's wall clock, written as if it were UTC. */
export function localMs(zone: TimeZone, at: number): number {
  const parts: Record<string, number> = {};
  for (const { type, value } of formatOf(zone).formatToParts(at)) parts[type] = Number(value);
  return Date.UTC(
    parts["year"] ?? 1970,
    (parts["month"] ?? 1) - 1,
    parts["day"] ?? 1,
    parts["hour"] ?? 0,
    parts["minute"] ?? 0,
    parts["second"] ?? 0,
  );
}

function formatOf(zone: TimeZone): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(zone, made);
  return made;
}
