// Queries of reservations without a source: PINs on a device that the portal did not put there.
import type { Pool } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";
import { transaction } from "#server/platform/database/transaction.ts";

const takenRow = z.object({ pin_hmac: z.string(), source_id: z.string() });

/** Replaces a controller's foreign reservations. Returns those that one of the portal's sources already has. */
export async function replaceForeignPins(
  pool: Pool,
  controllerId: string,
  hmacs: readonly string[],
): Promise<{ hmac: string; sourceId: string }[]> {
  const removeOthers = {
    name: "remove-foreign-pins",
    text: "delete from controller_pins where controller_id = $1 and source_id is null and pin_hmac <> all ($2::text[])",
    values: [controllerId, hmacs],
  };
  if (hmacs.length === 0) {
    await pool.query(removeOthers);
    return [];
  }
  return transaction(pool, async (client) => {
    await client.query(removeOthers);
    // Written in key order, like every reservation.
    await client.query(
      `insert into controller_pins (controller_id, pin_hmac)
       select $1, hmac from unnest($2::text[]) as seen (hmac) order by hmac on conflict do nothing`,
      [controllerId, hmacs],
    );
    const { rows } = await client.query(
      "select pin_hmac, source_id from controller_pins where controller_id = $1 and source_id is not null and pin_hmac = any ($2::text[])",
      [controllerId, hmacs],
    );
    return readRows(takenRow, rows).map((row) => ({ hmac: row.pin_hmac, sourceId: row.source_id }));
  });
}
