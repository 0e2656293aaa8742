import type { Deps } from "#server/platform/deps.ts";
import { schemaVersion } from "./operations.store.ts";

/** A database slower than this makes the server unready. */
const READY_LIMIT_MS = 2_000;

/** Returns the trouble, or null when the database answers in time and has this code's schema. */
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
    const version = await Promise.race([schemaVersion(pools.engine), late]);
    if (version === null) return "database_slow";
    if (version > known) {
      log.error(
        { database: version, code: known },
        "the database is newer than this server: start the newer version here too",
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
