// People who come and go at the simulated doors, so that the demo's log is alive: most are let in, some mistype, a door is
// left open, and now and then a controller falls silent and comes back with what it logged meanwhile.
import { setDoorAlarm } from "./axis/door-state.ts";
import { pressExit } from "./axis/reader.ts";
import type { AxisSimulator } from "./axis/server.ts";

const EVERY_MS = 20_000;
/** So many have been there when the demo is opened. */
const BEFORE = 12;
const SILENT_AFTER_MS = 300_000;
const SILENT_EVERY_MS = 900_000;
const SILENT_MS = 45_000;
const LEFT_OPEN_MS = 60_000;

export interface Visitors {
  stop(): void;
}

/** `random`: 0 ≤ n < 1. Timers keep no process alive. */
export function startVisitors(doors: readonly AxisSimulator[], random: () => number = Math.random): Visitors {
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms).unref();
    timers.add(timer);
  };
  const every = (ms: number, work: () => void): void => void timers.add(setInterval(work, ms).unref());

  const visit = (): void => {
    const simulator = pick(doors, random);
    const door = simulator && pick(simulator.doorTokens, random);
    if (simulator && door) meetDoor(simulator, door, random(), after);
  };
  const fallSilent = (): void => {
    const simulator = pick(doors, random);
    if (!simulator) return;
    void simulator.faults.offline();
    after(SILENT_MS, () => void simulator.faults.online());
  };

  for (let n = 0; n < BEFORE; n++) visit();
  every(EVERY_MS, visit);
  after(SILENT_AFTER_MS, () => {
    fallSilent();
    every(SILENT_EVERY_MS, fallSilent);
  });
  return {
    stop: () => {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}

function meetDoor(
  simulator: AxisSimulator,
  door: string,
  chance: number,
  after: (ms: number, work: () => void) => void,
): void {
  if (chance < 0.65) simulator.punch(door, knownPin(simulator, chance / 0.65));
  else if (chance < 0.85) simulator.punch(door, String(100_000 + Math.floor(chance * 800_000)));
  else if (chance < 0.95) pressExit(simulator.state, door);
  else {
    const alarm = chance < 0.98 ? "DoorOpenTooLong" : "DoorForcedOpen";
    simulator.faults.editByHand((state) => setDoorAlarm(state, door, alarm));
    after(LEFT_OPEN_MS, () => simulator.faults.editByHand((state) => setDoorAlarm(state, door, "Normal")));
  }
}

/** Of anybody on the unit: whether it opens this door is the unit's decision. `share`: 0 ≤ n < 1. */
function knownPin(simulator: AxisSimulator, share: number): string {
  const pins = [...simulator.state.credentials.values()].flatMap((credential) =>
    credential.IdData.filter(({ Name }) => Name === "PIN").map(({ Value }) => Value),
  );
  return pins[Math.floor(share * pins.length)] ?? "0000";
}

function pick<Item>(items: readonly Item[], random: () => number): Item | undefined {
  return items[Math.floor(random() * items.length)];
}
