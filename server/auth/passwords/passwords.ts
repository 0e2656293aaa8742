// Hashes passwords with argon2id on libuv's threads, a few at a time, so that sign-ins never starve the server.

import { hash, verify } from "@node-rs/argon2";
import { BusyError } from "../errors.ts";
import type { HashingSettings } from "../settings.ts";

export interface Passwords {
  /** Returns the hash as PHC text. Throws BusyError when the queue is full. */
  hash(password: string, order?: { first: boolean }): Promise<string>;
  /**
   * Compares a password with a stored hash. `stored` null (no account or password) costs the same and returns false. `first` goes ahead of
   * the queue and ignores its bound.
   */
  matches(password: string, stored: string | null, order?: { first: boolean }): Promise<boolean>;
}

/** Creates the hashing. `matches` takes as long for an account without a password as for one with, and is then false. */
export function createPasswords(settings: HashingSettings): Passwords {
  const run = bounded(settings);
  // The library adds a 16-byte salt and the version.
  const cost = { algorithm: 2, memoryCost: settings.memoryKib, timeCost: settings.passes, parallelism: 1 } as const;
  // Computed at start, so that the first unknown account costs no more than the second.
  const decoy = hash(crypto.randomUUID(), cost);
  return {
    hash: (password, { first } = { first: false }) => run(() => hash(normalisePassword(password), cost), first),
    matches: (password, stored, { first } = { first: false }) =>
      run(async () => {
        const same = await verify(stored ?? (await decoy), normalisePassword(password));
        return same && stored !== null;
      }, first),
  };
}

/** Normalises to NFKC (NIST SP 800-63B), because devices encode "ö" differently. Never truncates: argon2 has no 72-byte limit. */
export function normalisePassword(password: string): string {
  return password.normalize("NFKC");
}

/** Runs at most `concurrent` tasks at once, in order of arrival, with at most `queued` waiting. */
function bounded({ concurrent, queued }: Pick<HashingSettings, "concurrent" | "queued">) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>, first = false): Promise<T> {
    if (running >= concurrent) {
      if (!first && waiting.length >= queued) throw new BusyError();
      // The finished task hands over its slot, so `running` already counts this one.
      await new Promise<void>((resolve) => (first ? waiting.unshift(resolve) : waiting.push(resolve)));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
