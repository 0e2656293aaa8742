// Simulates people at the doors, so that the demo's log is alive. Most are let in, some mistype, some have a code that is switched off or
// for other doors. Sometimes a door is left open, or a controller falls silent and returns with the rows that it logged meanwhile.
import { setDoorAlarm } from "./axis/door-state.ts";
import type { Credential } from "./axis/objects.ts";
import { accessPointsOf, pressExit } from "./axis/reader.ts";
import type { AxisSimulator } from "./axis/server.ts";

const EVERY_MS = 20_000;
/** Number of visitors before the demo is opened. */
const BEFORE = 12;
/** Within the first minutes of a demo, and long enough to be noticed. */
const FIRST_LEFT_OPEN_AFTER_MS = 30_000;
const LEFT_OPEN_MS = 180_000;
const SILENT_AFTER_MS = 120_000;
const SILENT_EVERY_MS = 900_000;
/** Shortest silence; up to half a minute more is added. */
const SILENT_MS = 150_000;
const SILENT_SPREAD_MS = 30_000;

export interface Visitors {
  stop(): void;
}

/** Starts visitors. `random`: 0 ≤ n < 1. Timers keep no process alive. */
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

  const visit = (simulator: AxisSimulator | undefined): void => {
    const door = simulator && pick(simulator.doorTokens, random);
    if (simulator && door) meetDoor(simulator, door, random(), after);
  };
  // People do not know that a controller is silent: it decides by itself, and its log is read later.
  const fallSilent = (): void => {
    const simulator = pick(doors, random);
    if (!simulator) return;
    const silentMs = SILENT_MS + random() * SILENT_SPREAD_MS;
    void simulator.faults.offline();
    for (let ms = EVERY_MS / 2; ms < silentMs; ms += EVERY_MS) after(ms, () => visit(simulator));
    after(silentMs, () => void simulator.faults.online());
  };

  for (let n = 0; n < BEFORE; n++) visit(pick(doors, random));
  every(EVERY_MS, () => visit(pick(doors, random)));
  after(FIRST_LEFT_OPEN_AFTER_MS, () => {
    const [simulator] = doors;
    const door = simulator && pick(simulator.doorTokens, random);
    if (simulator && door) leaveOpen(simulator, door, "DoorOpenTooLong", after);
  });
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

type After = (ms: number, work: () => void) => void;

function meetDoor(simulator: AxisSimulator, door: string, chance: number, after: After): void {
  const punch = (pins: readonly string[], share: number): void => {
    // A unit without any such code refuses an unknown one.
    simulator.punch(door, pins[Math.floor(share * pins.length)] ?? "0000");
  };
  const pins = pinsOf(simulator, door);
  if (chance < 0.55) punch(pins.here, chance / 0.55);
  else if (chance < 0.63) punch(pins.elsewhere, (chance - 0.55) / 0.08);
  else if (chance < 0.73) punch(pins.ended, (chance - 0.63) / 0.1);
  else if (chance < 0.85) simulator.punch(door, String(100_000 + Math.floor(chance * 800_000)));
  else if (chance < 0.95) pressExit(simulator.state, door);
  else leaveOpen(simulator, door, chance < 0.98 ? "DoorOpenTooLong" : "DoorForcedOpen", after);
}

function leaveOpen(
  simulator: AxisSimulator,
  door: string,
  alarm: "DoorOpenTooLong" | "DoorForcedOpen",
  after: After,
): void {
  simulator.faults.editByHand((state) => setDoorAlarm(state, door, alarm));
  after(LEFT_OPEN_MS, () => simulator.faults.editByHand((state) => setDoorAlarm(state, door, "Normal")));
}

/** Returns PINs of anybody on the unit, by the expected result at this door; the unit itself decides. */
function pinsOf({ state }: AxisSimulator, door: string): Record<"here" | "elsewhere" | "ended", string[]> {
  const points = new Set(accessPointsOf(state, door).map(({ token }) => token));
  const opens = ({ CredentialAccessProfile: profiles }: Credential): boolean =>
    profiles.some(({ AccessProfile }) =>
      state.accessProfiles.get(AccessProfile)?.AccessPolicy.some(({ AccessPoint }) => points.has(AccessPoint)),
    );
  const pins = { here: [] as string[], elsewhere: [] as string[], ended: [] as string[] };
  for (const credential of state.credentials.values()) {
    const kind = !credential.Enabled ? "ended" : opens(credential) ? "here" : "elsewhere";
    for (const { Name, Value } of credential.IdData) if (Name === "PIN") pins[kind].push(Value);
  }
  return pins;
}

function pick<Item>(items: readonly Item[], random: () => number): Item | undefined {
  return items[Math.floor(random() * items.length)];
}
