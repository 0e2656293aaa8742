// Queries behind an explanation. The event is read as the caller, everything about it as the engine.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { doorReasonSchema } from "#contract/door-events.ts";
import { type PassageCandidate, passageCandidate } from "#contract/functions/explain-passage.ts";
import { pinUseSchema } from "#contract/pin-use.ts";
import type { Target } from "#server/people/mend-credential.ts";

const event = z.object({
  id: z.string(),
  occurred_at: z.date(),
  controller_id: z.string().nullable(),
  access_point_id: z.string().nullable(),
  granted: z.boolean(),
  reason: doorReasonSchema.nullable(),
  device_reason: z.string().nullable(),
  credential_id: z.string().nullable(),
  /** Of the device's clock as it went then. */
  clock_skew_ms: z.number(),
});
export type AccessEvent = z.infer<typeof event>;

/** Under the caller's policies; null when there is none, or nobody asked for access. */
export async function readAccessEvent(
  client: PoolClient,
  id: string,
  scope: string | null,
): Promise<AccessEvent | null> {
  const { rows } = await client.query(
    // How far the event's time was corrected when it was read: the clock may have been mended, or gone wrong, since.
    `select id, occurred_at, controller_id, access_point_id, granted, reason, device_reason, credential_id,
       round(extract(epoch from device_time - occurred_at) * 1000)::float8 as clock_skew_ms
     from door_events where id = $1 and kind = 'access' and ($2::uuid is null or organization_id = $2)`,
    [id, scope],
  );
  return rows[0] === undefined ? null : event.parse(rows[0]);
}

/** Until when the caller, who has just given a reason, sees who was let in. */
export async function readGrantedUntil(client: PoolClient): Promise<Date> {
  const { rows } = await client.query("select private.granted_passages_until() as until");
  return z.object({ until: z.date() }).parse(rows[0]).until;
}

const facts = z.object({
  pin_use: pinUseSchema.nullable(),
  door_enabled: z.boolean().nullable(),
  end_user_id: z.string().nullable(),
  linked: z.boolean().nullable(),
  version_since: z.date().nullable(),
  has_version: z.boolean(),
  enabled: z.boolean().nullable(),
  valid_from: z.date().nullable(),
  valid_to: z.date().nullable(),
  access_point_ids: z.array(z.string()).nullable(),
  controller_ids: z.array(z.string()).nullable(),
  changed_at: z.date().nullable(),
  receipt_kind: z.enum(["grant", "suspension", "revocation", "attested"]).nullable(),
  receipt_at: z.date().nullable(),
  waiting_since: z.date().nullable(),
  written_after: z.boolean(),
  paused: z.boolean(),
  restore_held: z.boolean(),
  unreachable: z.boolean(),
});
export type PassageFactsRow = z.infer<typeof facts>;

type PassagePlace = Pick<AccessEvent, "occurred_at" | "controller_id" | "access_point_id" | "credential_id">;

/** What is known of the second of the event. `controller_id` may be gone: then little is. */
export async function readPassageFacts(engine: Pool, passage: PassagePlace): Promise<PassageFactsRow> {
  const { rows } = await engine.query(
    `select w.pin_use, w.enabled as door_enabled, c.end_user_id, c.organization_id = any (w.organization_ids) as linked,
       v.since as version_since, v.since is not null as has_version, v.enabled, v.valid_from, v.valid_to, v.access_point_ids, v.controller_ids,
       (select max(n.since) from credential_versions n where n.credential_id = c.id and n.since > $1) as changed_at,
       r.kind as receipt_kind, r.at as receipt_at,
       case when d.pending and d.pending_since <= $1 then d.pending_since end as waiting_since,
       -- The next read-back, where it is of what was wished then and not of a later change.
       coalesce((select min(x.read_back_at) < coalesce((select min(n.since) from credential_versions n where n.credential_id = c.id and n.since > $1), 'infinity')
                 from sync_receipts x where x.controller_id = $2 and x.holder_id = $4 and x.read_back_at > $1), false) as written_after,
       coalesce((select a.action = 'lanes_paused' from audit a where a.action in ('lanes_paused', 'lanes_resumed') and a.at <= $1
                 order by a.at desc, a.id limit 1), false) or exists (select from lane_pause l where l.paused_at <= $1) as paused,
       exists (select from controller_sync y where y.controller_id = $2 and y.restored_at <= $1) as restore_held,
       exists (select from alerts z where z.kind = 'controller_offline' and z.object_id = $2 and z.since <= $1 and coalesce(z.cleared_at, 'infinity') > $1)
         or exists (select from controller_sync y where y.controller_id = $2 and y.failing_since <= $1) as unreachable
     from (select) one
     left join credentials c on c.id = $4
     left join device_sync d on d.controller_id = $2 and d.holder_id = $4
     left join lateral (select * from credential_versions x where x.credential_id = c.id and x.since <= $1 order by x.since desc limit 1) v on true
     left join lateral (select * from door_versions x where x.access_point_id = $3 and x.since <= $1 order by x.since desc limit 1) w on true
     left join lateral (
       select x.kind, coalesce(x.read_back_at, x.created_at) as at from sync_receipts x
       where x.controller_id = $2 and x.holder_id = $4 and coalesce(x.read_back_at, x.created_at) <= $1
       order by coalesce(x.read_back_at, x.created_at) desc limit 1) r on true`,
    [passage.occurred_at, passage.controller_id, passage.access_point_id, passage.credential_id],
  );
  return facts.parse(rows[0]);
}

