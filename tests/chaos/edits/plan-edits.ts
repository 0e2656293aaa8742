// What a campaign does in which order. Pure: an edit follows from the seed and its number alone, whatever became of the
// earlier ones, so a run is had again by its seed. How edits and lanes interleave is real time.
export interface Size {
  /** Controllers. */
  houses: number;
  doors: readonly string[];
  /** People there may be at most; each has a number. */
  people: number;
  /** PINs there are: fewer than people at times, so that some are taken. */
  pins: number;
}

export type HandEdit = "delete" | "widen" | "switch off" | "foreign";
export type Mishap = "restart" | "off" | "doors anew" | "wipe" | "replaced";

/** `person`, `house`, `door` and `code` are numbers and names, not rows: whether one is there when its turn comes is another matter. */
export type Edit =
  | { kind: "add"; person: number; pin: string; doors: { house: number; door: string }[] }
  | { kind: "delete"; person: number }
  | { kind: "pin"; person: number; pin: string }
  | { kind: "window"; person: number; endsInSeconds: number }
  | { kind: "switch"; person: number }
  | { kind: "assign"; person: number; house: number; door: string }
  | { kind: "unassign"; person: number; house: number }
  | { kind: "name"; person: number; name: string }
  | { kind: "door"; house: number; door: string }
  | { kind: "unlink"; house: number }
  | { kind: "code"; code: number; pin: string; houses: number[] }
  | { kind: "uncode"; code: number }
  | { kind: "hand"; house: number; edit: HandEdit; at: number; pin: string }
  | { kind: "mishap"; house: number; mishap: Mishap; forMs: number }
  | { kind: "compare"; house: number }
  | { kind: "kill" };

/** How often each kind comes, of the sum. */
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

/** The edit with that number, and how long to wait after it. */
export function planEdit(seed: number, step: number, size: Size): { edit: Edit; pauseMs: number } {
  const random = mulberry32(Math.imul(seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b));
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[below(list.length)];
    if (item === undefined) throw new RangeError("nothing to pick from");
    return item;
  };
  const pin = () => String(100_000 + below(size.pins));
  const houses = Array.from({ length: size.houses }, (_, house) => house);
  const kind = pickKind(random());
  const base = { person: below(size.people), house: below(size.houses), door: pick(size.doors) };
  const { person, house, door } = base;
  const pauseMs = random() < 0.3 ? below(20) : 0;
  const plan = (): Edit => {
    switch (kind) {
      case "add": {
        const doors = houses
          .filter(() => random() < 0.6)
          .flatMap((one) => size.doors.filter(() => random() < 0.5).map((name) => ({ house: one, door: name })));
        return { kind, person, pin: pin(), doors };
      }
      case "pin":
        return { kind, person, pin: pin() };
      case "window":
        return { kind, person, endsInSeconds: pick([-3_600, 1, 86_400, 8_640_000]) };
      case "assign":
        return { kind, person, house, door };
      case "unassign":
        return { kind, person, house };
      case "name":
        return { kind, person, name: `Å${below(1_000)}` };
      case "door":
        return { kind, house, door };
      case "code":
        return { kind, code: below(CODES), pin: pin(), houses: houses.filter(() => random() < 0.6) };
      case "uncode":
        return { kind, code: below(CODES) };
      case "hand":
        return { kind, house, edit: pick(["delete", "widen", "switch off", "foreign"]), at: random(), pin: pin() };
      case "mishap":
        return { kind, house, mishap: pick(MISHAPS), forMs: below(OFF_AT_MOST_MS) };
      case "unlink":
      case "compare":
        return { kind, house };
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

/** Small seeded generator. */
export function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
