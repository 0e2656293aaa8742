// SQL for undoing an import.
import type { PoolClient } from "pg";
import { z } from "zod";

const imported = z.object({
  id: z.string(),
  importId: z.string(),
  organizationId: z.string(),
  createdAt: z.date(),
  digest: z.string().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  credentials: z.number(),
  plate: z.string().nullable(),
  vehicleType: z.string().nullable(),
  enabled: z.boolean().nullable(),
  validFrom: z.date().nullable(),
  validTo: z.date().nullable(),
  gateIds: z.array(z.string()),
});
export type ImportedPerson = z.infer<typeof imported>;

/**
 * Returns people of one import, locked, so that nobody is changed between check and removal. A null `importId` means all imports of the
 * period.
 */
export async function importedPeople(
  client: PoolClient,
  { importId, since }: { importId: string | null; since: Date },
): Promise<ImportedPerson[]> {
  const { rows } = await client.query(
    `select u.id, u.import_id as "importId", u.organization_id as "organizationId", u.created_at as "createdAt",
       u.import_digest as digest, u.first_name as "firstName", u.last_name as "lastName",
       (select count(*)::int from credentials c where c.end_user_id = u.id) as credentials,
       k.display_value as plate, k.vehicle_type as "vehicleType", k.enabled, k.valid_from as "validFrom", k.valid_to as "validTo",
       array(select a.controller_id from controller_assignments a where a.credential_id = k.id) as "gateIds"
     from end_users u left join lateral (
       select c.id, c.display_value, c.vehicle_type, c.enabled, c.valid_from, c.valid_to
       from credentials c where c.end_user_id = u.id and c.credential_type = 'license_plate' order by c.created_at limit 1) k on true
     where u.import_id is not null and ($1::uuid is null or u.import_id = $1) and u.created_at > $2
     order by u.created_at, u.id ${importId === null ? "" : "for update of u"}`,
    [importId, since],
  );
  return z.array(imported).parse(rows);
}

/** Deletes people. Credentials and assignments cascade, and triggers make the devices forget them. */
export async function deletePeople(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query("delete from end_users where id = any ($1::uuid[])", [ids]);
}
