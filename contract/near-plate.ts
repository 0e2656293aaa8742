// Finds which known plate a camera may have misread: look-alike characters at the same place, or one character lost or added at an edge.
// Pure. The database finds the few candidates by their shape (server/gates/near-misses.store.ts).
import { formatPlate } from "./format-plate.ts";

/** Characters that cameras confuse. A character may be in two groups: 3 and 8, 8 and B, but not 3 and B. */
const LOOK_ALIKES = ["0ODQ", "1I", "2Z", "5S", "6G", "8B", "38", "VY", "MN"];
/** Accented characters with the characters that a reader without accents, or with the neighbours' accents, writes for them. */
const ACCENTED = ["AÅÄ", "AÆ", "0OÖ", "0OØ", "ÖØ", "UÜ"];
const ALIKE = [...LOOK_ALIKES, ...ACCENTED];
/** The pairs of a group that differ least. */
const CLOSEST = new Set(["0O", "O0", "1I", "I1", "8B", "B8", "5S", "S5", "2Z", "Z2"]);

/** Each character and, below it, the one that replaces its look-alikes. The database's index has the same two texts. */
export const SHAPE_FROM = "ODQIZSGB3YNÅÄÆÖØÜ";
export const SHAPE_TO = "000125688VMAAA00U";

const SHAPED = new RegExp(`[${SHAPE_FROM}]`, "g");

/** Shorter plates would resemble too many others. */
export const SHORTEST_CONFUSED = 3;
const SHORTEST_AT_EDGE = 4;
/**
 * Number of characters that one reading may have wrong; one if an edge character differs too. A reader without accents lacks all accents,
 * so these count as one.
 */
const MOST_CONFUSED = 2;
const MOST_CANDIDATES = 3;

/** `at`: places of confused characters in the plate. `lost`: the reading lacks the plate's edge character; `added`: it has one more. */
export type PlateDifference =
  | { kind: "confused"; at: number[] }
  | { kind: "lost" | "added"; edge: "first" | "last"; at: number[] };

/** Returns a text that is equal for plates that differ only in look-alikes, and for a few more. */
export function plateShape(key: string): string {
  return key.replace(SHAPED, (sign) => SHAPE_TO[SHAPE_FROM.indexOf(sign)] ?? sign);
}

/** Returns the difference between a camera's reading and a plate, both as keys; null when it is no reading of that plate. */
export function comparePlates(reading: string, plate: string): PlateDifference | null {
  if (reading.length === plate.length) {
    const at = confusions(reading, plate, 0);
    if (at === null || at.length === 0 || plate.length < SHORTEST_CONFUSED) return null;
    return wrongSigns(reading, plate, at) <= MOST_CONFUSED ? { kind: "confused", at } : null;
  }
  if (Math.min(reading.length, plate.length) < SHORTEST_AT_EDGE) return null;
  const lost = reading.length === plate.length - 1;
  if (!lost && reading.length !== plate.length + 1) return null;
  const edges = (["first", "last"] as const).flatMap((edge) => {
    const at = lost
      ? confusions(reading, withoutEdge(plate, edge), edge === "first" ? 1 : 0)
      : confusions(withoutEdge(reading, edge), plate, 0);
    return at !== null && at.length < MOST_CONFUSED ? [{ kind: lost ? "lost" : "added", edge, at } as const] : [];
  });
  return edges.sort((a, b) => a.at.length - b.at.length)[0] ?? null;
}

/** Returns at most three plates, the likeliest first. */
export function rankPlates<T extends { plateKey: string }>(reading: string, plates: readonly T[]): T[] {
  return plates
    .flatMap((plate) => {
      const difference = comparePlates(reading, plate.plateKey);
      return difference === null ? [] : [{ plate, cost: costOf(reading, plate.plateKey, difference) }];
    })
    .sort((a, b) => a.cost - b.cost || (a.plate.plateKey < b.plate.plateKey ? -1 : 1))
    .slice(0, MOST_CANDIDATES)
    .map(({ plate }) => plate);
}

/** Returns the shapes by which a reading's plate may be found: the whole reading, and the reading without one edge character. */
export function shapesOf(reading: string): string[] {
  const shape = plateShape(reading);
  return reading.length > SHORTEST_AT_EDGE ? [shape, withoutEdge(shape, "first"), withoutEdge(shape, "last")] : [shape];
}

const withoutEdge = (key: string, edge: "first" | "last"): string =>
  edge === "first" ? key.slice(1) : key.slice(0, -1);

/** Returns the places of look-alikes, counted from `offset`; null when any other character differs. */
function confusions(a: string, b: string, offset: number): number[] | null {
  const at: number[] = [];
  for (let place = 0; place < a.length; place += 1) {
    const [one = "", other = ""] = [a[place], b[place]];
    if (one === other) continue;
    if (!isOfOne(ALIKE, one, other)) return null;
    at.push(place + offset);
  }
  return at;
}

const isOfOne = (groups: readonly string[], one = "", other = ""): boolean =>
  groups.some((group) => group.includes(one) && group.includes(other));

function wrongSigns(reading: string, plate: string, at: readonly number[]): number {
  const accents = at.filter((place) => !isOfOne(LOOK_ALIKES, reading[place], plate[place]));
  return at.length - Math.max(0, accents.length - 1);
}

/**
 * Returns a cost: less is likelier. A character that the Swedish form cannot have at its place suggests a misreading, and makes a plate
 * less likely.
 */
function costOf(reading: string, plate: string, difference: PlateDifference): number {
  const shift = difference.kind === "lost" && difference.edge === "first" ? -1 : 0;
  const skip = difference.kind === "added" && difference.edge === "first" ? 1 : 0;
  const confused = difference.at.reduce((sum, place) => {
    const [read = "", meant = ""] = [reading[place + shift + skip], plate[place]];
    const close = CLOSEST.has(read + meant) ? 1 : 1.25;
    return sum + close - (fitsForm(read, place) ? 0 : 0.25) + (fitsForm(meant, place) ? 0 : 0.5);
  }, 0);
  const edge = difference.kind === "confused" ? 0 : 1.5;
  // If two plates differ by an edge character, the Swedish one is likelier.
  return edge + confused + (formatPlate(plate) === plate ? 0.1 : 0);
}

/** Tells whether a character fits its place in ABC 123 or ABC 12D: three from the alphabet, two digits, either. */
function fitsForm(sign: string, place: number): boolean {
  if (place < 3) return /[A-Z]/.test(sign);
  return place > 4 || /\d/.test(sign);
}
