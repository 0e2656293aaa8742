import { peopleErrors } from "#contract/errors/people.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/engine/await-replicas.ts";
import { deleteEndUser, keepRemoval, lockEndUser, sourcesOfEndUser, undoRemoval } from "./end-users.store.ts";

/** Removes a person. Throws 404 for a person whom the caller does not see. */
export async function removeEndUser(deps: Pick<Deps, "guard"> & AwaitDeps, call: CallerContext, id: string) {
  return { end_user_id: id, ...(await awaitReplicas(deps, await deletePerson(deps, call, id))) };
}

/** Deletes a person; returns the credential sources that devices must remove. Throws the errors of `removeEndUser`. */
export async function deletePerson(
  { guard }: Pick<Deps, "guard">,
  { asCaller }: CallerContext,
  id: string,
): Promise<string[]> {
  // Fault point: refused-and-done.
  return asCaller(async (client, caller) => {
    const person = await lockEndUser(client, id);
    const sources = await sourcesOfEndUser(client, id);
    if (person === null || !guard.admits(caller, person.organization_id))
      throw new PortalError(peopleErrors.user_gone());
    await keepRemoval(client, id);
    if (!(await deleteEndUser(client, id))) throw new PortalError(peopleErrors.user_gone());
    return sources;
  });
}

/** Brings back a removed person with all credentials; returns the sources that devices must add. Throws 404 once it is too late. */
export async function restorePerson(
  { guard }: Pick<Deps, "guard">,
  { asCaller }: CallerContext,
  id: string,
): Promise<string[]> {
  return asCaller(async (client, caller) => {
    const person = await undoRemoval(client, id);
    if (person === null || !guard.admits(caller, person.organization_id))
      throw new PortalError(peopleErrors.removal_final());
    return person.sources;
  });
}
