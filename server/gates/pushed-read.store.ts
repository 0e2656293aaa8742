// One statement for several pushes: notes the reads of cars, and logs those that are not noted already.
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { z } from "zod";
import { SAME_CAR_MINUTES } from "#contract/limits.ts";
import { type LoggedPassage, loggedRow, logRows, type PassageToLog, passageColumns } from "./gate.store.ts";

const AROUND = `interval '${SAME_CAR_MINUTES} min'`;

/**
 * Without a gate there is nothing to open and nothing to note it by: each push is logged. A conflicting row is locked, so
 * of equal pushes at once only one is logged; two in one statement are refused by PostgreSQL (21000) and made one after
 * the other. A late read has the time of its capture. One lock order prevents deadlocks. One row for each push, in order.
 */
const LOG_PUSHED_SQL = `
with r as materialized (
  select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::uuid[], $8::text[], $9::timestamptz[], $10::boolean[])
    with ordinality as r (id, plate_text, gate_id, plate, granted, reason, credential_id, car, captured_at, late, place)),
car as (
  insert into pushed_reads as s (controller_id, car, seen)
  select gate_id, car, tstzmultirange(tstzrange(captured_at - ${AROUND}, captured_at + ${AROUND}, '[]')) from r where gate_id is not null order by 1, 2
  on conflict (controller_id, car) do update set seen = s.seen + excluded.seen where not s.seen @> (lower(excluded.seen) + ${AROUND})
  returning s.controller_id, s.car),
fresh as (
  select r.* from r where gate_id is null or exists (select from car where car.controller_id = r.gate_id and car.car = r.car)),${logRows("fresh", "case when r.late then least(r.captured_at, now()) else now() end")}
select r.id, logged.detected_at, logged.opened from r left join logged using (id) order by r.place`;

const loggedOrKnown = z.union([loggedRow, z.object({ detected_at: z.null() }).transform(() => null)]);

export interface PushedCar {
  carId: string;
  capturedAt: Date;
  late: boolean;
}

export type PushToLog = PassageToLog & PushedCar;

/** Null: the read is logged already. */
export async function logPushedReads(pool: Pool, pushes: readonly PushToLog[]): Promise<(LoggedPassage | null)[]> {
  const { rows } = await pool.query({
    name: "log-pushed",
    text: LOG_PUSHED_SQL,
    values: [
      ...passageColumns(pushes),
      pushes.map(carOf),
      pushes.map(({ capturedAt }) => capturedAt),
      pushes.map(({ late }) => late),
    ],
  });
  return z.array(loggedOrKnown).parse(rows);
}

/** As it was read, not as it was decided: the same push again is the same read. */
function carOf({ gateId, carId, plateText }: PushToLog): string {
  return createHash("sha256")
    .update(JSON.stringify([gateId, carId, plateText]))
    .digest("hex");
}
