// Queries for notices. When an email is made, they check again under locks what is due, and to whom.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { LANGUAGES } from "#contract/language.ts";
import { type NoticeKind, noticeKindSchema } from "#contract/notices.ts";
import { readRows } from "#server/platform/database/read-each.ts";

/** Number of people notified in one round; the next round notifies the rest. */
const DUE_MAX = 200;
export const LINES_MAX = 10;

/** Events stored since the last email. Their own time is not before the choice either. */
const since = (stored: string, occurred: string, until: string) =>
  `${stored} > c.told_to and ${stored} <= ${until} and ${occurred} >= c.chosen_at`;

/**
 * Events of choice `c` and role `r`, those that the organisation's log shows as its own. Each part has the condition of its partial index
 * (door_events_noticed, access_logs_refused). An opening from the portal is no attempt.
 */
const news = (until: string) => `(
  select 'door' as source, e.id, e.occurred_at, e.kind, e.controller_id, e.access_point_id, e.credential_id, e.is_weekly_code,
    null::text as plate_number, coalesce(e.removed_door, e.removed_controller) as removed_place
  from door_events e
  where c.kind = 'refused' and e.organization_id = r.organization_id and e.kind = 'access' and e.granted = false
    and ${since("e.received_at", "e.occurred_at", until)}
  union all
  select 'gate', l.id, l.detected_at, 'access', l.controller_id, null, l.credential_id, false, l.plate_number, l.removed_controller
  from access_logs l
  where c.kind = 'refused' and l.organization_id = r.organization_id and l.access_granted = false and l.command_id is null
    and ${since("l.detected_at", "l.detected_at", until)}
  union all
  select 'door', e.id, e.occurred_at, e.kind, e.controller_id, e.access_point_id, null, false, null, coalesce(e.removed_door, e.removed_controller)
  from door_events e
  where c.kind = 'door_alarm' and e.organization_id = r.organization_id and e.kind in ('door_forced', 'door_held_open')
    and ${since("e.received_at", "e.occurred_at", until)})`;

/** Admins of an organisation who may sign in and to whom something is due. */
const DUE = `from notice_choices c
  join user_roles r on r.user_id = c.user_id and r.role = 'org_admin'
  join auth.users u on u.id = c.user_id and u.deleted_at is null and coalesce(u.banned_until <= now(), true)
  join profiles p on p.id = c.user_id
  join organizations o on o.id = r.organization_id
  cross join lateral (select private.notices_until(c.pace, c.mailed_at, now()) as until) t
  where t.until > c.told_to and exists (select from ${news("t.until")} n)`;

/** A time that lies ahead was written before the clock was set back: until it came again, nothing would be told, nor afterwards. */
const FOLLOW_CLOCK = `update notice_choices set told_to = least(told_to, now()), mailed_at = least(mailed_at, now())
  where told_to > now() or mailed_at > now()`;

/** Returns the ids of choices with something to tell, the one that waited longest first. */
export async function readDueNotices(engine: Pool): Promise<string[]> {
  await engine.query(FOLLOW_CLOCK);
  const { rows } = await engine.query<{ id: string }>(`select c.id ${DUE} order by c.told_to, c.id limit ${DUE_MAX}`);
  return rows.map(({ id }) => id);
}

const dueNotice = z.object({
  id: z.string(),
  user_id: z.string(),
  kind: noticeKindSchema,
  /** The language that the person has chosen for the page. */
  language: z.enum(LANGUAGES).catch("sv"),
  email: z.string(),
  organization_id: z.string(),
  organization: z.string(),
  /** A text, because a Date drops the microseconds. */
  until: z.string(),
});
export type DueNotice = z.infer<typeof dueNotice>;

/**
 * Locks a due choice until the transaction ends; null when it is no longer due, or another server has it. Also locks the role, so that no
 * email is made after the role has ended.
 */
