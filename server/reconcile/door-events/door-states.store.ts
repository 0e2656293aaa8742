// Queries of door states and of holds, for the worker of one controller.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { DoorState } from "#drivers/port.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import { nextTime } from "./door-events.store.ts";
import type { DoorNow } from "./door-states.rules.ts";

const doorRow = z.object({
  id: z.string(),
  door_token: z.string(),
  asked_at: z.date().nullable(),
  watched: z.boolean(),
  holds: z.array(z.object({ id: z.string(), until: z.coerce.date(), ended: z.boolean(), sent: z.boolean() })),
});

/** Returns doors that the device still has. */
export async function readDoorsNow(pool: Pool, controllerId: string): Promise<DoorNow[]> {
  const { rows } = await pool.query({
    name: "doors-now",
    text: `select a.id, a.device_door_token as door_token, s.asked_at, exists (select from door_watches w where w.access_point_id = a.id and w.until > now()) as watched,
        coalesce((select json_agg(json_build_object('id', h.id, 'until', h.until, 'ended', h.ended_at is not null, 'sent', h.sent_at is not null))
          from door_holds h where h.access_point_id = a.id and h.end_confirmed_at is null), '[]') as holds
      from access_points a left join door_states s on s.access_point_id = a.id
      where a.controller_id = $1 and a.device_door_token is not null and a.missing_since is null order by a.id`,
    values: [controllerId],
  });
  return readRows(doorRow, rows).map(({ id, door_token, asked_at, watched, holds }) => ({
    id,
    doorToken: door_token,
    askedAt: asked_at,
    watched,
    holds,
  }));
}

export interface Reading {
  doorId: string;
  /** Null: the device could not tell. */
  state: DoorState | null;
  /** When the device was asked, on the monotonic clock: a controller's doors are asked one after the other. */
  askedAt: number;
}

/** Records readings in one statement. An unchanged state keeps its start time and is not sent to pages. `now` is on the monotonic clock. */
export async function recordReadings(client: PoolClient, readings: readonly Reading[], now: number): Promise<void> {
  if (readings.length === 0) return;
  await client.query({
    name: "record-readings",
    text: `insert into door_states as s (access_point_id, mode, physical, alarm, mode_since, physical_since, alarm_since, read_at, source, asked_at)
      select r.id, r.mode, r.physical, r.alarm, asked.at, asked.at, asked.at, asked.at, 'device', now()
      from jsonb_to_recordset($1::jsonb) as r (id uuid, mode text, physical text, alarm text, ago float8) join access_points a on a.id = r.id
      cross join lateral (select now() - make_interval(secs => r.ago) as at) asked
      on conflict (access_point_id) do update set mode = excluded.mode, physical = excluded.physical, alarm = excluded.alarm,
        mode_since = case when s.mode = excluded.mode then s.mode_since else excluded.mode_since end,
        physical_since = case when s.physical is not distinct from excluded.physical then s.physical_since else excluded.physical_since end,
        alarm_since = case when s.alarm is not distinct from excluded.alarm then s.alarm_since else excluded.alarm_since end,
        read_at = excluded.read_at, source = 'device', asked_at = now(),
        changed_at = case when (s.mode, s.physical, s.alarm) is not distinct from (excluded.mode, excluded.physical, excluded.alarm) then s.changed_at else now() end`,
    values: [
      JSON.stringify(
        readings.map(({ doorId, state, askedAt }) => ({
          id: doorId,
          ago: (now - askedAt) / 1000,
          ...(state ?? { mode: "unknown", physical: null, alarm: null }),
        })),
      ),
    ],
  });
}

/** Half of the time that a reading is valid: a quiet door is written every third time its log is read. */
const CONFIRMED_AFTER_SECONDS = 25;

