// Before and after a trial: what an operation needs and does not test, and the waiting until nothing is left to do.
import { setTimeout as wait } from "node:timers/promises";
import type { World } from "./world.ts";

/** From the end of the fault until every device agrees; what is open then is a broken promise. */
const QUIET_LIMIT_MS = 60_000;
const LOOK_EVERY_MS = 25;
/** A lane that failed a moment ago rests for seconds: nothing is lost by that, and it is not waited for. */
const WAKE_EVERY_MS = 500;
/** With so many people a look at every PIN at every door takes longer than the act. */
const PEOPLE_KEPT = 60;

/** Doors on and controllers linked, straight in the database, and nobody left from long ago. */
export async function tidy(world: World): Promise<void> {
  const { admin, organizationId, houses } = world;
  await admin.query("update access_points set enabled = true where not enabled");
  await admin.query(
    "insert into organization_controllers (organization_id, controller_id) select $1, unnest($2::uuid[]) on conflict do nothing",
    [organizationId, houses.map((house) => house.id)],
  );
  const { rows } = await admin.query<{ people: number }>("select count(*)::int as people from end_users");
  if ((rows[0]?.people ?? 0) <= PEOPLE_KEPT) return;
  await admin.query("delete from end_users; delete from weekly_codes");
  const { open } = await untilQuiet(world, { compare: false });
  if (open.length > 0) throw new Error(`people of earlier trials did not leave the devices: ${open.join("; ")}`);
}

/** Wakes every lane until nothing is pending. `compare`: every device is compared in full first. */
export async function untilQuiet(
  { admin }: World,
  { compare }: { compare: boolean },
): Promise<{ open: string[]; ms: number }> {
  const began = performance.now();
  if (compare) await admin.query("update controller_sync set verify_at = now()");
  let wokenAt = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { rows } = await admin.query<{ open: string }>(
      `select 'pair ' || holder_id || ' ' || coalesce(last_error, '') as open from device_sync where pending
       union all select 'controller ' || controller_id || ' ' || coalesce(last_error, 'not compared') from controller_sync s
         join controllers c on c.id = s.controller_id
         where c.device_type = 'axis' and (s.verify_at <= now() or s.last_error is not null or s.desired_gen > s.applied_gen)`,
    );
    const ms = performance.now() - began;
    if (rows.length === 0) return { open: [], ms };
    if (ms > QUIET_LIMIT_MS)
      return { open: rows.slice(0, 3).map(({ open }) => `not quiet after a minute: ${open}`), ms };
    if (performance.now() - wokenAt > WAKE_EVERY_MS) {
      wokenAt = performance.now();
      await admin.query(`update controller_sync set next_try_at = now() where next_try_at > now();
        update device_sync set next_try_at = now() where pending and next_try_at > now();
        select pg_notify('sync', '')`);
    }
    await wait(LOOK_EVERY_MS);
  }
}
