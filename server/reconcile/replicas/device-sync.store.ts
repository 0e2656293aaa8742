// Queries of replicas for controller workers: desired state, and confirmed state.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { ALIAS_UNUSED_DAYS } from "#contract/limits.ts";
import { readEach, readRows } from "#server/platform/database/read-each.ts";
import { onWholeDays } from "./whole-days.rules.ts";

/** Devices store whole seconds: ends are cut and starts rounded up, so access is never longer than granted. */
const UTC_SECONDS = `at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'`;
/** UNCONFIRMED: whether a device opens in the end's second. Weekly codes therefore end at Sunday's last second. */
const LAST_SECOND = "case c.source_kind when 'weekly_code' then interval '1 second' else interval '0' end";
/** Selects a replica with its desired state in one statement on one view, so that a later change stays pending. */
const REPLICA = `select c.controller_id, c.source_id, c.source_kind, c.organization_id, c.label, c.user_token, c.credential_token,
    c.desired_gen::text, c.pending, c.pending and c.next_try_at > now() as rests, c.applied_digest, c.attempts, c.last_error, c.assigned, c.desired, c.live,
    case c.source_kind when 'weekly_code' then c.label else c.first_name end as first_name,
    case c.source_kind when 'weekly_code' then 'Veckokod' else c.last_name end as last_name,
    c.encrypted_pin, coalesce(c.pin_hmacs, '{}') as pin_hmacs, c.profile_tokens, c.doors_without_profile::int, c.hours_unknown, c.doors_withheld::int,
    to_char(date_trunc('second', c.valid_from + interval '999999 microseconds') ${UTC_SECONDS}) as valid_from,
    to_char(date_trunc('second', c.valid_to - ${LAST_SECOND}) ${UTC_SECONDS}) as valid_to,
    extract(epoch from c.valid_to)::float8 as expires_epoch, private.plate_key(c.plate) as plate_key,
    case when c.plate is null then '{}' else array(select a.plate_key from plate_aliases a where a.controller_id = c.controller_id
      and a.credential_id = c.source_id and a.last_used_at > now() - interval '${ALIAS_UNUSED_DAYS} days' order by 1) end as alias_keys,
    case when c.valid_from > now() then extract(epoch from c.valid_from)::float8 end as begins_epoch,
    array(select r.pin_hmac from controller_pins r where r.controller_id = c.controller_id and r.source_id = c.source_id) as reserved_hmacs,
    coalesce(c.may_suspend and c.ended_at + make_interval(secs => s.seconds) > now(), false) as suspends, c.door_tokens,
    extract(epoch from c.ended_at + make_interval(secs => s.seconds))::float8 as suspended_until_epoch,
    exists (select from device_sync o where o.controller_id = c.controller_id and o.suspended_until is not null and o.pending) as suspension_ends,
    (select k.whole_days from controllers k where k.id = c.controller_id) as whole_days
  from private.desired_replicas c cross join (select $1::float8 as seconds) s`;

