// The gate's two statements. Each is prepared once per connection and is its own transaction.
import type { Pool, QueryConfig } from "pg";
import { z } from "zod";
import { type AccessReason, deviceTypeSchema } from "#contract/devices.ts";
import { ALIAS_UNUSED_DAYS, GATE_REPEAT_SECONDS } from "#contract/limits.ts";
import { storedRelayRequest } from "#contract/relay.ts";
import { signInFacts } from "#server/devices/sign-in-facts.ts";

const candidate = z.object({
  id: z.string(),
  enabled: z.boolean(),
  started: z.boolean(),
  ended: z.boolean(),
  assigned: z.boolean(),
  scheduled: z.boolean(),
  begins: z.boolean(),
  uses_gate: z.boolean(),
  /** The plate that the reading is an alias of; null when the reading is the plate itself. */
  alias_of: z.string().nullable(),
});

const factsRow = z.object({
  sender_id: z.string().nullable(),
  sender_hash: z.string().nullable(),
  sender_previous_hash: z.string().nullable(),
  installation_hash: z.string().nullable(),
  installation_previous_hash: z.string().nullable(),
  gate_id: z.string().nullable(),
  gate: z
    .object({
      device_type: deviceTypeSchema,
      enabled: z.boolean(),
      macro_id: z.string().nullable(),
      device_ip: z.string(),
      device_port: z.number().nullable(),
      username: z.string().nullable(),
      password_encrypted: z.string().nullable(),
      cert_sha256: z.string().nullable(),
      serial: z.string().nullable(),
      allow_plain_http: z.boolean(),
      relay_request: storedRelayRequest,
      sign_in: signInFacts,
    })
    .nullable(),
  candidates: z.array(candidate),
  /** A restored back-up awaits confirmation: no gate opens. */
  held: z.boolean(),
});
export type GateFactsRow = z.infer<typeof factsRow>;

/** Tells in SQL whether a credential has the gate at some hour, directly or by a membership that has begun and not ended. */
const hasGate = (credential: string, gate: string) =>
  `(exists (select from controller_assignments a where a.credential_id = ${credential}.id and a.controller_id = ${gate})
        or exists (select from access_group_rights a where a.credential_id = ${credential}.id and a.controller_id = ${gate}
          and (a.valid_from is null or now() >= a.valid_from) and not private.is_over(a.valid_to)))`;

const isLinked = (credential: string, gate: string) =>
  `exists (select from organization_controllers o where o.organization_id = ${credential}.organization_id and o.controller_id = ${gate})`;

/**
 * Tells in SQL whether an organisation uses the gate. Anybody may register any plate, so a passage concerns only organisations that use the
 * gate: those linked to it, and those that assigned it to this plate before the link ended.
 */
const usesGate = (credential: string, gate: string) =>
  `(${isLinked(credential, gate)}
        or ${hasGate(credential, gate)})`;

/**
 * The number of schedules that are asked for one credential at a gate. An organisation may register a neighbour's plate and put it in any
 * number of groups, and the neighbour's car waits for each answer.
 */
const SCHEDULES_ASKED = 20;

/**
 * Returns in SQL what a credential `k` has at a gate: `linked`, `direct`, and by groups `open` (a membership that has begun, always or at this
 * hour), `scheduled` (one with hours) and `begins` (one that has not begun). A schedule is asked only for a right that has one.
 */
const rightsAt = (gate: string) => `
    cross join lateral (select ${isLinked("k", gate)} as linked,
      exists (select from controller_assignments a where a.credential_id = k.id and a.controller_id = ${gate}) as direct offset 0) d
    cross join lateral (select
        coalesce(bool_or(g.begun and (g.schedule_id is null or d.direct or private.is_open(g.schedule_id, now()))), false) as open,
        coalesce(bool_or(g.begun and g.schedule_id is not null), false) as scheduled,
        coalesce(bool_or(not g.begun), false) as begins
      from (select a.schedule_id, a.valid_from is null or now() >= a.valid_from as begun from access_group_rights a
        where a.credential_id = k.id and a.controller_id = ${gate} and not private.is_over(a.valid_to)
        group by 1, 2 order by 1 nulls first, 2 desc limit ${SCHEDULES_ASKED}) g) g`;

