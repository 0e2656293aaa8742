/** Data and first paint come before prefetching. */
const SETTLE_MS = 1_000;
const AT_LATEST_MS = 4_000;

/** Calls `action` when the page has settled and the browser is idle. Returns its cancel function. */
export function whenIdle(action: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === "undefined") action();
    else idle = requestIdleCallback(action, { timeout: AT_LATEST_MS });
  }, SETTLE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
