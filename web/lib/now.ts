// The current time as a ticking value, for relative words ("nyss", "Skickas", "om 3 min").
import { createStore, useStore } from "./store.ts";

const TICK_MS = 5_000;
const now = createStore(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const ticking = {
  ...now,
  /** Returns the time; it may be stale, because nothing on the page showed a time meanwhile. */
  get() {
    if (timer === undefined && Math.abs(Date.now() - now.get()) >= TICK_MS) now.set(Date.now());
    return now.get();
  },
  subscribe(listener: () => void) {
    const leave = now.subscribe(listener);
    watchers += 1;
    timer ??= setInterval(() => now.set(Date.now()), TICK_MS);
    return () => {
      leave();
      watchers -= 1;
      if (watchers > 0) return;
      clearInterval(timer);
      timer = undefined;
    };
  },
};

/** Returns the time in ms, and renders again when it ticks. */
export function useNow(): number {
  return useStore(ticking);
}
