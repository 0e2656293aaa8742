import type { Logger } from "pino";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import type { AuthDeps } from "./deps.ts";
import { deleteExpired } from "./maintenance.store.ts";

/** A key made by another server signs at once; this server may refuse its tokens for this long. */
const KEYS_EVERY_MS = 15_000;
const DELETE_EVERY_ROUNDS = 40;

export interface AuthMaintenanceDeps extends Pick<AuthDeps, "pool" | "clock" | "keys" | "links"> {
  log: Pick<Logger, "warn">;
}

/** Maintains accounts until `signal` aborts; a failed round is logged and retried. */
export async function maintainAuth(
  { pool, clock, keys, links, log }: AuthMaintenanceDeps,
  signal: AbortSignal,
): Promise<void> {
  let round = 0;
  await repeat({ clock, log, everyMs: KEYS_EVERY_MS, failed: "auth maintenance failed" }, signal, async () => {
    await keys.reload();
    // Mails requests left by a stopped server or a database outage.
    links.work();
    if (round % DELETE_EVERY_ROUNDS === 0) await deleteExpired(pool);
    round += 1;
  });
}
