// Counts what a change of a group gives and takes.

type Access = ReadonlyMap<string, ReadonlySet<number>>;

export interface Difference {
  gain: { people: number; rights: number };
  lose: { people: number; rights: number };
  /** One entry per position of a place. */
  places: { gain: number; lose: number }[];
}

const NOTHING: ReadonlySet<number> = new Set();

/** Compares people's places before and after; `places` is the number of places. Pure. */
export function groupDifference(before: Access, after: Access, places: number): Difference {
  const difference: Difference = {
    gain: { people: 0, rights: 0 },
    lose: { people: 0, rights: 0 },
    places: Array.from({ length: places }, () => ({ gain: 0, lose: 0 })),
  };
  const count = (kind: "gain" | "lose", own: ReadonlySet<number>, other: ReadonlySet<number>) => {
    const only = [...own].filter((at) => !other.has(at));
    if (only.length > 0) difference[kind].people += 1;
    difference[kind].rights += only.length;
    for (const at of only) {
      const place = difference.places[at];
      if (place) place[kind] += 1;
    }
  };
  for (const person of new Set([...before.keys(), ...after.keys()])) {
    const had = before.get(person) ?? NOTHING;
    const has = after.get(person) ?? NOTHING;
    count("gain", has, had);
    count("lose", had, has);
  }
  return difference;
}
