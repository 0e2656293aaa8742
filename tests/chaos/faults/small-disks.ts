// The database's disk is full: writes fail, and PostgreSQL ends itself when it needs a new WAL segment.
import { setTimeout as wait } from "node:timers/promises";
import type { FaultMaker } from "./fault.ts";

/** Number of recycled WAL segments to use up before a new one is needed. */
const PIECES = 8;
const FULL_MS = 1_500;

export const SMALL_DISK_FAULTS: Readonly<Record<string, FaultMaker>> = {
  disk_full: ({ disk }, random) => {
    const delay = random.below(200);
    return {
      name: `disk_full after ${delay} ms`,
      during: async () => {
        await wait(delay);
        disk?.fill();
        await wait(FULL_MS);
      },
    };
  },
  disk_full_log_too: ({ disk, admin }) => ({
    name: "disk_full_log_too",
    before: async () => {
      disk?.fill();
      for (let left = PIECES; left > 0; left--) {
        const written = await admin
          .query("select pg_logical_emit_message(false, 'faults', repeat('x', 1000)), pg_switch_wal()")
          .catch(() => null); // PostgreSQL ended itself, as intended.
        if (written === null) break;
      }
    },
    during: () => wait(FULL_MS),
  }),
};