/** How far back an ended code is still a likely one. */
const CANDIDATE_DAYS = 7;
const CANDIDATES_MAX = 5;

/**
 * For a code that the controller did not know: people of the organisation whose code for this door had ended within a
 * week, by its receipts and versions, or was not there yet. `organizationId` null: of every organisation.
 */
export async function readCandidates(
  engine: Pool,
  { occurred_at, controller_id, access_point_id }: AccessEvent,
  organizationId: string | null,
): Promise<PassageCandidate[]> {
  const { rows } = await engine.query(
    `select u.id as end_user_id, u.first_name || ' ' || u.last_name as name, k.cause, to_json(k.at)#>>'{}' as at
     from (
       select distinct on (x.credential_id) x.credential_id, x.cause, x.at from (
         select r.holder_id as credential_id,
           case when v.enabled = false then 'disabled' when v.valid_to <= $1 then 'expired'
             when not (v.access_point_ids @> array[$3::uuid]) then 'no_assignment' else 'already_removed_there' end as cause,
           case when v.enabled and v.valid_to <= $1 then v.valid_to else r.read_back_at end as at
         from sync_receipts r
         join lateral (select * from credential_versions n where n.credential_id = r.holder_id and n.since <= $1
                       order by n.since desc limit 1) v on true
         where r.controller_id = $2 and r.kind = 'revocation' and r.holder_kind = 'credential'
           and r.read_back_at between $1 - make_interval(days => $5) and $1
           -- Of this door: whoever had only others at its controller tried those.
           and exists (select from credential_versions n where n.credential_id = r.holder_id and n.since <= $1 and n.access_point_ids @> array[$3::uuid]
                       and coalesce((select min(m.since) from credential_versions m where m.credential_id = n.credential_id and m.since > n.since), 'infinity')
                         > $1 - make_interval(days => $5))
           and not exists (select from sync_receipts g where g.controller_id = $2 and g.holder_id = r.holder_id and g.kind = 'grant'
                           and g.read_back_at > r.read_back_at and g.read_back_at <= $1)
         union all
         select d.holder_id, 'not_yet_on_device', d.pending_since
         from device_sync d
         join controller_assignments a on a.credential_id = d.holder_id and a.access_point_id = $3
         where d.controller_id = $2 and d.holder_kind = 'credential' and d.pending and d.pending_since <= $1
       ) x order by x.credential_id, x.at desc
     ) k
     join credentials c on c.id = k.credential_id and ($4::uuid is null or c.organization_id = $4)
     join end_users u on u.id = c.end_user_id
     order by k.at desc, u.id limit $6`,
    [occurred_at, controller_id, access_point_id, organizationId, CANDIDATE_DAYS, CANDIDATES_MAX],
  );
  return z.array(passageCandidate).parse(rows);
}

export interface FixTarget extends Target {
  controllerId: string;
}

const fixTimes = z.object({ saved_at: z.string(), written_at: z.string().nullable() });

/** When the credential last became what it is, and when its controller was last read back. */
export async function readFixTimes(
  engine: Pool,
  target: Pick<FixTarget, "credentialId" | "controllerId">,
): Promise<z.infer<typeof fixTimes>> {
  const { rows } = await engine.query(
    `select to_json(coalesce((select max(v.since) from credential_versions v where v.credential_id = $1), now()))#>>'{}' as saved_at,
       to_json((select max(r.read_back_at) from sync_receipts r where r.controller_id = $2 and r.holder_id = $1))#>>'{}' as written_at`,
    [target.credentialId, target.controllerId],
  );
  return fixTimes.parse(rows[0]);
}

export async function readDoorToken(engine: Pool, doorId: string): Promise<string | null> {
  const { rows } = await engine.query("select device_door_token as token from access_points where id = $1", [doorId]);
  return z.array(z.object({ token: z.string().nullable() })).parse(rows)[0]?.token ?? null;
}
