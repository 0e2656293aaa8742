// end-user-manager: saves and deletes a person in one transaction, then waits a little for the doors to know.
import { peopleErrors } from "#contract/errors/people.ts";
import { type EndUserManagerRequest, endUserManagerRequest } from "#contract/functions/end-user-manager.ts";
import { SYNC_WAIT_MS } from "#contract/limits.ts";
import { asUser, type SessionClaims } from "#server/platform/database/as-user.ts";
import { defineFunction, type FunctionDeps } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { endUserFailure } from "./end-user-errors.ts";
import { deleteEndUser, lockEndUser } from "./end-users.store.ts";
import { holdersOfEndUser } from "./holders.store.ts";
import { readCredentialPin } from "./reveal-pin.ts";
import { saveEndUser } from "./save-end-user.ts";
import { suggestPin } from "./suggest-pin.ts";

type Save = Extract<EndUserManagerRequest, { action: "CREATE" | "UPDATE" }>;

/** A generated code that somebody took between the proposal and the save is proposed anew. */
const GENERATION_TRIES = 3;

export const endUserManager = defineFunction({
  name: "end-user-manager",
  method: "POST",
  input: endUserManagerRequest,
  handle: async (deps, { input, claims }) => {
    switch (input.action) {
      case "CREATE":
      case "UPDATE":
        return save(deps, claims, input, GENERATION_TRIES);
      case "DELETE":
        return remove(deps, claims, input.id);
      case "REVEAL_PIN":
        return { pin: await readCredentialPin(deps, claims, input.credential_id) };
      case "SUGGEST_PIN":
        return { pin: await suggestPin(deps, claims, input.access_point_ids) };
    }
  },
});

async function save(deps: FunctionDeps, claims: SessionClaims, input: Save, triesLeft: number): Promise<object> {
  const { pin } = input.payload;
  const generates = pin !== undefined && pin.value === undefined;
  const generatedPin = generates ? await suggestPin(deps, claims, pin.access_point_ids) : null;
  try {
    const saved = await asUser(deps.pools.user, claims, (client, caller) =>
      saveEndUser(
        { client, caller, wall: deps.wall, keys: deps.keys, now: deps.clock.now() },
        {
          id: input.action === "UPDATE" ? input.id : null,
          payload: input.payload,
          generatedPin,
          seenAt: input.action === "UPDATE" ? input.seen_at : undefined,
        },
      ),
    );
    const answer = await settled(deps, saved.endUserId, saved.holderIds);
    return saved.generatedPin === null ? answer : { ...answer, generated_pin: saved.generatedPin };
  } catch (error) {
    const failure = await endUserFailure(deps, claims, error);
    if (failure.code === "pin_in_use" && generates && triesLeft > 1) return save(deps, claims, input, triesLeft - 1);
    throw failure;
  }
}

async function remove(deps: FunctionDeps, claims: SessionClaims, id: string): Promise<object> {
  // Fault point: refused-and-done.
  const holderIds = await asUser(deps.pools.user, claims, async (client, caller) => {
    const person = await lockEndUser(client, id);
    const holders = await holdersOfEndUser(client, id);
    if (person === null || !deps.wall.admits(caller, person.organization_id) || !(await deleteEndUser(client, id)))
      throw new PortalError(peopleErrors.user_gone());
    return holders;
  });
  return settled(deps, id, holderIds);
}

/** Waits for the lanes, so that the usual answer is the final truth; what is left is told as pending. */
async function settled(deps: FunctionDeps, endUserId: string, holderIds: readonly string[]) {
  const pending = await deps.sync.waitForHolders(holderIds, SYNC_WAIT_MS);
  return { end_user_id: endUserId, state: pending.length === 0 ? "synced" : "pending", pending };
}
