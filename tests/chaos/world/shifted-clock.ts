// A wrong clock for this process; timers and the monotonic clock stay right, as when a machine's clock is set.

const real = Date;
let aheadMs = 0;

/** Shifts every `Date.now()` and `new Date()` from now on (negative: behind). */
export function setClockAhead(ms: number): void {
  aheadMs = ms;
  globalThis.Date = ms === 0 ? real : shifted;
}

const now = () => real.now() + aheadMs;

const shifted = new Proxy(real, {
  construct: (target, args: unknown[], newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  get: (target, name, receiver): unknown => (name === "now" ? now : Reflect.get(target, name, receiver)),
});
