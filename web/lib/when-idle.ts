/** Data and first paint come before prefetching. */
const SETTLE_MS = 1_000;
const AT_LATEST_MS = 4_000;

/** Calls `act` when the page has settled and the browser is idle. Returns its cancel function. */
export function whenIdle(act: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    if (typeof requestIdleCallback === "undefined") act();
    else idle = requestIdleCallback(act, { timeout: AT_LATEST_MS });
  }, SETTLE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
