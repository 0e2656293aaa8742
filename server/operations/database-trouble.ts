import type { Deps } from "#server/platform/deps.ts";
import { oldestCode } from "./operations.store.ts";

/** A database slower than this makes the server unready. */
const READY_LIMIT_MS = 2_000;

/** Returns the trouble; null when the database answers in time and still serves this code. `known` is this code's newest migration. */
export async function databaseTrouble(
  { pools, clock, log }: Pick<Deps, "pools" | "clock" | "log">,
  known: number,
): Promise<string | null> {
  const cut = new AbortController();
  const late = clock.wait(READY_LIMIT_MS, cut.signal).then(
    () => null,
    () => null,
  );
  try {
    const oldest = await Promise.race([oldestCode(pools.engine), late]);
    if (oldest === null) return "database_slow";
    if (oldest > known) {
      log.error(
        { oldestCode: oldest, code: known },
        "the database is newer than this server works on: start the newer version here too",
      );
      return "database_newer_than_code";
    }
    return null;
  } catch (error) {
    log.warn({ err: error }, "not ready: the database does not answer");
    return "database_unavailable";
  } finally {
    cut.abort();
  }
}
