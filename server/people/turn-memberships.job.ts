// Begins and ends memberships of access groups whose time has come. Any server may run it; the second finds nothing left.
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { beginMemberships, endMemberships } from "./access-groups.store.ts";

interface MembershipDeps {
  engine: Pool;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  everyMs: number;
}

/** Turns memberships every `everyMs` until `signal` aborts. */
export async function keepMembershipsTurned(deps: MembershipDeps, signal: AbortSignal): Promise<void> {
  const { engine, clock, log, everyMs } = deps;
  const rounds = { clock, log, everyMs, failed: "memberships not begun or ended; trying again later" };
  await repeat(rounds, signal, async () => {
    // Ends come first, in a transaction of their own, so that every end is committed before any beginning.
    await transaction(engine, endMemberships);
    await transaction(engine, beginMemberships);
  });
}
