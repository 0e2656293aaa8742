// Decides whether a reader accepts a PIN alone at a moment, by the database's facts about its door; written separately from the driver.

export interface StoredPinRule {
  pin_use: string | null;
  pin_hours: { weekly: { days: number[]; from: string; to: string }[] | null } | null;
  /** A choice in the portal comes before the reader's rule. */
  pin_alone: boolean;
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** Controllers use local time. */
const local = new Intl.DateTimeFormat("en-GB", {
  timeZone: "Europe/Stockholm",
  hourCycle: "h23",
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});

/** Tells whether a PIN alone opens. An unreadable rule counts as open: a unit that refuses then shows as a difference. */
export function takesPinAlone(rule: StoredPinRule, at: Date): boolean {
  if (rule.pin_alone) return true;
  if (rule.pin_use === "never" || rule.pin_use === "nobody") return false;
  const weekly = rule.pin_use === "hours" ? rule.pin_hours?.weekly : undefined;
  return !weekly || weekly.some((window) => isInside(window, at));
}

function isInside({ days, from, to }: { days: number[]; from: string; to: string }, at: Date): boolean {
  const part = (type: string) => local.formatToParts(at).find((one) => one.type === type)?.value ?? "";
  const day = DAYS.indexOf(part("weekday")) + 1;
  const clock = `${part("hour")}:${part("minute")}`;
  if (from < to) return days.includes(day) && from <= clock && clock < to;
  const dayBefore = day === 1 ? 7 : day - 1;
  return (days.includes(day) && from <= clock) || (days.includes(dayBefore) && clock < to);
}
