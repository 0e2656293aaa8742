import { useEffect } from "react";
import { formatNumber } from "./dates.ts";
import { publishNavigationCount } from "./frame-figures.ts";

/** The figure beside a navigation row; while `count` is unknown, such as under a filter, the last one stays. */
export function useNavigationCount(path: string, count: number | null | undefined): void {
  useEffect(() => {
    if (typeof count === "number") publishNavigationCount(path, formatNumber(count));
  }, [path, count]);
}
