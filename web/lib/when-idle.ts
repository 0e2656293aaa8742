/** The page's own data and its first picture come before anything that may be wanted later. */
const SETTLE_MS = 1_000;
/** Even on a page that is never quite idle. */
const AT_LATEST_MS = 4_000;

/** Calls `act` when the page has settled and the browser has nothing better to do. Returns what calls it off. */
export function whenIdle(act: () => void): () => void {
  let idle: number | undefined;
  const timer = setTimeout(() => {
    // Safari has no such call.
    if (typeof requestIdleCallback === "undefined") act();
    else idle = requestIdleCallback(act, { timeout: AT_LATEST_MS });
  }, SETTLE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}
