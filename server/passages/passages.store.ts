// Queries for explaining a passage. The event is read as the caller, everything else as the engine.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { doorReasonSchema } from "#contract/door-events.ts";
import { pinUseSchema } from "#contract/pin-use.ts";
import type { Target } from "#server/people/fix-credential.rules.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import { WAS_OPEN } from "./hours-then.rules.ts";

const event = z.object({
  id: z.string(),
  occurred_at: z.date(),
  /** The same to the microsecond, for comparisons in SQL. */
  exact_at: z.string(),
  controller_id: z.string().nullable(),
  access_point_id: z.string().nullable(),
  granted: z.boolean(),
  reason: doorReasonSchema.nullable(),
  device_reason: z.string().nullable(),
  credential_id: z.string().nullable(),
  is_weekly_code: z.boolean(),
  /** Error of the device's clock at that time. */
  clock_skew_ms: z.number(),
});
export type AccessEvent = z.infer<typeof event>;

/** Reads the event under the caller's policies; null when there is none, or nobody asked for access. */
export async function readAccessEvent(
  client: PoolClient,
  id: string,
  scope: string | null,
): Promise<AccessEvent | null> {
  const { rows } = await client.query(
    // Correction of the event's time when it was read. The clock may have been set, or gone wrong, since.
    `select id, occurred_at, occurred_at::text as exact_at, controller_id, access_point_id, granted, reason, device_reason, credential_id, is_weekly_code,
       round(extract(epoch from device_time - occurred_at) * 1000)::float8 as clock_skew_ms
     from door_events where id = $1 and kind = 'access' and ($2::uuid is null or organization_id = $2)`,
    [id, scope],
  );
  return rows[0] === undefined ? null : event.parse(rows[0]);
}

/** Returns until when the caller, who has just given a reason, sees granted passages. */
export async function readGrantedUntil(client: PoolClient): Promise<Date> {
  const { rows } = await client.query("select private.granted_passages_until() as until");
  return z.object({ until: z.date() }).parse(rows[0]).until;
}

const facts = z.object({
  pin_use: pinUseSchema.nullable(),
  door_enabled: z.boolean().nullable(),
  door_hours: z.enum(WAS_OPEN).nullable(),
  /** The answer for the rights at the door or gate; null unless each had hours. */
  access_hours: z.enum(WAS_OPEN).nullable(),
  end_user_id: z.string().nullable(),
  linked: z.boolean().nullable(),
  version_since: z.date().nullable(),
  has_version: z.boolean(),
  enabled: z.boolean().nullable(),
  removed: z.boolean().nullable(),
  valid_from: z.date().nullable(),
  valid_to: z.date().nullable(),
  access_point_ids: z.array(z.string()).nullable(),
  controller_ids: z.array(z.string()).nullable(),
  /** Start of a membership that had not begun and gives the door or gate. */
  begins_at: z.date().nullable(),
  changed_at: z.date().nullable(),
  receipt_kind: z.enum(["grant", "suspension", "revocation", "attested"]).nullable(),
  receipt_at: z.date().nullable(),
  waiting_since: z.date().nullable(),
  written_after: z.boolean(),
  paused: z.boolean(),
  restore_held: z.boolean(),
  unreachable: z.boolean(),
  /** The passage lies between a back-up and its restore, so the portal's knowledge of that time is lost. */
  is_lost: z.boolean(),
});
export type PassageFactsRow = z.infer<typeof facts>;

/**
 * Finds since when a change of credential `c` had waited at $1 to be written to controller $2; null when none waited. The next receipt
 * shows it; without a later receipt, the change still waits today. `is_recoded` marks a changed code.
 */
export const WAITING_THEN = `left join lateral (
  select case when n.read_back_at is not null then case when n.asked_at <= $1 then n.asked_at end
      when d.pending and d.pending_since <= $1 then d.pending_since end as since,
    coalesce('code' = any (coalesce(n.removed, d.outdated)), false) as is_recoded
  from (select) one
  left join device_sync d on d.controller_id = $2 and d.source_id = c.id
  left join lateral (select x.read_back_at, x.asked_at, x.removed from sync_receipts x
                     where x.controller_id = $2 and x.source_id = c.id and x.read_back_at > $1 order by x.read_back_at limit 1) n on true
) waits on true`;

/** Tells whether $1 lies between a back-up and its restore: the stored facts are then from before the back-up. */
export const LOST_THEN =
  "exists (select from audit b where b.action = 'backup_restored' and b.at > $1 and (b.after -> 0 ->> 'taken_at')::timestamptz <= $1)";

/** Tells whether the cause kept changes from controller $2 at $1. */
const delayedThen = (cause: "restore_held" | "unreachable"): string =>
  `exists (select from controller_delays y where y.controller_id = $2 and y.cause = '${cause}' and y.since <= $1 and coalesce(y.until, 'infinity') > $1)`;

export type PassagePlace = Pick<
  AccessEvent,
  "occurred_at" | "exact_at" | "controller_id" | "access_point_id" | "credential_id"
>;

