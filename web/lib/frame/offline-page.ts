/** Time from the start until the page has done its first work. */
const AFTER_MS = 2_000;

/**
 * Registers the worker that answers a visit without contact (public/service-worker.js). Browsers have none on plain http. A registration
 * that fails is tried again at the next visit; until then a visit without contact shows the browser's own page.
 */
export function keepOfflinePage(): void {
  if (!("serviceWorker" in navigator)) return;
  setTimeout(() => {
    navigator.serviceWorker.register("/service-worker.js").catch(() => undefined);
  }, AFTER_MS);
}
