import { formatNumber } from "#web/lib/dates.ts";
import { withUnit } from "#web/texts/durations.ts";

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** Returns "1,4 GB": powers of 1000, in which disks are sold. */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${formatNumber(bytes / 1000 ** step)}\u00a0${UNITS[step]}`;
}

const STEPS = [
  [86_400, "d"],
  [3_600, "h"],
  [60, "min"],
] as const;

/** Returns "3 h": the largest whole unit. */
export function formatAge(seconds: number): string {
  const step = STEPS.find(([size]) => seconds >= size);
  return withUnit(formatNumber(Math.floor(seconds / (step?.[0] ?? 1))), step?.[1] ?? "s");
}
