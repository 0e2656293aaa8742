// Statements of near-miss, as the caller; private functions of the database check and write what no caller may.
import type { PoolClient } from "pg";
import { z } from "zod";

const candidateRow = z.object({ credentialId: z.string(), organizationId: z.string() });
export type Candidate = z.infer<typeof candidateRow>;

export async function readCandidates(client: PoolClient, id: string): Promise<Candidate[]> {
  const { rows } = await client.query(
    `select credential_id as "credentialId", organization_id as "organizationId"
     from plate_near_miss_candidates where near_miss_id = $1 order by place, credential_id`,
    [id],
  );
  return z.array(candidateRow).parse(rows);
}

const outcomeSchema = z.enum(["gone", "taken", "free"]);
const linked = z.object({ outcome: outcomeSchema });
const locked = z.object({ outcome: outcomeSchema, plateNumber: z.string().nullable() });

/** `free`: it is an alias now. */
export async function linkNearMiss(
  client: PoolClient,
  id: string,
  credentialId: string,
): Promise<z.infer<typeof outcomeSchema>> {
  const { rows } = await client.query("select private.link_near_miss($1, $2) as outcome", [id, credentialId]);
  return linked.parse(rows[0]).outcome;
}

/** Until the transaction ends, nobody else answers to it. */
export async function lockNearMiss(
  client: PoolClient,
  id: string,
  credentialId: string,
): Promise<z.infer<typeof locked>> {
  const { rows } = await client.query(
    `select outcome, plate_number as "plateNumber" from private.lock_near_miss($1, $2)`,
    [id, credentialId],
  );
  return locked.parse(rows[0]);
}

/** Its person changes with it, so that a form opened before says so. */
export async function writePlate(client: PoolClient, credentialId: string, plate: string): Promise<void> {
  await client.query(
    `update end_users u set first_name = u.first_name from credentials k
     where k.id = $1 and u.organization_id = k.organization_id and u.id = k.end_user_id`,
    [credentialId],
  );
  await client.query(
    "update credentials set credential_value = $2 where id = $1 and credential_type = 'license_plate'",
    [credentialId, plate],
  );
}

export async function endNearMiss(client: PoolClient, id: string): Promise<void> {
  await client.query("select private.end_near_miss($1)", [id]);
}

export async function dismissCandidates(
  client: PoolClient,
  id: string,
  credentialIds: readonly string[],
  dismissed: boolean,
): Promise<void> {
  await client.query("select private.dismiss_near_miss($1, $2, $3)", [id, credentialIds, dismissed]);
}
