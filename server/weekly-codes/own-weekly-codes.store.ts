// SQL of an organisation's own weekly codes. Org admins may read no table of weekly codes, so their controllers are read as the caller and
// those controllers' codes as portal_engine.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type OwnWeeklyCode, ownWeeklyCode } from "#contract/functions/own-weekly-codes.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const link = z.object({ organizationId: z.string(), controllerId: z.string() });
export type Link = z.infer<typeof link>;

/** Returns which organisations have which door controllers, as far as the caller sees. `controllerId` null: all. */
export async function doorControllerLinks(client: PoolClient, controllerId: string | null): Promise<Link[]> {
  const { rows } = await client.query(
    `select o.organization_id as "organizationId", o.controller_id as "controllerId"
     from organization_controllers o join controllers c on c.id = o.controller_id and private.is_door_type(c.device_type)
     where $1::uuid is null or o.controller_id = $1`,
    [controllerId],
  );
  return readRows(link, rows);
}

/**
 * Returns at most one code per controller, the newest. `is_own`: every enabled door of every controller with this code is one that the
 * organisation may use (server/people/offered-access.store.ts).
 */
export async function currentCodesAt(engine: Pool, links: readonly Link[], now: Date): Promise<OwnWeeklyCode[]> {
  const { rows } = await engine.query(
    `select distinct on (a.controller_id) w.id, a.controller_id, w.week_number, w.year,
       to_json(w.valid_from)#>>'{}' as valid_from, to_json(w.valid_to)#>>'{}' as valid_to,
       exists (select from device_sync d where d.controller_id = a.controller_id and d.source_id = w.id and not d.pending)
         and a.controller_id not in (select private.controllers_pending()) as is_written,
       not exists (
         select from weekly_code_assignments other
         where other.weekly_code_id = w.id and (
           not exists (select from organization_controllers o
             where o.organization_id = k.organization_id and o.controller_id = other.controller_id)
           or (
             exists (select from organization_access_points l
               where l.organization_id = k.organization_id and l.controller_id = other.controller_id)
             and exists (select from access_points p where p.controller_id = other.controller_id and p.enabled
               and not exists (select from organization_access_points l
                 where l.organization_id = k.organization_id and l.access_point_id = p.id))))) as is_own
     from unnest($1::uuid[], $2::uuid[]) as k(organization_id, controller_id)
     join weekly_code_assignments a on a.controller_id = k.controller_id
     join weekly_codes w on w.id = a.weekly_code_id and w.valid_from <= $3 and w.valid_to > $3
     order by a.controller_id, w.created_at desc, w.id`,
    [links.map((one) => one.organizationId), links.map((one) => one.controllerId), now],
  );
  return readRows(ownWeeklyCode, rows);
}

/** Returns the encrypted code; null when gone. */
export async function encryptedCode(engine: Pool, id: string): Promise<string | null> {
  const { rows } = await engine.query("select code from weekly_codes where id = $1", [id]);
  return rows[0] === undefined ? null : z.object({ code: z.string() }).parse(rows[0]).code;
}