/** Reads what is known about the second of the event. `controller_id` may be gone; then little is known. */
export async function readPassageFacts(engine: Pool | PoolClient, passage: PassagePlace): Promise<PassageFactsRow> {
  const { rows } = await engine.query(
    `select w.pin_use, w.enabled as door_enabled,
       private.was_open(array_remove(array[w.hours_schedule_id], null), $1) as door_hours,
       private.was_open(array(select jsonb_array_elements_text(v.schedule_ids -> coalesce($3, $2)::text)::uuid), $1) as access_hours,
       c.end_user_id, c.organization_id = any (w.organization_ids) as linked,
       v.since as version_since, v.since is not null as has_version, v.enabled, v.removed, v.valid_from, v.valid_to, v.access_point_ids, v.controller_ids, (v.coming ->> coalesce($3, $2)::text)::timestamptz as begins_at,
       (select max(n.since) from credential_versions n where n.credential_id = c.id and n.since > $1) as changed_at,
       r.kind as receipt_kind, r.at as receipt_at,
       waits.since as waiting_since,
       -- The next read-back, where it is of what was desired then and not of a later change.
       coalesce((select min(x.read_back_at) < coalesce((select min(n.since) from credential_versions n where n.credential_id = c.id and n.since > $1), 'infinity')
                 from sync_receipts x where x.controller_id = $2 and x.source_id = $4 and x.read_back_at > $1), false) as written_after,
       -- A restore pauses too, and its row in the audit is the only one of that.
       coalesce((select a.action <> 'workers_resumed' from audit a where a.action in ('workers_paused', 'backup_restored', 'workers_resumed') and a.at <= $1
                 order by a.at desc, a.id limit 1), false) or exists (select from worker_pause l where l.paused_at <= $1) as paused,
       ${delayedThen("restore_held")} as restore_held, ${delayedThen("unreachable")} as unreachable, lost.is_lost
     from (select ${LOST_THEN} as is_lost) lost
     left join logged_credentials c on c.id = $4
     ${WAITING_THEN}
     left join lateral (select * from credential_versions x where x.credential_id = c.id and x.since <= $1 order by x.since desc limit 1) v on not lost.is_lost
     left join lateral (select * from door_versions x where x.access_point_id = $3 and x.since <= $1 order by x.since desc limit 1) w on not lost.is_lost
     left join lateral (
       select x.kind, coalesce(x.read_back_at, x.created_at) as at from sync_receipts x
       where x.controller_id = $2 and x.source_id = $4 and coalesce(x.read_back_at, x.created_at) <= $1
       order by coalesce(x.read_back_at, x.created_at) desc limit 1) r on true`,
    [passage.exact_at, passage.controller_id, passage.access_point_id, passage.credential_id],
  );
  return facts.parse(rows[0]);
}

const scheduleId = z.object({ id: z.string().nullable() });

/** Returns the schedule that was the door's hours; null for a door that the organisation is not offered now. A null one is offered all. */
export async function readHoursThen(
  engine: Pool,
  { exact_at, controller_id, access_point_id }: PassagePlace,
  organizationId: string | null,
): Promise<string | null> {
  const { rows } = await engine.query(
    `select w.hours_schedule_id as id from door_versions w
     where w.access_point_id = $3 and w.since <= $1 and ($4::uuid is null or private.is_offered_place($4, $2, $3))
     order by w.since desc limit 1`,
    [exact_at, controller_id, access_point_id, organizationId],
  );
  return rows[0] === undefined ? null : scheduleId.parse(rows[0]).id;
}

/** Returns the schedules of the credential's rights at the place at the passage, where each right had one and none was open. */
export async function readAccessHours(
  engine: Pool,
  { exact_at, controller_id, access_point_id, credential_id }: PassagePlace,
): Promise<string[]> {
  const { rows } = await engine.query(
    `select i.id::uuid as id from (select v.schedule_ids -> coalesce($3, $2)::text as ids from credential_versions v
       where v.credential_id = $4 and v.since <= $1 order by v.since desc limit 1) v, jsonb_array_elements_text(v.ids) i (id)
     where private.was_open(array(select jsonb_array_elements_text(v.ids)::uuid), $1) = 'closed'`,
    [exact_at, controller_id, access_point_id, credential_id],
  );
  return readRows(z.object({ id: z.string() }), rows).map(({ id }) => id);
}

/**
 * Returns the names of groups that give the credential the place and whose memberships applied at the passage. With `begun` false, returns
 * those whose memberships had not begun. A null organization: of all.
 */
export async function readGivingGroups(
  engine: Pool,
  organizationId: string | null,
  { exact_at, controller_id, access_point_id, credential_id }: PassagePlace,
  begun: boolean,
): Promise<string[]> {
  const { rows } = await engine.query<{ name: string }>(
    `select distinct r.group_name as name from logged_credentials c
     cross join lateral private.rights_then($5, $2, c.end_user_id, $1) r
     where c.id = $3 and r.credential_id = c.id and r.group_id is not null and (r.valid_from is null) = $4 and coalesce(r.valid_to > $1, true)
     order by 1`,
    [exact_at, access_point_id ?? controller_id, credential_id, begun, organizationId],
  );
  return rows.map(({ name }) => name);
}

export interface FixTarget extends Target {
  controllerId: string;
}

const fixTimes = z.object({ saved_at: z.string(), written_at: z.string().nullable() });

/** Returns when the credential last changed, and when its controller was last read back. */
export async function readFixTimes(
  engine: Pool,
  target: Pick<FixTarget, "credentialId" | "controllerId">,
): Promise<z.infer<typeof fixTimes>> {
  const { rows } = await engine.query(
    `select to_json(coalesce((select max(v.since) from credential_versions v where v.credential_id = $1), now()))#>>'{}' as saved_at,
       to_json((select max(r.read_back_at) from sync_receipts r where r.controller_id = $2 and r.source_id = $1))#>>'{}' as written_at`,
    [target.credentialId, target.controllerId],
  );
  return fixTimes.parse(rows[0]);
}

/** Returns the device's token of the door; null when the door is gone or was never found on the device. */
export async function readDoorToken(engine: Pool, doorId: string): Promise<string | null> {
  const { rows } = await engine.query("select device_door_token as token from access_points where id = $1", [doorId]);
  return z.array(z.object({ token: z.string().nullable() })).parse(rows)[0]?.token ?? null;
}
