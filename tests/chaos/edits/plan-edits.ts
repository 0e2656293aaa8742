// Plans a campaign. Pure: an edit follows from seed and number alone, so a seed repeats a run (interleaving is real time).
import { seededRandom } from "#scripts/seed/random.ts";
import type { HandEdit, Mishap } from "../faults/tampering.ts";

export interface Size {
  fixtures: number;
  doors: readonly string[];
  people: number;
  /** Sometimes fewer than people, so that some PINs are taken. */
  pins: number;
  firstPin: number;
}

/** `person`, `fixture`, `door` and `code` are numbers and names, not rows; the row may not exist when the edit runs. */
export type Edit =
  | { kind: "add"; person: number; pin: string; doors: { fixture: number; door: string }[] }
  | { kind: "delete"; person: number }
  | { kind: "pin"; person: number; pin: string }
  | { kind: "window"; person: number; endsInSeconds: number }
  | { kind: "switch"; person: number }
  | { kind: "assign"; person: number; fixture: number; door: string }
  | { kind: "unassign"; person: number; fixture: number }
  | { kind: "name"; person: number; name: string }
  | { kind: "door"; fixture: number; door: string }
  | { kind: "pin_alone"; fixture: number; door: string }
  | { kind: "unlink"; fixture: number }
  | { kind: "code"; code: number; pin: string; fixtures: number[] }
  | { kind: "uncode"; code: number }
  | { kind: "hand"; fixture: number; edit: HandEdit; at: number; pin: string }
  | { kind: "mishap"; fixture: number; mishap: Mishap; forMs: number }
  | { kind: "compare"; fixture: number }
  | { kind: "kill" };

const WEIGHTS: [Edit["kind"], number][] = [
  ["add", 260],
  ["delete", 120],
  ["pin", 130],
  ["window", 80],
  ["switch", 60],
  ["assign", 80],
  ["unassign", 50],
  ["name", 40],
  ["door", 40],
  ["pin_alone", 40],
  ["unlink", 20],
  ["code", 20],
  ["uncode", 15],
  ["hand", 50],
  ["mishap", 20],
  ["compare", 10],
  ["kill", 5],
];
const MISHAPS: readonly Mishap[] = [
  "restart",
  "restart",
  "restart",
  "off",
  "off",
  "off",
  "doors anew",
  "wipe",
  "replaced",
];
const CODES = 12;
const OFF_AT_MOST_MS = 400;

/** Returns the edit with that number and the wait after it. */
export function planEdit(seed: number, step: number, size: Size): { edit: Edit; pauseMs: number } {
  const random = seededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b));
  const pin = () => String(size.firstPin + random.below(size.pins));
  const fixtures = Array.from({ length: size.fixtures }, (_, fixture) => fixture);
  const kind = pickKind(random.next());
  const base = {
    person: random.below(size.people),
    fixture: random.below(size.fixtures),
    door: random.pick(size.doors),
  };
  const { person, fixture, door } = base;
  const pauseMs = random.next() < 0.3 ? random.below(20) : 0;
  const plan = (): Edit => {
    switch (kind) {
      case "add": {
        const doors = fixtures
          .filter(() => random.next() < 0.6)
          .flatMap((one) => size.doors.filter(() => random.next() < 0.5).map((name) => ({ fixture: one, door: name })));
        return { kind, person, pin: pin(), doors };
      }
      case "pin":
        return { kind, person, pin: pin() };
      case "window":
        return { kind, person, endsInSeconds: random.pick([-3_600, 1, 86_400, 8_640_000]) };
      case "assign":
        return { kind, person, fixture, door };
      case "unassign":
        return { kind, person, fixture };
      case "name":
        return { kind, person, name: `Å${random.below(1_000)}` };
      case "door":
      case "pin_alone":
        return { kind, fixture, door };
      case "code":
        return { kind, code: random.below(CODES), pin: pin(), fixtures: fixtures.filter(() => random.next() < 0.6) };
      case "uncode":
        return { kind, code: random.below(CODES) };
      case "hand":
        return {
          kind,
          fixture,
          edit: random.pick(["delete", "widen", "switch off", "unmanaged"]),
          at: random.next(),
          pin: pin(),
        };
      case "mishap":
        return { kind, fixture, mishap: random.pick(MISHAPS), forMs: random.below(OFF_AT_MOST_MS) };
      case "unlink":
      case "compare":
        return { kind, fixture };
      case "delete":
      case "switch":
        return { kind, person };
      case "kill":
        return { kind };
    }
  };
  return { edit: plan(), pauseMs };
}

function pickKind(draw: number): Edit["kind"] {
  let left = draw * WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [kind, weight] of WEIGHTS) {
    left -= weight;
    if (left < 0) return kind;
  }
  return "add";
}
