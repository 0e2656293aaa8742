// Lengths of time, the same in both languages. A number and its unit stay on one line.
import { formatNumber } from "./counted.ts";

type Unit = "s" | "min" | "h" | "d";

export const withUnit = (count: number | string, unit: Unit): string =>
  `${typeof count === "number" ? formatNumber(count) : count}\u00a0${unit}`;

/** Returns "1 h 40 min", "2 h", "0 min". */
export function span(minutes: number): string {
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 && withUnit(hours, "h"), (left > 0 || hours === 0) && withUnit(left, "min")]
    .filter(Boolean)
    .join(" ");
}
