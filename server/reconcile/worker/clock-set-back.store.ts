// Ends pauses that were planned before the database's clock was set back: by the new time they would last until the old time comes again, and
// no change would reach a device.
import type { Pool } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

/** No pause of a controller is longer (PAUSES in device-away.ts). */
const LONGER_THAN_ANY = "interval '10 minutes'";

/** Makes such controllers due, with their replicas, logs and doors; returns how many. Uses several statements: see compareSoon. */
export async function wakeSetBack(pool: Pool): Promise<number> {
  const { rows } = await pool.query({
    name: "wake-set-back",
    text: `update controller_sync set next_try_at = now(), verify_at = now() where controller_id in (
        select controller_id from controller_sync where next_try_at > now() + ${LONGER_THAN_ANY} and next_try_at < 'infinity'
        for update skip locked)
      returning controller_id`,
  });
  const ids = readRows(z.object({ controller_id: z.string() }), rows).map((row) => row.controller_id);
  if (ids.length === 0) return 0;
  await pool.query(
    `with mine as (select controller_id, source_id from device_sync where controller_id = any ($1) and pending and next_try_at > now()
        order by source_id, controller_id for update)
     update device_sync d set next_try_at = now() from mine where d.controller_id = mine.controller_id and d.source_id = mine.source_id`,
    [ids],
  );
  await pool.query(
    `update door_event_cursors set next_read_at = least(next_read_at, now()), states_at = least(states_at, now())
     where controller_id = any ($1)`,
    [ids],
  );
  return ids.length;
}
