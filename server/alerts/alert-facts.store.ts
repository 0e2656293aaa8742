// Reads facts for the alert rules, one statement per kind, as portal_engine. The facts hold no personal data.
import type { PoolClient } from "pg";
import { z } from "zod";
import { backupTroubleSchema } from "#contract/backups.ts";
import { HOURS_END_DAYS, HOURS_MONTHS } from "#contract/limits.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const failing = z.object({ id: z.string(), name: z.string(), since: z.date(), cause: z.string().nullable() });
export type FailingController = z.infer<typeof failing>;

/**
 * Returns the controllers that are shown as offline, each with its time: a gate's first failed opening after its last success, a
 * silent camera's last call.
 */
export async function readFailing(client: PoolClient): Promise<FailingController[]> {
  const { rows } = await client.query({
    name: "alert-failing",
    text: `select c.controller_id as id, c.name, case when c.last_error = 'silent' then coalesce(c.last_contact, now()) else coalesce(s.failing_since, gate.since, now()) end as since, c.last_error as cause
      from public.controller_states() c
      join controller_sync s using (controller_id)
      left join lateral (
        select min(l.detected_at) as since from access_logs l
        where not private.is_door_type(c.device_type) and l.controller_id = c.controller_id and l.opened and l.macro_executed is distinct from true
          and l.detected_at > now() - interval '31 days'
          and l.detected_at > coalesce((select max(y.detected_at) from access_logs y
            where y.controller_id = c.controller_id and y.opened and y.macro_executed and y.detected_at > now() - interval '31 days'), '-infinity')
      ) gate on true
      where c.state = 'offline'`,
  });
  return readRows(failing, rows);
}

/** Only this many of the longest-waiting replicas are checked for removals; further ones would not change any alert. */
const LOOKED_AT = 2_000;

const waiting = z.object({ id: z.string(), name: z.string(), since: z.date(), count: z.number() });
export type WaitingRemovals = z.infer<typeof waiting>;

/**
 * Returns removals pending for at least `minutes`, by controller: of a whole PIN or plate, or of a changed code, a shortened validity or
 * doors. Switched-off controllers are included.
 */
export async function readWaitingRemovals(client: PoolClient, minutes: number): Promise<WaitingRemovals[]> {
  const { rows } = await client.query({
    name: "alert-removals",
    text: `select k.id, k.name, min(d.pending_since) as since, count(*)::int as count
      from (select controller_id, source_id, pending_since, outdated <> '{}' as loses from device_sync
            where pending and pending_since <= now() - make_interval(mins => $1) order by pending_since limit ${LOOKED_AT}) d
      join private.desired_replicas w using (controller_id, source_id)
      join controllers k on k.id = d.controller_id
      where not w.desired or d.loses group by k.id, k.name`,
    values: [minutes],
  });
  return readRows(waiting, rows);
}

const denials = z.object({
  id: z.string(),
  name: z.string(),
  since: z.date(),
  count: z.number(),
  plates: z.number(),
});
export type Denials = z.infer<typeof denials>;

/** Returns the gates with at least `atLeast` refusals in the last `minutes`, and how many different plates they were. */
export async function readDenials(
  client: PoolClient,
  { minutes, atLeast }: { minutes: number; atLeast: number },
): Promise<Denials[]> {
  const { rows } = await client.query({
    name: "alert-denials",
    text: `select k.id, k.name, min(l.detected_at) as since, count(*)::int as count, count(distinct l.plate_key)::int as plates
      from access_logs l join controllers k on k.id = l.controller_id
      where l.detected_at > now() - make_interval(mins => $1) and not l.access_granted
      group by k.id, k.name having count(*) >= $2`,
    values: [minutes, atLeast],
  });
  return readRows(denials, rows);
}

const pinAttempts = z.object({ id: z.string(), name: z.string().nullable(), since: z.date() });
export type PinAttempts = z.infer<typeof pinAttempts>;

/**
 * Returns organisations that exhausted a quota for typed PINs within the hour (database/people/pin-attempts.function.sql), without names of
 * people.
 */
export async function readPinAttempts(client: PoolClient): Promise<PinAttempts[]> {
  const { rows } = await client.query({
    name: "alert-pin-attempts",
    text: `select a.quota_owner as id, o.name, min(a.at) as since
      from private.pin_attempts a left join organizations o on o.id = a.organization_id
      where a.refused and a.at > now() - interval '1 hour' group by a.quota_owner, o.name`,
  });
  return readRows(pinAttempts, rows);
}

const backup = z.object({
  taken_at: z.date().nullable(),
  installed_at: z.date(),
  failed_since: z.date().nullable(),
  trouble: backupTroubleSchema.nullable(),
  uncopied_since: z.date().nullable(),
  copy_trouble: backupTroubleSchema.nullable(),
});
export type BackupFacts = z.infer<typeof backup>;

