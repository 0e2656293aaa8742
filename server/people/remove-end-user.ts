import { peopleErrors } from "#contract/errors/people.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/await-replicas.ts";
import { deleteEndUser, lockEndUser, sourcesOfEndUser } from "./end-users.store.ts";

/** Throws 404 for a person whom the caller does not have. */
export async function removeEndUser(
  deps: Pick<Deps, "guard"> & AwaitDeps,
  { asCaller }: CallerContext,
  id: string,
): Promise<object> {
  // Fault point: refused-and-done.
  const sourceIds = await asCaller(async (client, caller) => {
    const person = await lockEndUser(client, id);
    const sources = await sourcesOfEndUser(client, id);
    if (person === null || !deps.guard.admits(caller, person.organization_id) || !(await deleteEndUser(client, id)))
      throw new PortalError(peopleErrors.user_gone());
    return sources;
  });
  return { end_user_id: id, ...(await awaitReplicas(deps, sourceIds)) };
}
