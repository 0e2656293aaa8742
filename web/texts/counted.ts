import { formatNumberIn } from "#contract/format-number.ts";
import { language } from "./language.ts";

/** Returns "3 418": thin space between thousands, decimal comma; in English "3,418". */
export const formatNumber = (value: number): string => formatNumberIn(language(), value);

/** Returns "1 passage", "1 200 passages": a figure with its noun. */
export const counted = (count: string | number, one: string, many: string): string =>
  `${typeof count === "number" ? formatNumber(count) : count} ${String(count) === "1" ? one : many}`;