/** Returns the newest verified back-up, the time from which there has been data to back up, the later nights that failed, and the later copies that did. */
export async function readBackupFacts(client: PoolClient): Promise<BackupFacts> {
  const { rows } = await client.query({
    name: "alert-backup",
    text: `with newest as (select max(taken_at) as taken_at, max(requested_at) as requested_at from backups where verified_at is not null)
      select newest.taken_at, (select min(applied_at) from private.schema_migrations) as installed_at,
        failed.since as failed_since, failed.trouble, uncopied.since as uncopied_since, uncopied.trouble as copy_trouble
      from newest cross join lateral (
        select min(backups.requested_at) as since, (array_agg(error order by backups.requested_at desc))[1] as trouble from backups
        where kind = 'nightly' and state = 'failed' and backups.requested_at > coalesce(newest.requested_at, '-infinity')) failed
      cross join lateral (
        select min(b.taken_at) as since, (array_agg(b.copy_error order by b.taken_at desc))[1] as trouble from backups b
        where b.copy_error is not null and b.taken_at > coalesce((select max(taken_at) from backups where copied_at is not null), '-infinity')) uncopied`,
  });
  return backup.parse(rows[0]);
}

const unlocked = z.object({ id: z.string(), name: z.string(), since: z.date() });
export type UnlockedDoor = z.infer<typeof unlocked>;

/** Returns doors whose hold ended at least `seconds` ago and that no reading has shown locked since. Doors held again are left out. */
export async function readNotRelocked(client: PoolClient, seconds: number): Promise<UnlockedDoor[]> {
  const { rows } = await client.query({
    name: "alert-not-relocked",
    text: `select a.id, coalesce(nullif(a.door_name, ''), a.name) as name, min(least(h.ended_at, h.until)) as since
      from door_holds h join access_points a on a.id = h.access_point_id
      where h.end_confirmed_at is null and h.sent_at is not null and least(h.ended_at, h.until) <= now() - make_interval(secs => $1)
        and not exists (select from door_holds n where n.access_point_id = h.access_point_id and n.ended_at is null and n.until > now())
      group by a.id`,
    values: [seconds],
  });
  return readRows(unlocked, rows);
}

const clock = z
  .object({
    id: z.string(),
    name: z.string(),
    since: z.date(),
    clock_skew_ms: z.coerce.number(),
    is_over: z.boolean().default(false),
  })
  .transform(({ clock_skew_ms: skewMs, is_over: isOver, ...one }) => ({ ...one, skewMs, isOver }));
export type WrongClock = z.infer<typeof clock>;

/**
 * Returns clocks that were wrong by `seconds` at the last reading, and clocks that wrote impossible times within `lostHours`, even if
 * corrected since. The real start is unknown, so `since` is when the portal noticed.
 */
export async function readClocks(
  client: PoolClient,
  { seconds, lostHours }: { seconds: number; lostHours: number },
): Promise<WrongClock[]> {
  const { rows } = await client.query({
    name: "alert-clocks",
    text: `select c.id, c.name, case when w.is_over then e.wrong_clock_at else now() end as since,
        case when w.is_over then e.wrong_clock_ms else e.clock_skew_ms end as clock_skew_ms, w.is_over
      from door_event_cursors e join controllers c on c.id = e.controller_id
      cross join lateral (select coalesce(abs(e.clock_skew_ms) < $1::bigint * 1000, true) as is_over) w
      where c.enabled and (not w.is_over or e.wrong_clock_at > now() - make_interval(hours => $2))`,
    values: [seconds, lostHours],
  });
  return readRows(clock, rows);
}

/** Returns cameras whose reads arrive late, with the delay; delays below `ms` are left out. */
export async function readCameraClocks(client: PoolClient, ms: number): Promise<WrongClock[]> {
  const { rows } = await client.query({
    name: "alert-camera-clocks",
    text: `select c.id, c.name, now() as since, c.push_skew_ms as clock_skew_ms
      from controllers c where c.enabled and abs(c.push_skew_ms) >= $1::bigint`,
    values: [ms],
  });
  return readRows(clock, rows);
}

const certificate = z
  .object({ id: z.string(), name: z.string(), since: z.date(), cert_valid_to: z.date() })
  .transform(({ cert_valid_to: validTo, ...one }) => ({ ...one, validTo }));
export type EndingCertificate = z.infer<typeof certificate>;

/** Returns pinned certificates that end within `days`, or have ended. */
export async function readCertificates(client: PoolClient, days: number): Promise<EndingCertificate[]> {
  const { rows } = await client.query({
    name: "alert-certificates",
    text: `select c.id, c.name, c.cert_valid_to - make_interval(days => $1) as since, c.cert_valid_to
      from controllers c where c.enabled and now() + make_interval(days => $1) >= c.cert_valid_to`,
    values: [days],
  });
  return readRows(certificate, rows);
}

