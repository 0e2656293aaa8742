// Queries for the last seen start of each controller.
import type { PoolClient } from "pg";
import { z } from "zod";

/** Interval at which a unit is asked for its start; the question costs as little as a page of the log. Three restarts within an hour are seen separately. */
const ASKED_EVERY = "interval '30 seconds'";
/** A unit that cannot answer may be able to answer after a firmware update. */
const WITHOUT_EVERY = "interval '1 hour'";

/** Tells in SQL whether the question is due. It is never due before the controller's log has been read once. */
export const BOOT_DUE = `(boot_asked_at is null or boot_asked_at < now() - case when boot_id is null then ${WITHOUT_EVERY} else ${ASKED_EVERY} end)`;

const beforeRow = z.object({ boot_id: z.string(), boot_asked_at: z.date(), logged: z.boolean() });

export interface BootBefore {
  id: string;
  askedAt: Date;
  /** The controller's own log has since reported the start. */
  isLogged: boolean;
}

/** Records a start; returns the earlier one, or null when none was known. */
export async function recordBoot(
  client: PoolClient,
  controllerId: string,
  bootId: string | null,
): Promise<BootBefore | null> {
  const { rows } = await client.query({
    name: "note-boot",
    text: `with before as (select boot_id, boot_asked_at from door_event_cursors where controller_id = $1 for update),
      noted as (update door_event_cursors set boot_id = $2, boot_asked_at = now() where controller_id = $1)
      select b.*, exists (select from door_events e where e.controller_id = $1 and e.kind = 'controller_restarted'
        and e.received_at >= b.boot_asked_at) as logged
      from before b where b.boot_id is not null`,
    values: [controllerId, bootId],
  });
  const [row] = z.array(beforeRow).parse(rows);
  return row === undefined ? null : { id: row.boot_id, askedAt: row.boot_asked_at, isLogged: row.logged };
}
