import type { Pool } from "pg";
import { expect, test } from "vitest";
import type { Clock } from "#drivers/clock.ts";
import { outcomeOf } from "./door-control.ts";

/** Makes a clock that only waiting moves, and a database that has the outcome from a given moment on. */
function recordedAt(moment: number) {
  let now = 0;
  const clock: Clock = {
    now: () => new Date(now),
    monotonic: () => now,
    wait: async (ms) => {
      now += ms;
    },
  };
  const query = async () => ({ rows: [{ outcome: false, device_reason: "timeout", answered: now >= moment }] });
  return { clock, pools: { engine: { query } as unknown as Pool } };
}

test("a repeated press is told the outcome of the first, also where it came at the last moment", async () => {
  expect(await outcomeOf(recordedAt(5_900), "c", 5_000)).toMatchObject({ outcome: "refused" });
});

test("a press whose outcome nobody recorded is unknown", async () => {
  expect(await outcomeOf(recordedAt(60_000), "c", 5_000)).toMatchObject({ outcome: "unknown" });
});