/** Returns one row for each row of `reads (webhook_user, gate_id, plate)`. */
const factsOf = (reads: string) => `
select s.id as sender_id, s.webhook_hash as sender_hash,
  case when now() < s.webhook_previous_until then s.webhook_previous_hash end as sender_previous_hash,
  i.webhook_hash as installation_hash,
  case when now() < i.webhook_previous_until then i.webhook_previous_hash end as installation_previous_hash, c.id as gate_id,
  case when c.id is null then null else json_build_object(
    'device_type', c.device_type, 'enabled', c.enabled, 'macro_id', c.macro_id,
    'device_ip', c.device_ip, 'device_port', c.device_port, 'username', c.username,
    'password_encrypted', c.password_encrypted, 'cert_sha256', c.cert_sha256, 'serial', c.serial,
    'allow_plain_http', c.allow_plain_http, 'relay_request', c.relay_request,
    'sign_in', private.sign_in_facts(c.sign_in_digest, c.sign_in_refusals, c.sign_in_held_until, c.sign_in_version)) end as gate,
  coalesce((select json_agg(json_build_object('id', k.id, 'enabled', k.enabled,
      'started', k.valid_from is null or now() >= k.valid_from, 'ended', private.is_over(k.valid_to),
      'assigned', d.linked and (d.direct or g.open), 'scheduled', d.linked and g.scheduled, 'begins', d.linked and g.begins,
      'uses_gate', d.linked or d.direct or g.open or g.scheduled,
      'alias_of', k.alias_of) order by k.alias_of nulls first, k.created_at, k.id)
    from (select k.id, k.organization_id, k.enabled, k.valid_from, k.valid_to, k.created_at, null as alias_of
        from credentials k where k.plate_key = r.plate and k.credential_type = 'license_plate'
      union all
      select k.id, k.organization_id, k.enabled, k.valid_from, k.valid_to, k.created_at, k.plate_key
        from plate_aliases x join credentials k on k.id = x.credential_id
        where x.controller_id = c.id and x.plate_key = r.plate and x.last_used_at > now() - interval '${ALIAS_UNUSED_DAYS} days') k${rightsAt("c.id")}), '[]') as candidates,
  exists (select from restore_state) as held
from ${reads}
left join controllers s on s.webhook_user = r.webhook_user
left join installation_webhook i on i.webhook_user = r.webhook_user and i.enabled
left join controllers c on c.id = r.gate_id`;

/** $1 webhook user, $2 gate id (uuid or null), $3 plate key (or null). Always returns one row. */
export const GATE_FACTS_SQL = factsOf("(select $1::text as webhook_user, $2::uuid as gate_id, $3::text as plate) r");
/** The statement above for arrays of equal length; returns rows in the order of the arrays. */
export const GATE_FACTS_OF_MANY_SQL = `${factsOf("unnest($1::text[], $2::uuid[], $3::text[]) with ordinality as r (webhook_user, gate_id, plate, place)")}
order by r.place`;

export interface GateRead {
  webhookUser: string;
  gateId: string | null;
  plate: string | null;
}

/** Returns one row for each read, in one statement. */
export async function readGateFacts(pool: Pool, reads: readonly GateRead[]): Promise<GateFactsRow[]> {
  const [only] = reads;
  const { rows } = await pool.query(
    only && reads.length === 1
      ? { name: "gate-facts", text: GATE_FACTS_SQL, values: [only.webhookUser, only.gateId, only.plate] }
      : {
          name: "gate-facts-of-many",
          text: GATE_FACTS_OF_MANY_SQL,
          values: [
            reads.map((read) => read.webhookUser),
            reads.map((read) => read.gateId),
            reads.map((read) => read.plate),
          ],
        },
  );
  return rows.map((row) => factsRow.parse(row));
}

export interface PassageToLog {
  id: string;
  plateText: string;
  /** The car's own plate, never an alias, so that two readings of one car open once. */
  plate: string | null;
  gateId: string | null;
  granted: boolean;
  reason: AccessReason;
  credentialId: string | null;
}

/** Returns in SQL the organisation of a row, so that an organisation reads its own passages. */
export const organizationOf = (credential: string, gate: string) =>
  `(select k.organization_id from credentials k where k.id = ${credential} and ${usesGate("k", gate)})`;

/** The only list of a passage's columns: a statement that left out the organisation would hide the passage from it. */
export const INSERT_PASSAGE =
  "insert into access_logs (id, detected_at, plate_number, controller_id, access_granted, access_reason, credential_id, organization_id, opened, duplicate_of)";

/**
 * A gate opens again for a car after this time; until then the row keeps the passage that opened. A later time was written before the clock
 * was set back, and keeps no car out.
 */
const REPEATS_FOR = `interval '${GATE_REPEAT_SECONDS} s'`;
const AGAIN = `g.opened_at not between excluded.opened_at - ${REPEATS_FOR} and excluded.opened_at + ${REPEATS_FOR}`;
export const REPEATED = `
    log_id = case when ${AGAIN} then excluded.log_id else g.log_id end,
    opened_at = case when ${AGAIN} then excluded.opened_at else g.opened_at end`;