export async function claimNotice(client: PoolClient, id: string): Promise<DueNotice | null> {
  const { rows } = await client.query(
    `select c.id, c.user_id, c.kind, u.raw_user_meta_data ->> 'language' as language, p.email, r.organization_id, o.name as organization, t.until::text as until
     ${DUE} and c.id = $1 for update of c skip locked for share of r skip locked`,
    [id],
  );
  return rows[0] === undefined ? null : dueNotice.parse(rows[0]);
}

const line = z.object({
  source: z.enum(["door", "gate"]),
  /** The latest event. */
  id: z.string(),
  kind: z.enum(["access", "door_forced", "door_held_open"]),
  count: z.number(),
  latest_at: z.date(),
  place: z.string().nullable(),
  end_user_id: z.string().nullable(),
  who: z.string().nullable(),
  is_weekly_code: z.boolean(),
  plate_number: z.string().nullable(),
  /** The alarm is over by the door's present state; null: not known. */
  is_over: z.boolean().nullable(),
  total: z.number(),
  more: z.number(),
});
export type NoticeLine = z.infer<typeof line>;

/** Reads the claimed choice's events, one line for each place, person and kind, the latest first. `total` counts all events. */
export async function readNoticeLines(
  client: PoolClient,
  { id, until }: Pick<DueNotice, "id" | "until">,
): Promise<NoticeLine[]> {
  const { rows } = await client.query(
    `with lines as (
       select n.source, n.kind, n.controller_id, n.access_point_id, n.credential_id, n.is_weekly_code, n.plate_number, n.removed_place,
         r.organization_id, count(*) as count, max(n.occurred_at) as latest_at, (array_agg(n.id order by n.occurred_at desc, n.id))[1] as id
       from notice_choices c join user_roles r on r.user_id = c.user_id and r.role = 'org_admin'
       cross join lateral ${news("$2::timestamptz")} n
       where c.id = $1
       group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
     shown as (select l.*, sum(l.count) over () as total, count(*) over () as all_lines from lines l order by l.latest_at desc, l.id limit ${LINES_MAX})
     select s.source, s.id, s.kind, s.count::float8 as count, s.latest_at, s.is_weekly_code, s.plate_number, s.total::float8 as total,
       greatest(s.all_lines - ${LINES_MAX}, 0)::int as more,
       coalesce(nullif(a.door_name, ''), a.name, s.removed_place, k.name) as place,
       e.id as end_user_id, e.first_name || ' ' || e.last_name as who,
       case when d.read_at > s.latest_at then d.alarm = 'normal' end as is_over
     from shown s
     left join access_points a on a.id = s.access_point_id
     left join controllers k on k.id = s.controller_id
     left join credentials c on c.id = s.credential_id and c.organization_id = s.organization_id
     left join end_users e on e.id = c.end_user_id and e.organization_id = s.organization_id
     left join door_states d on d.access_point_id = s.access_point_id and s.kind <> 'access'
     order by s.latest_at desc, s.id`,
    [id, until],
  );
  return readRows(line, rows);
}

/** Records that everything until `until` is in a mail. */
export async function recordTold(client: PoolClient, { id, until }: Pick<DueNotice, "id" | "until">): Promise<void> {
  await client.query("update notice_choices set told_to = $2::timestamptz, mailed_at = now() where id = $1", [
    id,
    until,
  ]);
}

/** Reads the caller's own address, as the caller. */
export async function readOwnAddress(client: PoolClient, userId: string): Promise<string> {
  const { rows } = await client.query("select email from profiles where id = $1", [userId]);
  return z.object({ email: z.string() }).parse(rows[0]).email;
}

/** Switches a kind of notice off for an account. A choice that is off stays as it is. */
export async function switchOff(engine: Pool, userId: string, kind: NoticeKind): Promise<void> {
  await engine.query("update notice_choices set pace = 'off' where user_id = $1 and kind = $2 and pace <> 'off'", [
    userId,
    kind,
  ]);
}
