// Returns linked gates and doors; without linked doors, all enabled ones (docs/requirements.md, section 2, Permissions).
import type { PoolClient } from "pg";
import { z } from "zod";

const offeredDoor = z.object({
  id: z.string(),
  controllerId: z.string(),
  name: z.string(),
  controller: z.string(),
  pinMin: z.number().nullable(),
  pinMax: z.number().nullable(),
});
export type OfferedDoor = z.infer<typeof offeredDoor>;

/** Returns the organisation's enabled doors with their names and PIN limits (null: not told). */
export async function offeredDoors(client: PoolClient, organizationId: string): Promise<OfferedDoor[]> {
  const { rows } = await client.query(
    `select p.id, p.controller_id as "controllerId", coalesce(nullif(p.door_name, ''), p.name) as name, c.name as controller, p.pin_min as "pinMin", p.pin_max as "pinMax"
     from organization_controllers o
     join controllers c on c.id = o.controller_id and private.is_door_type(c.device_type)
     join access_points p on p.controller_id = o.controller_id and p.enabled
     where o.organization_id = $1
       and (exists (select from organization_access_points l where l.organization_id = $1 and l.access_point_id = p.id)
         or not exists (select from organization_access_points l where l.organization_id = $1 and l.controller_id = o.controller_id))`,
    [organizationId],
  );
  return z.array(offeredDoor).parse(rows);
}

/** Returns doors visible to the caller, in the given order; a null `organizationId` means any. */
export async function visibleDoors(
  client: PoolClient,
  { ids, organizationId }: { ids: readonly string[]; organizationId: string | null },
): Promise<string[]> {
  const { rows } = await client.query(
    `select p.id from access_points p where p.id = any ($1::uuid[])
       and ($2::uuid is null or exists (select from organization_controllers l where l.controller_id = p.controller_id and l.organization_id = $2))`,
    [ids, organizationId],
  );
  const seen = new Set(
    z
      .array(z.object({ id: z.string() }))
      .parse(rows)
      .map(({ id }) => id),
  );
  return ids.filter((id) => seen.has(id));
}

/** Returns the organisation's gates. */
export async function offeredGates(client: PoolClient, organizationId: string): Promise<{ id: string }[]> {
  const { rows } = await client.query(
    `select c.id from organization_controllers o join controllers c on c.id = o.controller_id and not private.is_door_type(c.device_type) where o.organization_id = $1`,
    [organizationId],
  );
  return z.array(z.object({ id: z.string() })).parse(rows);
}