const restarts = z.object({ id: z.string(), name: z.string(), since: z.date(), count: z.number() });
export type Restarts = z.infer<typeof restarts>;

/**
 * Returns controllers that restarted `atLeast` times in the last `minutes`. Events that arrived more than `freshSeconds` late are ignored
 * as history.
 */
export async function readRestarts(
  client: PoolClient,
  { minutes, freshSeconds, atLeast }: { minutes: number; freshSeconds: number; atLeast: number },
): Promise<Restarts[]> {
  const { rows } = await client.query({
    name: "alert-restarts",
    text: `select c.id, c.name, min(e.occurred_at) as since, count(*)::int as count
      from door_events e join controllers c on c.id = e.controller_id
      where e.kind = 'controller_restarted' and e.occurred_at > now() - make_interval(mins => $1) and c.enabled
        and e.received_at <= e.occurred_at + make_interval(secs => $2)
      group by c.id, c.name having count(*) >= $3`,
    values: [minutes, freshSeconds, atLeast],
  });
  return readRows(restarts, rows);
}

const flood = z.object({ id: z.string(), name: z.string(), since: z.date() });
export type Flood = z.infer<typeof flood>;

/** Returns controllers that exceeded the day's limit of events within `hours`. */
export async function readFloods(client: PoolClient, hours: number): Promise<Flood[]> {
  const { rows } = await client.query({
    name: "alert-floods",
    text: `select c.id, c.name, e.flooded_at as since from door_event_cursors e join controllers c on c.id = e.controller_id
      where c.enabled and e.flooded_at > now() - make_interval(hours => $1)`,
    values: [hours],
  });
  return readRows(flood, rows);
}

const cameraDay = z.object({
  day: z.string(),
  reads: z.number(),
  unread: z.number(),
  unclear: z.number(),
  last_read_at: z.string(),
});
const camera = z.object({ id: z.string(), name: z.string(), days: z.array(cameraDay) });
export type Camera = z.infer<typeof camera>;

/** Returns how well each gate's camera read on recent days. */
export async function readCameras(client: PoolClient): Promise<Camera[]> {
  const { rows } = await client.query({
    name: "alert-cameras",
    text: `select c.id, c.name, jsonb_agg(jsonb_build_object('day', d.day, 'reads', d.reads, 'unread', d.unread, 'unclear', d.unclear,
        'last_read_at', d.last_read_at)) as days
      from camera_days d join controllers c on c.id = d.controller_id where c.enabled group by c.id`,
  });
  return readRows(camera, rows);
}

const copied = z.object({ id: z.string(), name: z.string(), since: z.date(), gate: z.string() });
export type CopiedCamera = z.infer<typeof copied>;

/**
 * Returns cameras whose pushes are refused because they use another gate's account. A camera leaves the list when it pushes with
 * its own account and nothing was refused for `recoveredMinutes`, or when nothing was refused for `silentHours`.
 */
export async function readCopiedCameras(
  client: PoolClient,
  { silentHours, recoveredMinutes }: { silentHours: number; recoveredMinutes: number },
): Promise<CopiedCamera[]> {
  const { rows } = await client.query({
    name: "alert-copied-cameras",
    text: `select c.id, c.name, p.since, a.name as gate
      from private.copied_cameras p join controllers c on c.id = p.controller_id join controllers a on a.id = p.account_of_id
      where c.enabled and p.last_at > now() - make_interval(hours => $1)
        and not (coalesce(c.pushed_at > p.last_at, false) and p.last_at < now() - make_interval(mins => $2))`,
    values: [silentHours, recoveredMinutes],
  });
  return readRows(copied, rows);
}

const endingHours = z.object({ id: z.string(), name: z.string(), since: z.date(), end: z.date() });
export type EndingHours = z.infer<typeof endingHours>;

/** Returns controllers whose confirmed schedules end soon: a full comparison renews them, and none has been made for long. */
export async function readEndingHours(client: PoolClient): Promise<EndingHours[]> {
  const { rows } = await client.query({
    name: "alert-ending-hours",
    text: `select k.id, k.name, h.ends - make_interval(days => $2) as since, h.ends as "end"
      from controllers k join controller_sync s on s.controller_id = k.id
      cross join lateral (select (date_trunc('month', s.last_full_at at time zone 'Europe/Stockholm') + make_interval(months => $1))
        at time zone 'Europe/Stockholm' as ends) h
      where k.enabled and h.ends <= now() + make_interval(days => $2)
        and (exists (select from access_points a where a.controller_id = k.id and a.hours_token is not null)
          or exists (select from door_profiles d where d.controller_id = k.id and d.hours_token is not null))`,
    values: [HOURS_MONTHS, HOURS_END_DAYS],
  });
  return readRows(endingHours, rows);
}
