// Makes codes for the chosen controllers and waits briefly for their doors.
import { weeklyCodeErrors } from "#contract/errors/weekly-codes.ts";
import type { GenerateWeeklyCodes, GenerateWeeklyCodesReply } from "#contract/functions/generate-weekly-codes.ts";
import { isoSeconds } from "#contract/stockholm.ts";
import { isPinCollision } from "#server/people/pin-attempts.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/engine/await-replicas.ts";
import { type MadeCode, makeMissingCodes } from "./make-weekly-codes.ts";

const TRIES = 3;

/** Returns the new codes with their digits. Existing codes are kept. A code that was taken meanwhile is drawn again, a few times. */
export async function requestWeeklyCodes(
  deps: Deps & AwaitDeps,
  call: CallerContext,
  input: GenerateWeeklyCodes,
  triesLeft = TRIES,
): Promise<Omit<GenerateWeeklyCodesReply, "success">> {
  if (input.controllerIds.length === 0) throw new PortalError(weeklyCodeErrors.weekly_controllers_missing());
  const { keys, clock } = deps;
  try {
    const codes = await call.asCaller((client) =>
      makeMissingCodes(
        { client, engine: deps.pools.engine, keys, now: clock.now() },
        { controllerIds: input.controllerIds, weeks: input.weeks ?? 1 },
      ),
    );
    const carried = await awaitReplicas(
      deps,
      codes.map((code) => code.id),
    );
    return { codes: codes.map(codeReply), ...carried };
  } catch (error) {
    if (isPinCollision(error) && triesLeft > 1) return requestWeeklyCodes(deps, call, input, triesLeft - 1);
    throw error;
  }
}

function codeReply({ id, code, week, year, validFrom, validTo, controllerIds }: MadeCode) {
  return {
    id,
    code,
    week_number: week,
    year,
    valid_from: isoSeconds(validFrom),
    valid_to: isoSeconds(validTo),
    controller_ids: controllerIds,
  };
}
