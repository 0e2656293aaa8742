import type { PoolClient } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import { FILED_PURPOSES } from "#contract/forms/texts.ts";
import type { Erasure, PersonExport } from "#contract/functions/person-data.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { AsCaller } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/engine/await-replicas.ts";
import { sourcesOfEndUser } from "./end-users.store.ts";
import { beginErasure, readErasures, readEverything } from "./person-data.store.ts";

export type ErasureDeps = Deps & AwaitDeps;

/** Exports a person's data. Throws 404 when the caller has no such person. */
export async function exportPerson(client: PoolClient, id: string): Promise<PersonExport> {
  const person = await readEverything(client, id);
  if (person === null) throw gone();
  await writeAudit(client, { action: "person_exported", objectType: "end_users", objectId: id });
  return { ...person, purposes: person.purposes ?? FILED_PURPOSES };
}

/** Erases a person; returns the progress after a short wait for the devices. */
export async function erasePerson(deps: AwaitDeps, asCaller: AsCaller, id: string): Promise<Erasure> {
  const { erasure, sources } = await asCaller(async (client) => {
    const known = await sourcesOfEndUser(client, id);
    const found = await beginErasure(client, id);
    if (found === null) throw gone();
    return { erasure: found, sources: known };
  });
  await awaitReplicas(deps, sources);
  const [state] = await asCaller((client) => readErasures(client, erasure));
  if (state === undefined) throw new Error("the caller does not see the erasure that it began");
  return state;
}

/** Returns the erasures of every organisation that the caller sees. */
export const listErasures = (client: PoolClient): Promise<Erasure[]> => readErasures(client, null);

const gone = () => new PortalError(peopleErrors.user_gone_unchanged());
