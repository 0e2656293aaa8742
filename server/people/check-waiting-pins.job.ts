// Compares PINs of groups' members that wait (database/people/waiting-pins.function.sql). Any server may run it; a lock gives an organisation to one.
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Clock } from "#drivers/clock.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { eachAlone, repeat } from "#server/platform/jobs/run-jobs.ts";
import { checkWaitingPins, waitingOrganizations } from "./access-groups.store.ts";

interface WaitingDeps {
  engine: Pool;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  everyMs: number;
}

/** Compares every `everyMs` until `signal` aborts. A failed organisation does not stop the others. */
export async function keepWaitingPinsChecked(deps: WaitingDeps, signal: AbortSignal): Promise<void> {
  const { engine, clock, log, everyMs } = deps;
  const rounds = { clock, log, everyMs, failed: "PINs of groups' members not compared; trying again later" };
  const alone = { log, failed: "an organisation's PINs of members not compared; trying again later", signal };
  await repeat(rounds, signal, async () =>
    eachAlone(alone, await waitingOrganizations(engine), (id) =>
      transaction(engine, (client) => checkWaitingPins(client, id)),
    ),
  );
}
