// Gives component tests the clock of a machine at noon in Stockholm, so that "two minutes ago" is never yesterday. The day stays today's.
import { inStockholm } from "#contract/stockholm.ts";

const MachineDate = Date;
const NOON = 12;

/** Returns the milliseconds from an instant to the same minute past noon on its day in Stockholm: whole hours, by clock. */
export function toNoon(instant: Date): number {
  const noon = inStockholm(instant);
  noon.setHours(NOON);
  return noon.getTime() - instant.getTime();
}

const shift = toNoon(new MachineDate());
const now = () => MachineDate.now() + shift;

/** Stands for the date of a machine whose clock is at noon. A date that is given is left as it is. */
const DateAtNoon = new Proxy(MachineDate, {
  construct: (date, given, made) => Reflect.construct(date, given.length === 0 ? [now()] : given, made),
  apply: () => new MachineDate(now()).toString(),
  get: (date, name) => (name === "now" ? now : Reflect.get(date, name)),
});

/** Starts the clock at noon, also after a test that stopped it. */
export function startAtNoon(): void {
  globalThis.Date = DateAtNoon;
}
