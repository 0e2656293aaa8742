// Facts learned from a device's answers to sign-ins. They are stored in the device's row, so that every server and every start has them.
import type { Clock } from "./clock.ts";
import { AuthFailedError } from "./errors.ts";

/** With these waits, five wrong passwords, after which units lock an account, take more than an hour. */
const HOLDS_MS = [60_000, 300_000, 900_000, 3_600_000] as const;

export const HELD_BACK = "held_back";

export interface SignInFacts {
  /** Strength of the strongest Digest that the device has accepted (digest.ts); 0: none. */
  digest: number;
  /** Passwords refused in a row. */
  refusals: number;
  /** Nothing is sent for this long; 0: no wait. */
  heldForMs: number;
  /** Counts the changes by all servers. */
  version: number;
}

export const NOTHING_LEARNED: SignInFacts = { digest: 0, refusals: 0, heldForMs: 0, version: 0 };

export interface SignInMemory {
  /** Takes the row's facts, unless they are older than those learned here. */
  recall(stored: SignInFacts): void;
  /** Strength of the strongest Digest that the device has accepted. */
  readonly digest: number;
  /** Returns facts learned here since the row was read or written; null: none. */
  unsaved(): { since: number; facts: SignInFacts } | null;
  saved(version: number): void;
  /** Marks the facts as outdated: the next recall takes the row's, whatever was learned here. */
  outdated(): void;
  /** Throws AuthFailedError, unsent, while the wait lasts. */
  assertOver(): void;
  /** Records a refusal. The wait grows with each refusal in a row; `forMs` is the device's own. */
  refused(forMs?: number): void;
  /** Ends the wait: the password was accepted, or a person asks. */
  endHold(): void;
  /** Records an accepted Digest; the same connection never forgets it. */
  took(digest: number): void;
}

/** Creates a memory of nothing; `recall` fills it from the device's row. */
export function createSignInMemory(clock: Pick<Clock, "monotonic">): SignInMemory {
  let { digest, refusals, version } = NOTHING_LEARNED;
  let savedVersion = version;
  let until = Number.NEGATIVE_INFINITY;
  const learn = (change: () => void) => {
    version += 1;
    change();
  };
  return {
    recall(stored) {
      if (stored.version <= version) return;
      ({ digest, refusals, version } = stored);
      savedVersion = version;
      until = stored.heldForMs > 0 ? clock.monotonic() + stored.heldForMs : Number.NEGATIVE_INFINITY;
    },
    get digest() {
      return digest;
    },
    unsaved() {
      if (version === savedVersion) return null;
      const heldForMs = Math.max(0, until - clock.monotonic());
      return { since: savedVersion, facts: { digest, refusals, heldForMs, version } };
    },
    saved(stored) {
      savedVersion = stored;
    },
    outdated() {
      version = -1;
      savedVersion = -1;
    },
    assertOver() {
      if (clock.monotonic() < until) throw new AuthFailedError(401, HELD_BACK);
    },
    refused(forMs = HOLDS_MS[Math.min(refusals, HOLDS_MS.length - 1)] ?? 0) {
      learn(() => {
        until = clock.monotonic() + forMs;
        refusals += 1;
      });
    },
    endHold() {
      if (refusals === 0) return;
      learn(() => {
        until = Number.NEGATIVE_INFINITY;
        refusals = 0;
      });
    },
    took(strength) {
      if (strength > digest) learn(() => (digest = strength));
    },
  };
}
