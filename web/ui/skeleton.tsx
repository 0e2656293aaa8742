// Placeholder bars. They appear after 150 ms and stay at least 300, so that a quick answer shows none.
import { useEffect, useRef, useState } from "react";
import { cx } from "#web/lib/cx.ts";
import { words } from "#web/texts/words.sv.ts";

export function SkeletonBar({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={cx("block h-3 rounded-plate bg-active forced-colors:border", className)} />;
}

/** Shows 'Laddar...' beside grey bars. `isEarly`: the bars are not shown yet, and only screen readers are told. */
export function LoadingWords({ isEarly = false, className }: { isEarly?: boolean; className?: string }) {
  return <p className={isEarly ? "sr-only" : cx("text-small text-ink-2", className)}>{words.loading}</p>;
}

const SHOW_AFTER_MS = 150;
const SHOW_AT_LEAST_MS = 300;

/** Returns whether to show placeholders now. */
export function useSkeletonTime(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const shownAt = useRef(0);
  useEffect(() => {
    const pause = loading ? SHOW_AFTER_MS : Math.max(0, shownAt.current + SHOW_AT_LEAST_MS - Date.now());
    if (loading === shown) return;
    const timer = setTimeout(() => {
      shownAt.current = Date.now();
      setShown(loading);
    }, pause);
    return () => clearTimeout(timer);
  }, [loading, shown]);
  return shown;
}