/** Confirms in SQL the states of doors that the log of $1, read to its end so many seconds ago, did not name. */
export const confirmsStates = (ago: string, changedTokens: string): string =>
  `update door_states s set read_at = now() - make_interval(secs => ${ago}), source = 'log' from access_points a
  where a.controller_id = $1::uuid and s.access_point_id = a.id and s.mode <> 'unknown' and a.missing_since is null
    and s.read_at < now() - make_interval(secs => ${CONFIRMED_AFTER_SECONDS} + ${ago})
    and a.device_door_token <> all (${changedTokens})`;

/** Records that the controller's states still held `agoMs` ago, except those of the doors that changed since. */
export async function confirmStates(
  client: PoolClient,
  controllerId: string,
  { changedTokens, agoMs }: { changedTokens: readonly string[]; agoMs: number },
): Promise<void> {
  await client.query({
    name: "confirm-states",
    text: confirmsStates("$3::float8", "$2::text[]"),
    values: [controllerId, changedTokens, agoMs / 1000],
  });
}

/** Records the time of the next reading. `seenAt` is the due time that was found for this reading. */
export async function recordNextLook(
  client: PoolClient,
  controllerId: string,
  { nextMs, seenAt }: { nextMs: number; seenAt: string | null },
): Promise<void> {
  await client.query({
    name: "record-next-look",
    text: `insert into door_event_cursors (controller_id, states_at) values ($1, now() + make_interval(secs => $2))
      on conflict (controller_id) do update set ${nextTime("states_at", "$3")}`,
    values: [controllerId, nextMs / 1000, seenAt],
  });
}

/** `kind`: an expression over the changed row `h`. */
const HOLD_EVENT = (kind: string, changed: string) => `
  insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, hold_id)
  select gen_random_uuid(), now(), now(), a.controller_id, a.id, coalesce(h.organization_id, private.sole_organization(a.controller_id, a.id)), ${kind}, h.id
  from ${changed} h join access_points a on a.id = h.access_point_id`;

/** Records that an unlock is sent, before it is sent: a lost answer must not leave the door unlocked for good. */
export async function recordSent(pool: Pool, doorId: string): Promise<void> {
  await pool.query({
    name: "holds-sent",
    text: "update door_holds set sent_at = now() where access_point_id = $1 and ended_at is null and sent_at is null",
    values: [doorId],
  });
}

/** Records holds whose door was read unlocked for the first time. */
export async function recordApplied(client: PoolClient, doorIds: readonly string[]): Promise<void> {
  if (doorIds.length === 0) return;
  await client.query({
    name: "holds-applied",
    text: `with applied as (update door_holds set applied_at = now()
        where access_point_id = any ($1::uuid[]) and ended_at is null and applied_at is null returning *)
      ${HOLD_EVENT("'hold_started'", "applied")}`,
    values: [doorIds],
  });
}

/** Ends holds whose time is over. */
export async function endHolds(client: PoolClient, controllerId: string): Promise<void> {
  await client.query({
    name: "holds-over",
    text: `update door_holds h set ended_at = h.until, end_cause = 'until' from access_points a
      where a.controller_id = $1 and h.access_point_id = a.id and h.ended_at is null and h.until <= now()`,
    values: [controllerId],
  });
}

/**
 * Confirms ended holds of doors that were read locked, or `left` to the unit's own hours. A hold that never began needs no confirmation.
 */
export async function recordEnds(
  client: PoolClient,
  controllerId: string,
  { locked, left }: Record<"locked" | "left", readonly string[]>,
): Promise<void> {
  await client.query({
    name: "holds-ended",
    text: `with confirmed as (update door_holds h set end_confirmed_at = now() from access_points a
        where a.controller_id = $1 and h.access_point_id = a.id and h.ended_at is not null and h.end_confirmed_at is null
          and (h.access_point_id = any ($2::uuid[] || $3::uuid[]) or h.sent_at is null) returning h.*),
      begun as (select * from confirmed where sent_at is not null)
      ${HOLD_EVENT("case when h.access_point_id = any ($3::uuid[]) then 'hold_ended_unlocked' else 'hold_ended' end", "begun")}`,
    values: [controllerId, locked, left],
  });
}
