// Finds, as the engine, the possible owners of an unknown code at a door, from receipts and versions. A person whose code has a length that
// the reader does not take is always a candidate, since the door never names such a code.
import type { Pool } from "pg";
import { z } from "zod";
import { type PassageExplanation, passageCandidate } from "#contract/functions/explain-passage.ts";
import { PIN_MAX_DIGITS, PIN_MIN_DIGITS } from "#contract/limits.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import { type AccessEvent, LOST_THEN, WAITING_THEN } from "./passages.store.ts";

/** Time after its end during which a code is still a likely candidate. */
const CANDIDATE_DAYS = 7;
const CANDIDATES_MAX = 5;

const found = passageCandidate.extend({ found: z.int() });

// $1 time, $2 controller, $3 door, $4 organisation, $5 days, $6 the most rows.
const CANDIDATES = `with door as (
   select coalesce(w.pin_min, 0) as pin_min, coalesce(w.pin_max, 99) as pin_max
   from (select * from door_versions x where x.access_point_id = $3 and x.since <= $1 order by x.since desc limit 1) w
   where w.pins_known_from is null or w.pins_known_from <= $1
 ), recoded as (
   -- Another code was written there.
   select r.source_id, max(r.read_back_at) as at from sync_receipts r where r.controller_id = $2 and r.source_kind = 'credential' and r.kind = 'grant'
     and 'code' = any (r.removed) and r.read_back_at between $1::timestamptz - make_interval(days => $5) and $1 group by r.source_id
 ), tried as (
   select r.source_id from sync_receipts r where r.controller_id = $2 and r.source_kind = 'credential'
     and (r.kind = 'revocation' and r.read_back_at between $1::timestamptz - make_interval(days => $5) and $1
       or r.asked_at <= $1 and r.read_back_at > $1)
   union select source_id from recoded
   union select d.source_id from device_sync d where d.controller_id = $2 and d.source_kind = 'credential' and d.pending and d.pending_since <= $1
   -- A membership gives the door later, and the controller gets the code then.
   union select n.credential_id from credential_versions n where n.coming ? $3::text and n.since <= $1
   -- Everybody with a code there, where the reader does not take every length.
   union select x.source_id from door cross join lateral (
       select d.source_id from device_sync d where d.controller_id = $2 and d.source_kind = 'credential'
       union all select r.source_id from sync_receipts r where r.controller_id = $2 and r.source_kind = 'credential' and r.kind = 'grant' and r.read_back_at <= $1) x
     where door.pin_min > ${PIN_MIN_DIGITS} or door.pin_max < ${PIN_MAX_DIGITS}
 )
 select u.id as end_user_id, u.first_name || ' ' || u.last_name as name, u.removed_at is not null as is_removed, k.cause, to_json(k.at)#>>'{}' as at, count(*) over ()::int as found
 from tried t
 join logged_credentials c on c.id = t.source_id and ($4::uuid is null or c.organization_id = $4)
 join logged_people u on u.id = c.end_user_id
 join lateral (select * from credential_versions n where n.credential_id = c.id and n.since <= $1 order by n.since desc limit 1) v on true
 left join lateral (select x.kind, x.read_back_at from sync_receipts x
                    where x.controller_id = $2 and x.source_id = c.id and x.read_back_at <= $1 order by x.read_back_at desc limit 1) r on true
 ${WAITING_THEN}
 left join recoded on recoded.source_id = c.id
 cross join lateral (select case when v.removed then 'removed' when not v.enabled then 'disabled' when v.valid_to <= $1 then 'expired'
   when v.access_point_ids @> array[$3::uuid] then null
   when (v.coming ->> $3::text)::timestamptz > $1 then 'not_yet_valid' else 'no_assignment' end as ended) e
 cross join lateral (select e.ended is null and exists (select from door where v.pin_digits not between door.pin_min and door.pin_max
     and (v.pins_known_from is null or v.pins_known_from <= $1)) as is_misfit) f
 cross join lateral (select coalesce(e.ended, case when f.is_misfit then 'pin_too_long_for_reader' when recoded.at is not null then 'code_replaced' when waits.since is null then 'already_removed_there' else 'not_yet_on_device' end) as cause,
   case when f.is_misfit then null when e.ended = 'expired' then v.valid_to when e.ended = 'not_yet_valid' then (v.coming ->> $3::text)::timestamptz when e.ended is null and recoded.at is not null then recoded.at when e.ended is null and waits.since is not null then waits.since else r.read_back_at end as at) k
 -- A person who had only other doors at its controller tried those.
 where not ${LOST_THEN} and (e.ended = 'not_yet_valid' or exists (select from credential_versions n where n.credential_id = c.id and n.since <= $1 and n.access_point_ids @> array[$3::uuid]
               and coalesce((select min(m.since) from credential_versions m where m.credential_id = n.credential_id and m.since > n.since), 'infinity')
                 > $1 - make_interval(days => $5)))
   -- The controller names whom it has, unless it has an older code of theirs.
   and case when f.is_misfit or recoded.at is not null then true when r.kind is null then k.cause in ('not_yet_on_device', 'not_yet_valid')
     when r.kind = 'revocation' then k.cause in ('not_yet_on_device', 'not_yet_valid') or r.read_back_at >= $1 - make_interval(days => $5)
     else k.cause = 'not_yet_on_device' and waits.is_recoded end
 -- A code that cannot be typed there has no end at that door, so the most recently changed code counts as likeliest.
 order by k.at desc nulls last, v.since desc, u.id limit $6`;

/**
 * Returns people whose code for this door had ended within a week, was to begin later, was not written there yet or could not be typed
 * there. The answer does not change over time. A null `organizationId` means every organisation.
 */
export async function readCandidates(
  engine: Pool,
  { exact_at, controller_id, access_point_id }: AccessEvent,
  organizationId: string | null,
): Promise<Pick<PassageExplanation, "candidates" | "more_candidates">> {
  const { rows } = await engine.query(CANDIDATES, [
    exact_at,
    controller_id,
    access_point_id,
    organizationId,
    CANDIDATE_DAYS,
    CANDIDATES_MAX,
  ]);
  const named = readRows(found, rows);
  return {
    candidates: named.map(({ found: _found, ...candidate }) => candidate),
    more_candidates: (named[0]?.found ?? 0) - named.length,
  };
}
