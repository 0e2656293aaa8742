// One statement notes the reads of one or several pushes, and logs those that were not noted before.
import { createHash } from "node:crypto";
import type { Pool } from "pg";
import { z } from "zod";
import { SAME_CAR_MINUTES } from "#contract/limits.ts";
import {
  INSERT_PASSAGE,
  type LoggedPassage,
  loggedRow,
  logRows,
  organizationOf,
  type PassageToLog,
  passageColumns,
  REPEATED,
} from "./gate.store.ts";

const AROUND = `interval '${SAME_CAR_MINUTES} min'`;
const seenAround = (at: string) => `tstzmultirange(tstzrange(${at} - ${AROUND}, ${at} + ${AROUND}, '[]'))`;

/**
 * Decides in SQL whether a noted read is the same as this one. A late read opened nothing, so its note counts only for other late
 * reads: the next push in time lets the waiting car in.
 */
const noteUnless = (
  capturedAt: string,
) => `on conflict (controller_id, car) do update set seen = s.seen + excluded.seen,
    late = case when excluded.late is null then s.late - excluded.seen else coalesce(s.late, '{}') + (excluded.late - s.seen) end
  where not s.seen @> ${capturedAt} or (excluded.late is null and s.late @> ${capturedAt})`;

/**
 * Logs several pushes; returns one row for each, in order. Without a gate nothing can open and no note is kept, so each push is logged. A
 * conflicting row is locked, so only one of several equal concurrent pushes is logged. PostgreSQL refuses two rows of one car in one
 * statement (21000); the batch is then run one by one, because only one may be new. A late read has the time of its capture. One lock order
 * prevents deadlocks.
 */
const LOG_PUSHED_SQL = `
with r as materialized (
  select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::uuid[], $8::text[], $9::timestamptz[], $10::boolean[])
    with ordinality as r (id, plate_text, gate_id, plate, granted, reason, credential_id, car, captured_at, late, place)),
car as (
  insert into pushed_reads as s (controller_id, car, seen, late)
  select gate_id, (select x.car from r x where x.gate_id = r.gate_id and x.car = r.car), ${seenAround("captured_at")}, case when r.late then ${seenAround("captured_at")} end from r where gate_id is not null order by 1, 2
  ${noteUnless(`(lower(excluded.seen) + ${AROUND})`)}
  returning s.controller_id, s.car),
fresh as (
  select r.* from r where gate_id is null or exists (select from car where car.controller_id = r.gate_id and car.car = r.car)),${logRows("fresh", "case when r.late then least(r.captured_at, now()) else now() end")}
select r.id, logged.detected_at, logged.opened from r left join logged using (id) order by r.place`;

/** The capture time in the statement for one push at a gate. A late read is never granted, so only a refusal has one. */
const CAPTURED_AT = "$7::timestamptz";
const logOneSql = (late: string) => `
with car as (
  insert into pushed_reads as s (controller_id, car, seen, late)
  values ($3, $6, ${seenAround(CAPTURED_AT)}, ${late})
  ${noteUnless(CAPTURED_AT)}
  returning s.controller_id)`;
const LOG_ONE_GRANTED_SQL = `${logOneSql("null")},
p as (
  insert into gate_passages as g (controller_id, plate_key, opened_at, log_id)
  select car.controller_id, $8, now(), $1 from car
  on conflict (controller_id, plate_key) do update set ${REPEATED}
  returning log_id)
${INSERT_PASSAGE}
select $1, now(), $2, $3, true, $4, $5, ${organizationOf("$5", "$3")}, coalesce(p.log_id = $1, false), nullif(p.log_id, $1) from p
returning id, detected_at::text, opened`;
const LOG_ONE_DENIED_SQL = `${logOneSql(`case when $8::boolean then ${seenAround(CAPTURED_AT)} end`)}
${INSERT_PASSAGE}
select $1, case when $8::boolean then least(${CAPTURED_AT}, now()) else now() end, $2, car.controller_id, false, $4, $5, ${organizationOf("$5", "$3")}, false, null from car
returning id, detected_at::text, opened`;

const loggedOrKnown = z.union([loggedRow, z.object({ detected_at: z.null() }).transform(() => null)]);

export interface PushedCar {
  carId: string;
  capturedAt: Date;
  late: boolean;
}

export type PushToLog = PassageToLog & PushedCar;

/** Logs pushes; null marks a read that is already logged. */
export async function logPushedReads(pool: Pool, pushes: readonly PushToLog[]): Promise<(LoggedPassage | null)[]> {
  const [only] = pushes;
  if (only && pushes.length === 1 && only.gateId !== null) return [await logOne(pool, only)];
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

/** Logs a push that comes alone, as most do: the plan for several would cost more than the note itself. */
async function logOne(pool: Pool, push: PushToLog): Promise<LoggedPassage | null> {
  const { id, plateText, gateId, plate, granted, reason, credentialId, capturedAt, late } = push;
  const { rows } = await pool.query({
    name: granted ? "log-pushed-granted" : "log-pushed-denied",
    text: granted ? LOG_ONE_GRANTED_SQL : LOG_ONE_DENIED_SQL,
    values: [id, plateText, gateId, reason, credentialId, carOf(push), capturedAt, granted ? plate : late],
  });
  return rows[0] === undefined ? null : loggedRow.parse(rows[0]);
}

/** Returns the key of a read from what was read, not from what was decided, so that a repeated push is the same read. */
function carOf({ gateId, carId, plateText }: PushToLog): string {
  return createHash("sha256")
    .update(JSON.stringify([gateId, carId, plateText]))
    .digest("hex");
}
