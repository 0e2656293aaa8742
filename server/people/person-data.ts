import type { PoolClient } from "pg";
import { z } from "zod";
import { peopleErrors } from "#contract/errors/people.ts";
import { FILED_PURPOSES } from "#contract/forms/texts.ts";
import { type Erasure, erasureRow } from "#contract/functions/person-data.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import type { AsCaller } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type AwaitDeps, awaitReplicas } from "#server/reconcile/await-replicas.ts";
import { sourcesOfEndUser } from "./end-users.store.ts";

const exported = z.object({ person: z.record(z.string(), z.unknown()).nullable() });
const erased = z.object({ id: z.string().nullable() });

/** Throws 404 when the caller has no such person. */
export async function exportPerson(client: PoolClient, id: string): Promise<object> {
  const { rows } = await client.query("select private.export_person($1) as person", [id]);
  const { person } = exported.parse(rows[0]);
  if (person === null) throw gone();
  await writeAudit(client, { action: "person_exported", objectType: "end_users", objectId: id });
  return { ...person, purposes: person["purposes"] ?? FILED_PURPOSES };
}

/** Progress after a short wait for the devices. */
export async function erasePerson(deps: AwaitDeps, asCaller: AsCaller, id: string): Promise<Erasure | undefined> {
  const { erasure, sources } = await asCaller(async (client) => {
    const known = await sourcesOfEndUser(client, id);
    const { rows } = await client.query("select private.erase_person($1) as id", [id]);
    const { id: found } = erased.parse(rows[0]);
    if (found === null) throw gone();
    return { erasure: found, sources: known };
  });
  await awaitReplicas(deps, sources);
  return (await asCaller((client) => readErasures(client, erasure)))[0];
}

export const listErasures = (client: PoolClient): Promise<Erasure[]> => readErasures(client, null);

async function readErasures(client: PoolClient, id: string | null): Promise<Erasure[]> {
  const { rows } = await client.query(
    `select e.id, e.organization_id, o.name as organization_name, to_json(e.requested_at)#>>'{}' as requested_at, e.log_rows,
       e.copies_left, e.waiting_for, e.receipts
     from private.erasure_states($1) with ordinality e
     left join public.organizations o on o.id = e.organization_id order by e.ordinality`,
    [id],
  );
  return z.array(erasureRow).parse(rows);
}

const gone = () => new PortalError(peopleErrors.user_gone_unchanged());
