// Checks replicas that the database calls suspended: none may open anything, and each is removed when its time is over.
import type { Pool } from "pg";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import type { Witness } from "./agreement.ts";

/** Returns confirmed suspended replicas that are nevertheless enabled on the device or open a door. */
export async function openSuspended(admin: Pool, keys: KeyRing, witness: Witness): Promise<string[]> {
  const { rows } = await admin.query<{ id: string; encrypted: string; token: string; doors: string[] }>(
    `select c.id, c.credential_value as encrypted, d.credential_token as token,
       array(select p.device_door_token from access_points p where p.controller_id = d.controller_id and p.device_door_token is not null) as doors
     from device_sync d join credentials c on c.id = d.source_id
     where d.controller_id = $1 and d.suspended_until is not null and not d.pending`,
    [witness.id],
  );
  const carriers = witness.carriers();
  const now = new Date();
  return rows.flatMap(({ id, encrypted, token, doors }) => {
    const pin = keys.openPin(encrypted, `credentials.credential_value.${id}`);
    const isEnabled = carriers.some((carrier) => carrier.token === token && carrier.enabled);
    const isAnothers = carriers.some((carrier) => carrier.token !== token && carrier.enabled && carrier.pin === pin);
    const opens = !isAnothers && doors.some((door) => witness.wouldOpen(pin, door, now));
    return isEnabled || opens ? [`${token} with ${pin} is suspended and ${opens ? "opens" : "enabled"}`] : [];
  });
}

export interface Suspensions {
  /** Number confirmed by devices. */
  count: number;
  /** The longest time that a replica stayed after its end, by the receipts; 0 when all were removed before. */
  longestOverSeconds: number;
  /** Replicas still there after their time. */
  left: number;
}

export async function suspensionsSoFar(admin: Pool): Promise<Suspensions> {
  const { rows } = await admin.query<{ count: number; over: number; left: number }>(
    `select count(*)::int as count,
       coalesce(max(greatest(extract(epoch from n.read_back_at - s.suspended_until), 0)), 0)::float8 as over,
       (select count(*)::int from device_sync d where d.suspended_until < now()) as left
     from sync_receipts s
     left join lateral (select x.read_back_at from sync_receipts x where x.controller_id = s.controller_id and x.source_id = s.source_id
       and x.created_at > s.created_at order by x.created_at limit 1) n on true
     where s.kind = 'suspension'`,
  );
  const [found = { count: 0, over: 0, left: 0 }] = rows;
  return { count: found.count, longestOverSeconds: found.over, left: found.left };
}
