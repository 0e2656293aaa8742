// Statements of near-miss, run as the caller. Private functions of the database check and write rows that callers may not.
import type { PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

const candidateRow = z.object({ credentialId: z.string(), organizationId: z.string() });
export type Candidate = z.infer<typeof candidateRow>;

/** Returns the people whose plate nearly matches, nearest first; only those that the caller sees. */
export async function readCandidates(client: PoolClient, id: string): Promise<Candidate[]> {
  const { rows } = await client.query(
    `select credential_id as "credentialId", organization_id as "organizationId"
     from plate_near_miss_candidates where near_miss_id = $1 order by place, credential_id`,
    [id],
  );
  return readRows(candidateRow, rows);
}

const outcomeSchema = z.enum(["gone", "taken", "free"]);
const linked = z.object({ outcome: outcomeSchema });
const locked = z.object({ outcome: outcomeSchema, plateNumber: z.string().nullable() });

/** A reading that counts as a car's, with the passage where somebody linked it. */
export interface LinkedReading {
  passageId: string;
  readAt: Date;
  controllerId: string;
  plateNumber: string;
  plateKey: string;
  credentialId: string;
}

/** Ends an alias; returns whether there was one for that car. */
export async function endAlias(client: PoolClient, linked: LinkedReading, scope: string | null): Promise<boolean> {
  const { controllerId, plateKey, credentialId } = linked;
  const { rowCount } = await client.query(
    `delete from plate_aliases where controller_id = $1 and plate_key = $2 and credential_id = $3
       and ($4::uuid is null or organization_id = $4)`,
    [controllerId, plateKey, credentialId, scope],
  );
  return rowCount === 1;
}

export async function putBackNearMiss(client: PoolClient, linked: LinkedReading): Promise<void> {
  const { passageId, controllerId, plateNumber, readAt, credentialId } = linked;
  await client.query("select private.put_back_near_miss($1, $2, $3, $4, $5)", [
    passageId,
    controllerId,
    plateNumber,
    readAt,
    credentialId,
  ]);
}

/** Links a reading. `free`: the reading is an alias now. */
export async function linkNearMiss(
  client: PoolClient,
  id: string,
  credentialId: string,
): Promise<z.infer<typeof outcomeSchema>> {
  const { rows } = await client.query("select private.link_near_miss($1, $2) as outcome", [id, credentialId]);
  return linked.parse(rows[0]).outcome;
}

/** Locks a near miss until the transaction ends, so that nobody else answers it. */
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

/** Writes the plate and touches its person, so that a form opened earlier reports a conflict. */
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

/** Ends the question for everybody, because the reading has been linked. */
export async function endNearMiss(client: PoolClient, id: string): Promise<void> {
  await client.query("select private.end_near_miss($1)", [id]);
}

/** Dismisses these candidates, or takes the dismissal back. */
export async function dismissCandidates(
  client: PoolClient,
  id: string,
  credentialIds: readonly string[],
  dismissed: boolean,
): Promise<void> {
  await client.query("select private.dismiss_near_miss($1, $2, $3)", [id, credentialIds, dismissed]);
}
