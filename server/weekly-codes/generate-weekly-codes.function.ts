// generate-weekly-codes: lists, makes, clears and deletes weekly codes, for system admins.
import type { FailedAct } from "#contract/errors/failed-acts.ts";
import { weeklyCodeErrors } from "#contract/errors/weekly-codes.ts";
import {
  type GenerateWeeklyCodesRequest,
  generateWeeklyCodesRequest,
} from "#contract/functions/generate-weekly-codes.ts";
import { SYNC_WAIT_MS } from "#contract/limits.ts";
import { isoSeconds } from "#contract/stockholm.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireFreshProof } from "#server/auth/fresh-proof.ts";
import { payForReveal } from "#server/auth/reveal-limit.ts";
import { sealAad } from "#server/platform/crypto/sealed-columns.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { isPinCollision } from "#server/platform/database/pin-attempts.ts";
import { asRole, defineFunction, type FunctionDeps } from "#server/platform/functions/define-function.ts";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";
import { type MadeCode, makeMissingCodes } from "./make-weekly-codes.ts";
import {
  deleteExpiredCodes,
  deleteWeeklyCode,
  hasCopies,
  listPendingRemovals,
  listWeeklyCodes,
  sealedCodes,
} from "./weekly-codes.store.ts";

type Generate = Extract<GenerateWeeklyCodesRequest, { action: "generate" }>;

/** A code that somebody took between the choice and the save is chosen anew. */
const TRIES = 3;

export const generateWeeklyCodes = defineFunction({
  name: "generate-weekly-codes",
  method: "POST",
  input: generateWeeklyCodesRequest,
  handle: async (deps, { input, claims }) => {
    switch (input.action) {
      case "list":
        return list(deps, claims);
      case "generate":
        // The answer shows the new codes, and no stored one: it takes the step-up and nothing of the account's share.
        await asRole(deps, claims, "system_admin", async () => requireFreshProof(deps, claims));
        return named("generate_weekly_codes", () => generate(deps, claims, input, TRIES));
      case "cleanup":
        return named("clear_weekly_codes", async () => {
          const ids = await asRole(deps, claims, "system_admin", deleteExpiredCodes);
          return { removed: ids.length, ...(await settled(deps, ids)) };
        });
      case "delete":
        return named("delete_weekly_code", () => remove(deps, claims, input.weeklyCodeId));
    }
  },
});

/** The codes leave the server only after the audit row is committed. */
async function list(deps: FunctionDeps, claims: SessionClaims): Promise<object> {
  const { codes, pendingRemovals } = await asRole(deps, claims, "system_admin", async (client) => {
    await requireFreshProof(deps, claims);
    await payForReveal(deps, claims.sub);
    await writeAudit(client, { action: "weekly_codes_read", objectType: "weekly_codes", objectId: null });
    return { codes: await listWeeklyCodes(client), pendingRemovals: await listPendingRemovals(client) };
  });
  const sealed = await sealedCodes(deps.pools.engine);
  return {
    codes: codes.flatMap((code) => {
      const text = sealed.get(code.id);
      // Deleted since the list was read.
      if (text === undefined) return [];
      return [{ ...code, code: deps.keys.openPin(text, sealAad("weekly_codes.code", code.id)) }];
    }),
    pending_removals: pendingRemovals,
  };
}

async function generate(
  deps: FunctionDeps,
  claims: SessionClaims,
  input: Generate,
  triesLeft: number,
): Promise<object> {
  if (input.controllerIds.length === 0) throw new PortalError(weeklyCodeErrors.weekly_controllers_missing());
  const { keys, clock } = deps;
  try {
    const codes = await asRole(deps, claims, "system_admin", (client) =>
      makeMissingCodes(
        { client, engine: deps.pools.engine, keys, now: clock.now() },
        { controllerIds: input.controllerIds, weeks: input.weeks ?? 1 },
      ),
    );
    const carried = await settled(
      deps,
      codes.map((code) => code.id),
    );
    return { codes: codes.map(codeReply), ...carried };
  } catch (error) {
    if (isPinCollision(error) && triesLeft > 1) return generate(deps, claims, input, triesLeft - 1);
    throw error;
  }
}

/** Removed here at once; "borttagen" only when every device has shown it. A repeat waits again. */
async function remove(deps: FunctionDeps, claims: SessionClaims, id: string): Promise<object> {
  await asRole(deps, claims, "system_admin", async (client) => {
    if (await deleteWeeklyCode(client, id)) return;
    if (!(await hasCopies(client, id))) throw new PortalError(weeklyCodeErrors.weekly_code_gone());
  });
  return settled(deps, [id]);
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

async function settled(deps: FunctionDeps, ids: readonly string[]) {
  const pending = await deps.sync.waitForHolders(ids, SYNC_WAIT_MS);
  return { state: pending.length === 0 ? "synced" : "pending", pending };
}

/** Puts what failed before the reason; who may not ask at all is told only that. */
async function named<T>(act: FailedAct, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const known = toPortalError(error);
    if (known.status === 401 || known.status === 403) throw error;
    throw known.during(act);
  }
}
