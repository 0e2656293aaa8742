// After a refused password nothing is sent for a while, and longer after each further one: units lock accounts.
import type { Clock } from "./clock.ts";
import { AuthFailedError } from "./errors.ts";

/** Five wrong passwords, after which units lock an account, then take more than an hour. */
const HOLDS_MS = [60_000, 300_000, 900_000, 3_600_000] as const;

export const HELD_BACK = "held_back";

export interface HoldBack {
  /** @throws AuthFailedError, unsent */
  assertOver(): void;
  refused(): void;
  /** The password was taken, or a person asks. */
  end(): void;
}

export function createHoldBack(clock: Pick<Clock, "monotonic">): HoldBack {
  let until = Number.NEGATIVE_INFINITY;
  let refusals = 0;
  return {
    assertOver() {
      if (clock.monotonic() < until) throw new AuthFailedError(401, HELD_BACK);
    },
    refused() {
      until = clock.monotonic() + (HOLDS_MS[Math.min(refusals, HOLDS_MS.length - 1)] ?? 0);
      refusals += 1;
    },
    end() {
      until = Number.NEGATIVE_INFINITY;
      refusals = 0;
    },
  };
}
