// A slice of `npm run upgrade` (docs/reliability.md): two servers are updated one after the other to a version with another schema, under traffic.
import { expect, test } from "vitest";
import { runUpgrade } from "../upgrade/round.ts";
import { TRIAL_LIMIT_MS } from "./operation-for.ts";

// Covers: running.13, running.18
test(
  "two servers update to a new schema one after the other without a failed call or a lost row, and serve both pages meanwhile",
  async () => {
    const {
      acknowledged,
      uncertain,
      longestLock,
      slowest: _slowest,
      ...broken
    } = await runUpgrade({
      seed: 37,
      people: 1_200,
      once: true,
    });
    expect(broken).toEqual({ lost: [], openings: [], missed: [], other: [], failed: [], pages: [], nobodyReady: 0 });
    expect(uncertain).toBe(0);
    expect(acknowledged).toBeGreaterThan(10);
    expect(longestLock.table).not.toBe("");
  },
  TRIAL_LIMIT_MS,
);
