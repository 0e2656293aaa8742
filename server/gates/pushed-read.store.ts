// One statement: notes the read of a car, and logs it unless it is noted already.
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { z } from "zod";
import { GATE_REPEAT_SECONDS, SAME_CAR_MINUTES } from "#contract/limits.ts";
import type { LoggedPassage, PassageToLog } from "./gate.store.ts";

const AROUND = `tstzmultirange(tstzrange($9::timestamptz - interval '${SAME_CAR_MINUTES} min', $9::timestamptz + interval '${SAME_CAR_MINUTES} min', '[]'))`;
const AGAIN = `g.opened_at < excluded.opened_at - interval '${GATE_REPEAT_SECONDS} s'`;

/**
 * Without a gate there is nothing to open and nothing to note it by: each push is logged. A conflicting row is locked, so
 * of equal pushes at once only one is logged. A late read has the time of its capture.
 */
const LOG_PUSHED_SQL = `
with car as (
  insert into pushed_reads as s (controller_id, car, seen)
  select $3::uuid, $8::text, ${AROUND} where $3::uuid is not null
  on conflict (controller_id, car) do update set seen = s.seen + excluded.seen where not s.seen @> $9::timestamptz
  returning 1),
fresh as (select from car union all select where $3::uuid is null),
p as (
  insert into gate_passages as g (controller_id, plate_key, opened_at, log_id) select $3, $4::text, now(), $1::uuid from fresh where $5::boolean
  on conflict (controller_id, plate_key) do update set
    log_id = case when ${AGAIN} then excluded.log_id else g.log_id end,
    opened_at = case when ${AGAIN} then excluded.opened_at else g.opened_at end
  returning log_id)
insert into access_logs (id, detected_at, plate_number, controller_id, access_granted, access_reason, credential_id, opened, duplicate_of)
select $1, case when $10::boolean then least($9::timestamptz, now()) else now() end, $2::text, $3, $5, $6::text, $7::uuid,
  coalesce(p.log_id = $1, false), nullif(p.log_id, $1)
from fresh left join p on true
returning id, detected_at::text, opened`;

const loggedRow = z.object({ id: z.string(), detected_at: z.string(), opened: z.boolean() });

export interface PushedCar {
  carId: string;
  capturedAt: Date;
  late: boolean;
}

/** Null: the read is logged already. */
export async function logPushedRead(
  pool: Pool,
  passage: PassageToLog,
  { carId, capturedAt, late }: PushedCar,
): Promise<LoggedPassage | null> {
  const { id, plateText, gateId, plate, granted, reason, credentialId } = passage;
  const car = createHash("sha256")
    // As it was read, not as it was decided: the same push again is the same read.
    .update(JSON.stringify([gateId, carId, plateText]))
    .digest("hex");
  const { rows } = await pool.query({
    name: "log-pushed",
    text: LOG_PUSHED_SQL,
    values: [id, plateText, gateId, plate, granted, reason, credentialId, car, capturedAt, late],
  });
  return rows[0] === undefined ? null : loggedRow.parse(rows[0]);
}
