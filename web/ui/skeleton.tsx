// Placeholder bars. They come after 150 ms and stay at least 300, so that a quick answer shows none.
import { useEffect, useRef, useState } from "react";
import { cx } from "#web/lib/cx.ts";

export function SkeletonBar({ className }: { className?: string | undefined }) {
  return <span aria-hidden className={cx("block h-3 rounded-plate bg-active", className)} />;
}

const SHOW_AFTER_MS = 150;
const SHOW_AT_LEAST_MS = 300;

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
