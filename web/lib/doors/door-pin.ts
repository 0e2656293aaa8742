// Words the effect of a PIN alone at a door.
import { attemptsPerCode, FOUR_DIGIT_PINS, takesFourDigitsOnly } from "#contract/pin-risk.ts";
import type { PinHours, PinUse, PinWindow } from "#contract/pin-use.ts";
import { doorPinTexts as t } from "#web/features/controllers/texts/door-pin.sv.ts";
import { formatNumber } from "#web/lib/dates.ts";

/** Returns "mån–fre 06:00–22:00"; schedule names where the schedules do not form a week. */
export function pinHoursWords({ weekly, schedules, exceptions }: PinHours): string {
  const named = schedules.length > 0 ? t.bySchedules(schedules.join(", ")) : t.someHours;
  const hours = weekly === null ? named : weekly.map(windowWords).join(", ");
  return exceptions ? t.exceptSomeDays(hours) : hours;
}

/** Returns the words; null where a PIN always opens, or the door has never been read. */
export function doorPinWords(pinUse: PinUse | null, pinHours: PinHours | null): string | null {
  switch (pinUse) {
    case "hours":
      return t.hours(pinHours ? pinHoursWords(pinHours) : t.someHours);
    case "never":
      return t.never;
    case "nobody":
      return t.nobody;
    case "unknown":
      return t.unknown;
    default:
      return null;
  }
}

/**
 * Returns "312 koder på 10 000 möjliga: en av 32 gissningar öppnar"; without a count, what is possible. `isOwn`: other organisations may
 * have more, so the number is a minimum.
 */
export function riskWords(codes: number | null | undefined, isOwn = false): string {
  const possible = formatNumber(FOUR_DIGIT_PINS);
  const attempts = attemptsPerCode(codes ?? 0);
  if (codes === null || codes === undefined || attempts === null) return t.possibleCodes(possible);
  const counted = (isOwn ? t.ownCodes : t.codes)(formatNumber(codes), codes);
  return (isOwn ? t.attemptsAtLeast : t.attempts)(counted, possible, formatNumber(attempts));
}

/** Returns the words beside a door in a list of choices. */
export function fourDigitWords(
  door: { pin_min?: number | null | undefined; pin_max?: number | null | undefined },
  codes: number | undefined,
  isOwn: boolean,
): string | null {
  if (!takesFourDigitsOnly(door.pin_min ?? null, door.pin_max ?? null)) return null;
  return t.fourDigits(riskWords(codes, isOwn));
}

function windowWords({ days, from, to }: PinWindow): string {
  return `${daysWords(days)} ${from}–${to}`;
}

/** Returns days; three or more in a row are a range. */
export function daysWords(days: readonly number[]): string {
  if (days.length === 7) return t.everyDay;
  const runs: number[][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  const name = (day: number | undefined) => t.days[(day ?? 1) - 1] ?? "";
  return runs.flatMap((run) => (run.length > 2 ? [`${name(run[0])}–${name(run.at(-1))}`] : run.map(name))).join(", ");
}
