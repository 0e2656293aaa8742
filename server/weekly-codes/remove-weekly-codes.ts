// Weekly codes that go, from here at once and from the doors as soon as they answer.
import { weeklyCodeErrors } from "#contract/errors/weekly-codes.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/await-replicas.ts";
import { deleteExpiredCodes, deleteWeeklyCode, hasCopies } from "./weekly-codes.store.ts";

/** Every code whose week is over. */
export async function cleanUpWeeklyCodes(deps: AwaitDeps, { asCaller }: CallerContext): Promise<object> {
  const ids = await asCaller(deleteExpiredCodes);
  return { removed: ids.length, ...(await awaitReplicas(deps, ids)) };
}

/** "borttagen" only when every device has shown it. A repeat waits again. */
export async function removeWeeklyCode(deps: AwaitDeps, { asCaller }: CallerContext, id: string): Promise<object> {
  await asCaller(async (client) => {
    if (await deleteWeeklyCode(client, id)) return;
    if (!(await hasCopies(client, id))) throw new PortalError(weeklyCodeErrors.weekly_code_gone());
  });
  return awaitReplicas(deps, [id]);
}
