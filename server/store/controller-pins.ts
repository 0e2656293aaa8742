// Reservations of PINs, read as portal_engine: which controllers share a code is nobody else's to see.
import type { Pool } from "pg";
import { z } from "zod";

const roomRow = z.object({ pinMin: z.number().nullable(), pinMax: z.number().nullable(), inUse: z.number() });

/** Strictest reader limits of the doors, and the most codes reserved on any of their controllers. Holders are counted and not HMACs: a PIN has one for each key. */
export async function pinRoom(engine: Pool, accessPointIds: readonly string[]): Promise<z.infer<typeof roomRow>> {
  const { rows } = await engine.query(
    `with doors as (select controller_id, pin_min, pin_max from access_points where id = any($1))
     select max(pin_min) as "pinMin", min(pin_max) as "pinMax",
       coalesce((select max(n) from (select (count(distinct p.holder_id) + count(*) filter (where p.holder_id is null))::int as n from controller_pins p where p.controller_id in (select controller_id from doors) group by p.controller_id) used), 0) as "inUse"
     from doors`,
    [accessPointIds],
  );
  return roomRow.parse(rows[0]);
}

/** Which of the HMACs are reserved on any controller of the doors. */
export async function takenPins(
  engine: Pool,
  accessPointIds: readonly string[],
  hmacs: readonly string[],
): Promise<Set<string>> {
  const { rows } = await engine.query(
    `select distinct pin_hmac from controller_pins where pin_hmac = any($2)
       and controller_id in (select controller_id from access_points where id = any($1))`,
    [accessPointIds, hmacs],
  );
  return new Set(
    z
      .array(z.object({ pin_hmac: z.string() }))
      .parse(rows)
      .map((row) => row.pin_hmac),
  );
}
