// The wall clock of this process, wrong by as much as is asked for. Timers and the monotonic clock go on as they are, as they
// do when somebody sets a machine's clock.

const real = Date;
let aheadMs = 0;

/** Every `Date.now()` and `new Date()` of this process from now on is so much ahead of the world (negative: behind). */
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