export const replicaRow = z.object({
  controller_id: z.string(),
  source_id: z.string(),
  source_kind: z.enum(["credential", "weekly_code", "direct"]),
  organization_id: z.string().nullable(),
  label: z.string(),
  user_token: z.string(),
  credential_token: z.string(),
  desired_gen: z.string(),
  pending: z.boolean(),
  /** The replica is pending, and is tried again later. */
  rests: z.boolean(),
  applied_digest: z.string().nullable(),
  attempts: z.number(),
  last_error: z.string().nullable(),
  assigned: z.boolean(),
  desired: z.boolean(),
  live: z.boolean(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  encrypted_pin: z.string().nullable(),
  pin_hmacs: z.array(z.string()),
  valid_from: z.iso.datetime().nullable(),
  valid_to: z.iso.datetime().nullable(),
  profile_tokens: z.array(z.string()),
  doors_without_profile: z.number(),
  /** A door has no profile yet for the hours of the credential's rights. */
  hours_unknown: z.boolean(),
  /** Number of doors whose hours the device does not keep, so that nobody is let in by them. */
  doors_withheld: z.number(),
  reserved_hmacs: z.array(z.string()),
  expires_epoch: z.number().nullable(),
  /** Plate of a vehicle at a gate with a plate list; null for PINs. */
  plate_key: z.string().nullable(),
  /** Readings of a camera that count as this plate at this gate. */
  alias_keys: z.array(z.string()),
  begins_epoch: z.number().nullable(),
  /** Nothing is desired, and the device may keep the object suspended. */
  suspends: z.boolean(),
  suspended_until_epoch: z.number().nullable(),
  /** Doors at which the credential would open; empty for weekly codes and people of one controller. */
  door_tokens: z.array(z.string()),
  /** A suspended replica of the controller is about to be removed, perhaps because its PIN now belongs to somebody else. */
  suspension_ends: z.boolean(),
  whole_days: z.boolean(),
  /** The replica is desired but its row cannot be read: it has its own error, and nothing of it is written. */
  unreadable: z.boolean().default(false),
});
export type ReplicaRow = z.infer<typeof replicaRow>;

/** The readable part of an unreadable row: enough to remove it from a device, not to write it. */
const UNREAD = {
  first_name: null,
  last_name: null,
  encrypted_pin: null,
  valid_from: null,
  valid_to: null,
  expires_epoch: null,
  begins_epoch: null,
  plate_key: null,
  alias_keys: [],
  profile_tokens: [],
  doors_without_profile: 0,
  hours_unknown: false,
  doors_withheld: 0,
  door_tokens: [],
  suspends: false,
  suspended_until_epoch: null,
};

const readReplica = (row: unknown): ReplicaRow => onWholeDays(replicaRow.parse(row));

/** Parses replicas. An unreadable row of one tenant must not fail others, and a removal needs only its tokens. */
function readReplicas(rows: readonly object[]): ReplicaRow[] {
  return readEach(rows, readReplica, (row) => {
    const bare = replicaRow.parse(Object.assign({}, row, UNREAD));
    return { ...bare, unreadable: bare.desired };
  });
}

/**
 * Returns due replicas: removals first (a late grant is harmless), then the longest due. Returns none while paused, also for a run that
 * began earlier.
 */
export async function readDueReplicas(
  pool: Pool,
  controllerId: string,
  { suspendedMs, limit }: { suspendedMs: number; limit: number },
): Promise<ReplicaRow[]> {
  const { rows } = await pool.query({
    name: "due-replicas",
    text: `${REPLICA} where c.controller_id = $2 and c.pending and c.next_try_at <= now() and not exists (select from worker_pause)
      order by c.desired, c.next_try_at, c.source_id limit $3`,
    values: [suspendedMs / 1000, controllerId, limit],
  });
  return readReplicas(rows);
}

/** Returns a page of replicas in the order of their sources, from the one after `after`. */
export async function readReplicasAfter(
  pool: Pool,
  controllerId: string,
  { suspendedMs, after, limit }: { suspendedMs: number; after: string; limit: number },
): Promise<ReplicaRow[]> {
  const { rows } = await pool.query({
    name: "replicas-after",
    text: `${REPLICA} where c.controller_id = $2 and c.source_id > $3 order by c.source_id limit $4`,
    values: [suspendedMs / 1000, controllerId, after, limit],
  });
  return readReplicas(rows);
}

const generation = z.object({ source_id: z.string(), desired_gen: z.string() });

/** Locks replicas in key order (source, replica, reservations); returns the current generations. */
export async function lockReplicas(
  client: PoolClient,
  controllerId: string,
  sourceIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query({
    name: "lock-replicas",
    text: `select source_id, desired_gen::text from device_sync where controller_id = $1 and source_id = any ($2::uuid[])
      order by source_id for update`,
    values: [controllerId, sourceIds],
  });
  return new Map(readRows(generation, rows).map((row) => [row.source_id, row.desired_gen]));
}

/** Writes device tokens beside each assignment (specification). Call it before the replicas are locked: see lockReplicas. */
export async function writeAssignmentTokens(
  client: PoolClient,
  controllerId: string,
  tokens: readonly { sourceId: string; userToken: string | null; credentialToken: string | null }[],
): Promise<void> {
  if (tokens.length === 0) return;
  await client.query({
    name: "assignment-tokens",
    text: `update controller_assignments a set axis_user_token = t.user_token, axis_credential_token = t.credential_token
      from unnest($2::uuid[], $3::text[], $4::text[]) as t (source_id, user_token, credential_token)
      where a.controller_id = $1 and a.credential_id = t.source_id
        and (a.axis_user_token, a.axis_credential_token) is distinct from (t.user_token, t.credential_token)`,
    values: [
      controllerId,
      tokens.map((entry) => entry.sourceId),
      tokens.map((entry) => entry.userToken),
      tokens.map((entry) => entry.credentialToken),
    ],
  });
}

export interface AppliedReplica {
  sourceId: string;
  generation: string;
  /** Null: confirmed absent. */
  digest: string | null;
  /**
   * When the replica must be looked at again, in epoch seconds: at its end, when a plate's time begins, or when a suspended replica must
   * go.
   */
  wakesEpoch: number | null;
  /** The device holds the object suspended. */
  isSuspended: boolean;
}

/** Records the generations that were read back; newer ones stay pending. */
export async function recordApplied(
  client: PoolClient,
  controllerId: string,
  applied: readonly AppliedReplica[],
): Promise<void> {
  if (applied.length === 0) return;
  await client.query({
    name: "record-applied",
    text: `update device_sync d set applied_gen = greatest(d.applied_gen, t.generation), applied_digest = t.digest,
        attempts = 0, last_error = null, synced_at = clock_timestamp(),
        outdated = case when d.desired_gen > t.generation then d.outdated else '{}' end,
        suspended_until = case when d.desired_gen > t.generation then d.suspended_until when t.suspended then to_timestamp(t.expires) end,
        next_try_at = case when d.desired_gen > t.generation then now() else coalesce(to_timestamp(t.expires), 'infinity') end
      from unnest($2::uuid[], $3::bigint[], $4::text[], $5::float8[], $6::boolean[]) as t (source_id, generation, digest, expires, suspended)
      where d.controller_id = $1 and d.source_id = t.source_id`,
    values: [
      controllerId,
      applied.map((replica) => replica.sourceId),
      applied.map((replica) => replica.generation),
      applied.map((replica) => replica.digest),
      applied.map((replica) => replica.wakesEpoch),
      applied.map((replica) => replica.isSuspended),
    ],
  });
}

/** Frees former PINs once the device shows the change. Keeps `hmacs` and any that `reencrypt` added meanwhile. */
export async function freeFormerPins(
  client: PoolClient,
  controllerId: string,
  sources: readonly { sourceId: string; hmacs: readonly string[] }[],
): Promise<void> {
  if (sources.length === 0) return;
  const kept = sources.flatMap(({ sourceId, hmacs }) => hmacs.map((hmac) => ({ sourceId, hmac })));
  await client.query({
    name: "free-former-pins",
    text: `delete from controller_pins r where r.controller_id = $1 and r.source_id = any ($2::uuid[])
      and (r.source_id, r.pin_hmac) not in (select source_id, pin_hmac from unnest($3::uuid[], $4::text[]) as k (source_id, pin_hmac)
        union all select h.source_id, unnest(h.pin_hmacs) from private.sources h
          where h.source_id = any ($2::uuid[]) and private.is_live(h.enabled, h.valid_to))`,
    values: [
      controllerId,
      sources.map((entry) => entry.sourceId),
      kept.map((entry) => entry.sourceId),
      kept.map((entry) => entry.hmac),
    ],
  });
}

/** Keeps a PIN reserved, without a source, while an unmanaged object has the same PIN. */
export async function leaveToForeign(
  client: PoolClient,
  controllerId: string,
  sourceIds: readonly string[],
  foreignHmacs: readonly string[],
): Promise<void> {
  if (foreignHmacs.length === 0) return;
  await client.query(
    `update controller_pins set source_id = null, organization_id = null
     where controller_id = $1 and source_id = any ($2::uuid[]) and pin_hmac = any ($3::text[])`,
    [controllerId, sourceIds, foreignHmacs],
  );
}

/** Deletes replicas whose source is gone and whose absence is confirmed; PINs of unmanaged objects stay reserved. */
export async function endReplicas(
  client: PoolClient,
  controllerId: string,
  sourceIds: readonly string[],
  foreignHmacs: readonly string[],
): Promise<void> {
  if (sourceIds.length === 0) return;
  await leaveToForeign(client, controllerId, sourceIds, foreignHmacs);
  // Fault point: reservation-kept.
  await client.query({
    name: "end-reservations",
    text: "delete from controller_pins where controller_id = $1 and source_id = any ($2::uuid[])",
    values: [controllerId, sourceIds],
  });
  await client.query({
    name: "end-replicas",
    text: "delete from device_sync where controller_id = $1 and source_id = any ($2::uuid[])",
    values: [controllerId, sourceIds],
  });
}

/** Records failures. A refused replica backs off alone; a newer generation is retried at once. */
export async function recordReplicaFailures(
  client: PoolClient,
  controllerId: string,
  failures: readonly { sourceId: string; generation: string; error: string; pauseMs: number }[],
): Promise<void> {
  if (failures.length === 0) return;
  await client.query({
    name: "replica-failures",
    text: `update device_sync d set attempts = d.attempts + 1, last_error = t.error,
        next_try_at = case when d.desired_gen = t.generation then now() + make_interval(secs => t.pause) else now() end
      from unnest($2::uuid[], $3::bigint[], $4::text[], $5::float8[]) as t (source_id, generation, error, pause)
      where d.controller_id = $1 and d.source_id = t.source_id`,
    values: [
      controllerId,
      failures.map((failure) => failure.sourceId),
      failures.map((failure) => failure.generation),
      failures.map((failure) => failure.error),
      failures.map((failure) => failure.pauseMs / 1000),
    ],
  });
}

/** Raises the desired generation of each replica, in key order. */
export async function bumpReplicas(
  client: Pool | PoolClient,
  controllerId: string,
  sourceIds: readonly string[],
): Promise<void> {
  await client.query({
    name: "bump-replicas",
    text: `with mine as (
        select source_id from device_sync where controller_id = $1 and source_id = any ($2::uuid[]) order by source_id for update)
      update device_sync d set desired_gen = d.desired_gen + 1, next_try_at = now() from mine
      where d.controller_id = $1 and d.source_id = mine.source_id`,
    values: [controllerId, sourceIds],
  });
}

/** Wakes synced replicas whose validity has ended. Any server may run it for all. */
export async function wakeExpired(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query({
    name: "wake-expired",
    text: `with expired as (
        select controller_id, source_id from device_sync where not pending and next_try_at <= now()
        order by controller_id, source_id limit 1000 for update skip locked)
      update device_sync d set desired_gen = d.desired_gen + 1 from expired e
      where d.controller_id = e.controller_id and d.source_id = e.source_id`,
  });
  return rowCount ?? 0;
}

/** Returns those of the tokens that a replica of the controller has. */
export async function knownTokens(pool: Pool, controllerId: string, tokens: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query({
    name: "known-tokens",
    text: `select token from unnest($2::text[]) as asked (token)
      where exists (select from device_sync d where d.controller_id = $1 and (d.credential_token = token or d.user_token = token))`,
    values: [controllerId, tokens],
  });
  return new Set(readRows(z.object({ token: z.string() }), rows).map((row) => row.token));
}
