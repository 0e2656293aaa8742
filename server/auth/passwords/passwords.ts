// Password hashing: argon2id on libuv's threads, a few at a time, so that signing in never starves the rest of the server.

import { hash, verify } from "@node-rs/argon2";
import { BusyError } from "../errors.ts";
import type { HashingBounds } from "../settings.ts";

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. Salt (16 bytes) and version are the library's. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface Passwords {
  /** PHC text of a password. Throws BusyError when too many wait; `first` as below. */
  hash(password: string, order?: { first: boolean }): Promise<string>;
  /** `first`: goes before whoever waits, and however many do. Whether it matches. `stored` null (unknown account, or one without a password) costs the same and is false. */
  matches(password: string, stored: string | null, order?: { first: boolean }): Promise<boolean>;
}

export function createPasswords(bounds: HashingBounds): Passwords {
  const run = bounded(bounds);
  // Started at once, so that the first unknown account costs no more than the second.
  const decoy = hash(crypto.randomUUID(), ARGON2ID);
  return {
    hash: (password, { first } = { first: false }) => run(() => hash(normalisePassword(password), ARGON2ID), first),
    matches: (password, stored, { first } = { first: false }) =>
      run(async () => {
        const same = await verify(stored ?? (await decoy), normalisePassword(password));
        return same && stored !== null;
      }, first),
  };
}

/**
 * One text per password however it was typed: NFKC, as NIST SP 800-63B asks, since a phone and a computer send
 * different code points for the same "ö". Length is never cut: argon2 takes every byte, unlike bcrypt's 72.
 */
export function normalisePassword(password: string): string {
  return password.normalize("NFKC");
}

/** At most `concurrent` works at once in order of arrival, at most `queued` waiting. */
function bounded({ concurrent, queued }: HashingBounds) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function run<T>(work: () => Promise<T>, first = false): Promise<T> {
    if (running >= concurrent) {
      if (!first && waiting.length >= queued) throw new BusyError();
      // The one that ends hands its place over, so `running` is already counted for us when we wake.
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