/** Inserts the log row. A granted read first upserts the row in `gate_openings`, which gives `opened` and `duplicate_of`. */
export const LOG_GRANTED_SQL = `
with p as (
  insert into gate_passages as g (controller_id, plate_key, opened_at, log_id) values ($3, $4, now(), $1)
  on conflict (controller_id, plate_key) do update set ${REPEATED}
  returning log_id)
${INSERT_PASSAGE}
select $1, now(), $2, $3, true, $5, $6, ${organizationOf("$6", "$3")}, coalesce(p.log_id = $1, false), nullif(p.log_id, $1) from p
returning id, detected_at::text, opened`;

export const LOG_DENIED_SQL = `
${INSERT_PASSAGE}
values ($1, now(), $2, $3, false, $4, $5, ${organizationOf("$5", "$3")}, false, null)
returning id, detected_at::text, opened`;

/**
 * Returns the expressions `p` and `logged` over rows named `rows`. The first passage of an opening upserts the arbiter row; one lock order
 * prevents deadlocks.
 */
export const logRows = (rows: string, detectedAt: string) => `
p as (
  insert into gate_passages as g (controller_id, plate_key, opened_at, log_id)
  select distinct on (gate_id, plate) gate_id, plate, now(), id from ${rows} where granted order by gate_id, plate, place
  on conflict (controller_id, plate_key) do update set ${REPEATED}
  returning controller_id, plate_key, log_id),
logged as (
  ${INSERT_PASSAGE}
  select r.id, ${detectedAt}, r.plate_text, r.gate_id, r.granted, r.reason, r.credential_id, ${organizationOf("r.credential_id", "r.gate_id")}, coalesce(p.log_id = r.id, false), nullif(p.log_id, r.id)
  from ${rows} r left join p on r.granted and p.controller_id = r.gate_id and p.plate_key = r.plate
  returning id, detected_at::text, opened)`;

/** Logs several passages in one statement. */
export const LOG_MANY_SQL = `
with r as materialized (
  select * from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::boolean[], $6::text[], $7::uuid[]) with ordinality
    as r (id, plate_text, gate_id, plate, granted, reason, credential_id, place)),${logRows("r", "now()")}
select logged.* from logged join r using (id) order by r.place`;

export const loggedRow = z.object({ id: z.string(), detected_at: z.string(), opened: z.boolean() });
export type LoggedPassage = z.infer<typeof loggedRow>;

/** Commits the passages. `opened` tells that this read, and no other, may call the macro. */
export async function logPassages(pool: Pool, passages: readonly PassageToLog[]): Promise<LoggedPassage[]> {
  const [only] = passages;
  const { rows } = await pool.query(only && passages.length === 1 ? logOne(only) : logMany(passages));
  return rows.map((row) => loggedRow.parse(row));
}

function logOne({ id, plateText, plate, gateId, granted, reason, credentialId }: PassageToLog): QueryConfig<unknown[]> {
  return granted
    ? { name: "log-granted", text: LOG_GRANTED_SQL, values: [id, plateText, gateId, plate, reason, credentialId] }
    : { name: "log-denied", text: LOG_DENIED_SQL, values: [id, plateText, gateId, reason, credentialId] };
}

function logMany(passages: readonly PassageToLog[]): QueryConfig<unknown[]> {
  return { name: "log-many", text: LOG_MANY_SQL, values: passageColumns(passages) };
}

/** Returns the columns in the order of the statements' first seven parameters. */
export function passageColumns(passages: readonly PassageToLog[]): unknown[][] {
  const columns = ["id", "plateText", "gateId", "plate", "granted", "reason", "credentialId"] as const;
  return columns.map((column) => passages.map((passage) => passage[column]));
}

/** Records which password was used during an overlap, at most once a minute. */
const WEBHOOK_USE_SQL = `
insert into webhook_uses as u (controller_id, new_used_at, old_used_at) values ($1, case when not $2 then now() end, case when $2 then now() end)
on conflict (controller_id) do update set new_used_at = coalesce(excluded.new_used_at, u.new_used_at), old_used_at = coalesce(excluded.old_used_at, u.old_used_at)
where coalesce(case when $2 then u.old_used_at else u.new_used_at end < now() - interval '1 minute', true)`;

/** Records the password used. Called after the answer, during an overlap only. */
export async function recordWebhookUse(pool: Pool, controllerId: string, password: "new" | "old"): Promise<void> {
  await pool.query({ name: "webhook-use", text: WEBHOOK_USE_SQL, values: [controllerId, password === "old"] });
}

/** $1 log row, $2 its detected_at, $3 whether the gate reported that the macro ran. */
export const MACRO_RESULT_SQL =
  "update access_logs set macro_executed = $3, changed_at = clock_timestamp() where id = $1 and detected_at = $2::timestamptz";

/** Stores the result. Not called for an unknown outcome: null is already stored. */
export async function storeMacroResult(pool: Pool, passage: LoggedPassage, executed: boolean): Promise<void> {
  await pool.query({
    name: "macro-result",
    text: MACRO_RESULT_SQL,
    values: [passage.id, passage.detected_at, executed],
  });
}
