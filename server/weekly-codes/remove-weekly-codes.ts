// Deletes weekly codes from the database at once, and from doors as they answer.
import { weeklyCodeErrors } from "#contract/errors/weekly-codes.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/engine/await-replicas.ts";
import { deleteExpiredCodes, deleteWeeklyCode, hasReplicas } from "./weekly-codes.store.ts";

/** Deletes the codes that are over, and waits briefly for the doors; returns how many. */
export async function cleanUpWeeklyCodes(deps: Deps & AwaitDeps, { asCaller }: CallerContext) {
  const ids = await asCaller(deleteExpiredCodes);
  return { removed: ids.length, ...(await awaitReplicas(deps, ids)) };
}

/** Deletes a code and waits briefly for the doors. Throws PortalError when neither the code nor an entry of it is left. */
export async function removeWeeklyCode(
  deps: Deps & AwaitDeps,
  { asCaller }: CallerContext,
  { weeklyCodeId: id }: { weeklyCodeId: string },
) {
  await asCaller(async (client) => {
    if (await deleteWeeklyCode(client, id)) return;
    if (!(await hasReplicas(client, id))) throw new PortalError(weeklyCodeErrors.weekly_code_gone());
  });
  return awaitReplicas(deps, [id]);
}
