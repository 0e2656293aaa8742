import type { Logger } from "pino";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import type { AuthDeps } from "./deps.ts";
import { deleteExpired } from "./maintenance.store.ts";

const DELETE_EVERY_ROUNDS = 40;

export interface AuthMaintenanceDeps extends Pick<AuthDeps, "pool" | "clock" | "keys" | "links"> {
  log: Pick<Logger, "warn">;
  everyMs: number;
}

/** Maintains accounts until `signal` aborts; a failed round is logged and retried. */
export async function maintainAuth(
  { pool, clock, keys, links, log, everyMs }: AuthMaintenanceDeps,
  signal: AbortSignal,
): Promise<void> {
  let round = 0;
  await repeat({ clock, log, everyMs, failed: "auth maintenance failed" }, signal, async () => {
    await keys.reload();
    // Mails requests left by a stopped server or a database outage.
    links.work();
    if (round % DELETE_EVERY_ROUNDS === 0) await deleteExpired(pool);
    round += 1;
  });
}
