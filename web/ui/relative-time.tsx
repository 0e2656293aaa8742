// "för 2 minuter sedan", updated without fetching again; the exact time on hover and focus.
import { type DateValue, formatExact, formatShortDay, read } from "#web/lib/dates.ts";
import { useNow } from "#web/lib/now.ts";
import { locale } from "#web/texts/language.ts";
import { words } from "#web/texts/words.sv.ts";

const JUST_NOW_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface RelativeTimeProps {
  value: DateValue;
  fallback?: string | undefined;
  /** Stays relative after 24 hours too; else the date is shown. */
  always?: boolean | undefined;
}

export function RelativeTime({ value, fallback = words.none, always }: RelativeTimeProps) {
  const current = useNow();
  const date = read(value);
  if (!date) return <span>{value ? String(value) : fallback}</span>;
  return (
    <time dateTime={date.toISOString()} title={formatExact(date)} className="tabular">
      {inWords(date, current, always ?? false)}
    </time>
  );
}

function inWords(date: Date, current: number, always: boolean): string {
  const age = Math.abs(current - date.getTime());
  if (age < JUST_NOW_MS) return words.justNow;
  if (age > DAY_MS && !always) return formatShortDay(date);
  return distance(date.getTime() - current);
}

/** Intl is used because date-fns writes "två minuter sedan" in Swedish instead of "för 2 minuter sedan". */
const RELATIVE = new Intl.RelativeTimeFormat(locale(), { numeric: "always" });
const UNITS = [
  ["year", 365 * DAY_MS],
  ["month", 30 * DAY_MS],
  ["day", DAY_MS],
  ["hour", DAY_MS / 24],
  ["minute", 60_000],
] as const;

function distance(difference: number): string {
  const [unit, length] = UNITS.find(([, size]) => Math.abs(difference) >= size) ?? (["minute", 60_000] as const);
  const whole = Math.round(difference / length);
  return RELATIVE.format(whole === 0 ? Math.sign(difference) : whole, unit);
}
