// A seeded generator, so that demos are alike and failures repeatable.

export interface Random {
  next(): number;
  /** Returns an integer in [0, below). */
  below(below: number): number;
  pick<T>(list: readonly T[]): T;
}

/** Returns a Mulberry32 generator: 32 bits of state suffice for test data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: <T>(list: readonly T[]): T => {
      const item = list[below(list.length)];
      if (item === undefined) throw new RangeError("cannot pick from an empty list");
      return item;
    },
  };
}
