// The present moment as a value that ticks, for words that depend on the time ("nyss", "Skickas", "om 3 min").
import { createStore, useStore } from "./store.ts";

const TICK_MS = 5_000;
const now = createStore(Date.now());
let watchers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

const ticking = {
  ...now,
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

/** Milliseconds since 1970, renewed every five seconds while somebody looks. */
export function useNow(): number {
  return useStore(ticking);
}
