// Changes several people in one call. Each has a transaction of its own and uses the same use case as a single change, so every rule holds
// on every row. The audit has one event with a part for each.
import { randomUUID } from "node:crypto";
import { peopleErrors } from "#contract/errors/people.ts";
import type { ChangedPeople, SwitchPeople } from "#contract/functions/end-user-manager.ts";
import type { Language } from "#contract/language.ts";
import { asOneEvent } from "#server/audit/bulk-event.ts";
import type { Deps } from "#server/platform/deps.ts";
import { type CallerContext, requireAdmission } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/engine/await-replicas.ts";
import { switchCredentials } from "./credentials.store.ts";
import { endUserFailure } from "./end-user-errors.ts";
import { lockEndUser } from "./end-users.store.ts";
import { deletePerson, restorePerson } from "./remove-end-user.ts";

export interface BulkCall extends CallerContext {
  language: Language;
}

type BulkDeps = Deps & AwaitDeps;

/** Removes people, each whole or not at all; the reply tells which were not removed, and why. */
export function removePeople(deps: BulkDeps, call: BulkCall, ids: readonly string[]): Promise<ChangedPeople> {
  const event = { id: randomUUID(), action: "people_deleted" as const };
  return eachPerson(deps, asOneEvent(call, event), ids, async (id, each) => ({
    sources: await deletePerson(deps, each, id),
    switched: [],
  }));
}

/** Undoes removals of the last minute by the same account. */
export function restorePeople(deps: BulkDeps, call: BulkCall, ids: readonly string[]): Promise<ChangedPeople> {
  const event = { id: randomUUID(), action: "people_restored" as const };
  return eachPerson(deps, asOneEvent(call, event), ids, async (id, each) => ({
    sources: await restorePerson(deps, each, id),
    switched: [],
  }));
}

/** Switches credentials of people on or off: those in `credential_ids`, else all. The reply tells which were changed. */
export function switchPeople(deps: BulkDeps, call: BulkCall, request: SwitchPeople): Promise<ChangedPeople> {
  const { ids, enabled, credential_ids: only = null } = request;
  const action = enabled ? ("credentials_switched_on" as const) : ("credentials_switched_off" as const);
  return eachPerson(deps, asOneEvent(call, { id: randomUUID(), action }), ids, async (id, each) => {
    const switched = await each.asCaller(async (client, caller) => {
      const person = await lockEndUser(client, id);
      if (person === null || !deps.guard.admits(caller, person.organization_id))
        throw new PortalError(peopleErrors.user_gone_unchanged());
      return switchCredentials(client, { endUserId: id, enabled, only });
    });
    return { sources: switched, switched };
  });
}

interface Done {
  /** Credential sources that devices must add or remove. */
  sources: string[];
  switched: string[];
}

async function eachPerson(
  deps: BulkDeps,
  call: BulkCall,
  ids: readonly string[],
  change: (id: string, call: BulkCall) => Promise<Done>,
): Promise<ChangedPeople> {
  // An obstacle for the whole call, such as a missing second factor, is reported once and not for each person.
  await requireAdmission(call);
  const outcomes: ChangedPeople["outcomes"] = [];
  const sources: string[] = [];
  let fault: PortalError | null = null;
  for (const id of new Set(ids)) {
    // If the server fails for one person, the next is not tried.
    const outcome: Done | PortalError =
      fault ?? (await change(id, call).catch((error) => endUserFailure(deps, call, error)));
    if (outcome instanceof PortalError) {
      if (outcome.status >= 500) fault ??= logged(deps, outcome);
      const refused = { code: outcome.code, error: outcome.sentence(call.language) };
      outcomes.push({ end_user_id: id, refused, credential_ids: [] });
    } else {
      sources.push(...outcome.sources);
      outcomes.push({ end_user_id: id, refused: null, credential_ids: outcome.switched });
    }
  }
  return { outcomes, ...(await awaitReplicas(deps, sources)) };
}

function logged({ log }: Pick<Deps, "log">, fault: PortalError): PortalError {
  log.error({ err: fault.cause ?? fault, code: fault.code }, "a bulk operation stopped");
  return fault;
}
