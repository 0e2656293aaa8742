// Whether the database can be used by this server just now.
import type { Deps } from "#server/platform/deps.ts";
import { schemaVersion } from "./operations.store.ts";

/** A database that needs longer is not one to send people to. */
const READY_LIMIT_MS = 2_000;

/** Null when the database answers in time and is of this code's shape. */
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
