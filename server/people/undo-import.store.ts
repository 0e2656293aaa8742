// SQL for undoing an import.
import type { PoolClient } from "pg";
import { z } from "zod";
import { ofPersonFields, PERSON_FIELDS } from "#contract/person-fields.ts";

const imported = z.object({
  id: z.string(),
  importId: z.string(),
  organizationId: z.string(),
  createdAt: z.date(),
  digest: z.string().nullable(),
  memberships: z.array(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  texts: z.object(ofPersonFields(() => z.string().nullable())),
  credentials: z.array(
    z.object({
      plate: z.string().nullable(),
      mark: z.string().nullable(),
      vehicleType: z.string().nullable(),
      enabled: z.boolean(),
      from: z.number().nullable(),
      to: z.number().nullable(),
      targets: z.array(z.string()),
    }),
  ),
});
export type ImportedPerson = z.infer<typeof imported>;

const TEXTS = PERSON_FIELDS.map((field) => `'${field}', u.${field}`).join(", ");

const CREATED = `u.import_id is not null and ($1::uuid is null or u.import_id = $1) and u.created_at > $2
  and ($3::uuid[] is null or u.id = any ($3))`;

/**
 * Returns people of one import, locked, so that nobody is changed between check and removal. A null `importId` means all imports of the
 * period, without locks; `ids` limits the people.
 */
export async function importedPeople(
  client: PoolClient,
  { importId, since, ids = null }: { importId: string | null; since: Date; ids?: readonly string[] | null },
): Promise<ImportedPerson[]> {
  // A statement that waits for a lock reads the person anew and their credentials as they were before: they are read in the next one.
  const locked = importId === null ? ids : await lockCreated(client, [importId, since, ids]);
  const { rows } = await client.query(
    `select u.id, u.import_id as "importId", u.organization_id as "organizationId", u.created_at as "createdAt",
       u.import_digest as digest, array(select concat(m.group_id, '/', m.valid_from, '/', m.valid_to) from access_group_members m where m.end_user_id = u.id) as memberships, u.first_name as "firstName", u.last_name as "lastName", json_build_object(${TEXTS}) as texts,
       (select coalesce(json_agg(json_build_object('plate', case c.credential_type when 'license_plate' then c.display_value end,
           'mark', case c.credential_type when 'pin' then private.pin_mark(c.id) end, 'vehicleType', c.vehicle_type, 'enabled', c.enabled,
           'from', (extract(epoch from c.valid_from) * 1000)::bigint, 'to', (extract(epoch from c.valid_to) * 1000)::bigint,
           'targets', array(select concat(a.controller_id, '/', a.access_point_id) from controller_assignments a where a.credential_id = c.id))), '[]')
         from credentials c where c.end_user_id = u.id) as credentials
     from end_users u where ${CREATED} order by u.created_at, u.id`,
    [importId, since, locked],
  );
  return z.array(imported).parse(rows);
}

/** Locks people in the order of their ids, as other acts do, and returns the ids. */
async function lockCreated(client: PoolClient, values: unknown[]): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select u.id from end_users u where ${CREATED} order by u.id for update`,
    values,
  );
  return rows.map(({ id }) => id);
}

/** Deletes people. Credentials and assignments cascade, and triggers make the devices forget them. */
export async function deletePeople(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query("delete from end_users where id = any ($1::uuid[])", [ids]);
}
