// Reads and changes a PIN at one door, or a plate at one gate, to fix a refusal. Runs as the caller.
import type { PoolClient } from "pg";
import { z } from "zod";
import { storedValiditySchema } from "#contract/validity.ts";
import type { Target } from "./fix-credential.rules.ts";

const fixable = z.object({
  id: z.string(),
  organization_id: z.string(),
  end_user_id: z.string(),
  enabled: z.boolean(),
  valid_from: z.date().nullable(),
  valid_to: z.date().nullable(),
  period: storedValiditySchema.nullable().catch(null),
  assigned: z.boolean(),
  controller_id: z.string(),
  offered: z.boolean(),
  open_doors: z.number(),
});
export type FixableRow = z.infer<typeof fixable>;

/**
 * Returns what can be fixed; null without the credential, the door or the gate. `offered` has the same meaning as in
 * offered-access.store.ts.
 */
export async function readFixable(
  client: PoolClient,
  { credentialId, at, placeId }: Target,
): Promise<FixableRow | null> {
  const { rows } = await client.query(FIXABLE[at], [credentialId, placeId]);
  return rows[0] === undefined ? null : fixable.parse(rows[0]);
}

const FIXABLE: Readonly<Record<Target["at"], string>> = {
  door: `select c.id, c.organization_id, c.end_user_id, c.enabled, c.valid_from, c.valid_to, c.validity_period as period, p.controller_id,
       exists (select from access_rights a where a.credential_id = c.id and a.access_point_id = p.id and (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to)) as assigned,
       p.enabled and exists (select from organization_controllers o where o.organization_id = c.organization_id and o.controller_id = p.controller_id)
         and (exists (select from organization_access_points l where l.organization_id = c.organization_id and l.access_point_id = p.id)
           or not exists (select from organization_access_points l where l.organization_id = c.organization_id and l.controller_id = p.controller_id)) as offered,
       (select count(distinct e.access_point_id)::int from private.effective_access e where e.credential_id = c.id and e.access_point_id is not null) as open_doors
     from credentials c join access_points p on p.id = $2
     where c.id = $1 and c.credential_type = 'pin'`,
  gate: `select c.id, c.organization_id, c.end_user_id, c.enabled, c.valid_from, c.valid_to, c.validity_period as period, g.id as controller_id,
       exists (select from access_rights a where a.credential_id = c.id and a.controller_id = g.id and a.access_point_id is null and (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to)) as assigned,
       g.enabled and exists (select from organization_controllers o where o.organization_id = c.organization_id and o.controller_id = g.id) as offered,
       (select count(distinct e.controller_id)::int from private.effective_access e where e.credential_id = c.id and e.access_point_id is null) as open_doors
     from credentials c join controllers g on g.id = $2 and not private.is_door_type(g.device_type)
     where c.id = $1 and c.credential_type = 'license_plate'`,
};

/** Locks a credential, so that two fixes run one after the other. Returns false without the credential. */
export async function lockCredential(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query("select from credentials where id = $1 for update", [id]);
  return rowCount === 1;
}

interface Dates {
  validFrom: Date | null;
  validTo: Date | null;
}

/** Writes the dates and returns both as PostgREST writes them. */
export async function writeDates(
  client: PoolClient,
  id: string,
  { validFrom, validTo }: Dates,
): Promise<{ valid_from: string | null; valid_to: string | null }> {
  const { rows } = await client.query(
    `update credentials set valid_from = $2, valid_to = $3 where id = $1
     returning to_json(valid_from)#>>'{}' as valid_from, to_json(valid_to)#>>'{}' as valid_to`,
    [id, validFrom, validTo],
  );
  return z.object({ valid_from: z.string().nullable(), valid_to: z.string().nullable() }).parse(rows[0]);
}

/** Removes an assignment; returns whether it was there. */
export async function takePlaceBack(client: PoolClient, { credentialId, at, placeId }: Target): Promise<boolean> {
  const place = at === "door" ? "access_point_id = $2" : "controller_id = $2 and access_point_id is null";
  const { rowCount } = await client.query(`delete from controller_assignments where credential_id = $1 and ${place}`, [
    credentialId,
    placeId,
  ]);
  return rowCount === 1;
}
