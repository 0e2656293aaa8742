// Makes weekly codes ahead and clears old ones where a system admin enabled it. Any server may run it, under the lock.
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { repeat } from "#server/platform/jobs/run-jobs.ts";
import { makeCodesAhead } from "./make-weekly-codes.ts";
import { cleanUpAt, lockWeeklyCodes, type TimedController, timedControllers } from "./weekly-codes.store.ts";

export interface WeeklyCodesDeps {
  engine: Pool;
  keys: KeyRing;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
}

/** Looks every `everyMs` until `signal` aborts. */
export async function keepWeeklyCodes(deps: WeeklyCodesDeps & { everyMs: number }, signal: AbortSignal): Promise<void> {
  const { clock, log, everyMs } = deps;
  const rounds = { clock, log, everyMs, failed: "weekly codes not tended; trying again later" };
  await repeat(rounds, signal, () => maintainWeeklyCodes(deps));
}

/** Maintains the codes. Controllers that share their newest code keep sharing; each group fails alone, and so does the cleanup. */
export async function maintainWeeklyCodes(deps: WeeklyCodesDeps): Promise<void> {
  const controllers = await transaction(deps.engine, timedControllers);
  const cleaned = controllers.filter(({ cleanup }) => cleanup).map(({ controllerId }) => controllerId);
  if (cleaned.length > 0) await cleanUp(deps, cleaned);
  const groups = Map.groupBy(
    controllers.filter(({ generate }) => generate),
    ({ latestCodeId, weeksAhead, controllerId }) => `${latestCodeId ?? controllerId}/${weeksAhead}`,
  );
  for (const group of groups.values()) await makeFor(deps, group);
}

async function cleanUp({ engine, log }: WeeklyCodesDeps, controllerIds: string[]): Promise<void> {
  try {
    await transaction(engine, async (client) => {
      await lockWeeklyCodes(client);
      await cleanUpAt(client, controllerIds);
    });
  } catch (error) {
    log.warn({ err: error, controllerIds }, "old weekly codes not cleared");
  }
}

async function makeFor({ engine, keys, clock, log }: WeeklyCodesDeps, group: TimedController[]): Promise<void> {
  const controllerIds = group.map(({ controllerId }) => controllerId);
  try {
    const made = await transaction(engine, (client) =>
      makeCodesAhead(
        { client, engine: client, keys, now: clock.now() },
        { controllerIds, weeksAhead: group[0]?.weeksAhead ?? 0 },
      ),
    );
    if (made.length > 0) log.info({ controllerIds, codes: made.length }, "weekly codes made ahead");
  } catch (error) {
    log.warn({ err: error, controllerIds }, "weekly codes not made");
  }
}
