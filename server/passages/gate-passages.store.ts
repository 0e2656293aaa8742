// Queries for explaining a gate. The log row and the possible cars of a reading are read as the caller, everything else as the engine.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { accessReasonSchema, OPENED_FROM_PORTAL } from "#contract/devices.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import { WAS_OPEN } from "./hours-then.rules.ts";

const passage = z.object({
  id: z.string(),
  detected_at: z.date(),
  /**
   * `detected_at` to the microsecond, for comparisons in SQL. A Date drops the microseconds, so the passage would seem to precede
   * a change of the same millisecond.
   */
  exact_at: z.string(),
  plate_number: z.string(),
  plate_key: z.string(),
  controller_id: z.string().nullable(),
  access_granted: z.boolean(),
  access_reason: accessReasonSchema,
  macro_executed: z.boolean().nullable(),
  duplicate_of: z.string().nullable(),
  credential_id: z.string().nullable(),
  /** The organisation of the plate; null when nobody has it. */
  organization_id: z.string().nullable(),
});
export type GatePassage = z.infer<typeof passage>;

const PASSAGE =
  "id, detected_at, detected_at::text as exact_at, plate_number, plate_key, controller_id, access_granted, access_reason, macro_executed, duplicate_of, credential_id, organization_id";

/** Reads the passage under the caller's policies; null when the caller may see none, and for an opening from the portal. */
export async function readGatePassage(
  client: PoolClient,
  id: string,
  scope: string | null,
): Promise<GatePassage | null> {
  const { rows } = await client.query(
    `select ${PASSAGE} from access_logs where id = $1 and ($2::uuid is null or organization_id = $2) and access_reason <> $3`,
    [id, scope, OPENED_FROM_PORTAL],
  );
  return rows[0] === undefined ? null : passage.parse(rows[0]);
}

/** Reads a passage whose plate nobody had, for any caller. */
export async function readNobodysPassage(engine: Pool, id: string): Promise<GatePassage | null> {
  const { rows } = await engine.query(
    `select ${PASSAGE} from access_logs where id = $1 and organization_id is null and access_reason = 'no_match'`,
    [id],
  );
  return rows[0] === undefined ? null : passage.parse(rows[0]);
}

/**
 * Tells whether the reading may be a car of the organisation's people, or has been linked to one since. Runs under the caller's policies.
 */
export async function isNearOwnCar(
  client: PoolClient,
  { exact_at, controller_id, plate_key }: GatePassage,
  organizationId: string,
): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (select from plate_near_misses m join plate_near_miss_candidates n on n.near_miss_id = m.id
                    where m.controller_id = $1 and m.plate_key = $2 and n.organization_id = $4 and n.dismissed_at is null)
       or exists (select from plate_aliases x
                  where x.controller_id = $1 and x.plate_key = $2 and x.organization_id = $4 and x.created_at > $3) as near`,
    [controller_id, plate_key, exact_at, organizationId],
  );
  return z.object({ near: z.boolean() }).parse(rows[0]).near;
}

/**
 * Returns the camera whose images may be asked for. Null when images are off, the gate is gone, or the gate no longer belongs to the
 * organisation in `scope`: its log keeps the passage, but it must not see who stands before another's gate.
 */
export async function readFrameSource(
  engine: Pool,
  gateId: string | null,
  scope: string | null,
): Promise<string | null> {
  const { rows } = await engine.query(
    `select c.frame_source from controllers c where c.id = $1 and ($2::uuid is null or exists (
       select from organization_controllers o where o.organization_id = $2 and o.controller_id = c.id))`,
    [gateId, scope],
  );
  return z.array(z.object({ frame_source: z.string().nullable() })).parse(rows)[0]?.frame_source ?? null;
}

/** Returns the organisation that alone uses the gate; null when several or none do. */
export async function readGateOwner(engine: Pool, gateId: string): Promise<string | null> {
  const { rows } = await engine.query("select private.sole_organization($1, null) as owner", [gateId]);
  return z.array(z.object({ owner: z.string().nullable() })).parse(rows)[0]?.owner ?? null;
}

const facts = z.object({
  first_executed: z.boolean().nullable(),
  restore_held: z.boolean(),
  kept_list: z.boolean(),
  linked_at: z.date().nullable(),
});
export type GateFactsRow = z.infer<typeof facts>;

/** A repeated read comes within this time of the one that opened. */
const REPEAT = "interval '1 minute'";

/** Reads the facts. `organizationId` is the organisation whose link may be shown; null: every organisation. */
export async function readGateFacts(
  engine: Pool | PoolClient,
  seen: GatePassage,
  organizationId: string | null,
): Promise<GateFactsRow> {
  const { rows } = await engine.query(
    `select (select l.macro_executed from access_logs l where l.id = $3 and l.detected_at between $1::timestamptz - ${REPEAT} and $1) as first_executed,
       coalesce((select a.action = 'backup_restored' from audit a where a.action in ('backup_restored', 'restore_confirmed') and a.at <= $1
                 order by a.at desc, a.id limit 1), false) or exists (select from restore_state s where s.restored_at <= $1) as restore_held,
       coalesce((select v.list_sync from gate_versions v where v.controller_id = $2 and v.since <= $1 order by v.since desc limit 1), false) as kept_list,
       (select x.created_at from plate_aliases x where x.controller_id = $2 and x.plate_key = $4 and x.created_at > $1
          and ($5::uuid is null or x.organization_id = $5)) as linked_at`,
    [seen.exact_at, seen.controller_id, seen.duplicate_of, seen.plate_key, organizationId],
  );
  return facts.parse(rows[0]);
}

const nearCar = z.object({
  /** Null: the reading has been linked to the car since. */
  near_miss_id: z.string().nullable(),
  end_user_id: z.string(),
  name: z.string(),
  given_at: z.date().nullable(),
  has_version: z.boolean(),
  enabled: z.boolean().nullable(),
  valid_from: z.date().nullable(),
  valid_to: z.date().nullable(),
  controller_ids: z.array(z.string()).nullable(),
  begins_at: z.date().nullable(),
  access_hours: z.enum(WAS_OPEN).nullable(),
});
export type NearCarRow = z.infer<typeof nearCar>;

/**
 * Returns cars that the reading nearly matches, the likeliest first, with each car's state in the second of the reading. A null
 * `organizationId` means every organisation.
 */
export async function readNearCars(
  engine: Pool,
  { exact_at, controller_id, plate_key }: GatePassage,
  organizationId: string | null,
): Promise<NearCarRow[]> {
  const { rows } = await engine.query(
    `select k.near_miss_id, u.id as end_user_id, u.first_name || ' ' || u.last_name as name,
       coalesce((select max(n.since) from credential_versions n where n.credential_id = c.id and n.since > $1 and n.other_plate),
         case when c.created_at > $1 then c.created_at end) as given_at,
       v.since is not null as has_version, v.enabled, v.valid_from, v.valid_to, v.controller_ids, (v.coming ->> $2::text)::timestamptz as begins_at,
       private.was_open(array(select jsonb_array_elements_text(v.schedule_ids -> $2::text)::uuid), $1) as access_hours
     from (select n.near_miss_id, n.credential_id, n.place from plate_near_misses m join plate_near_miss_candidates n on n.near_miss_id = m.id
             where m.controller_id = $2 and m.plate_key = $3 and n.dismissed_at is null
           union all
           select null, x.credential_id, 0 from plate_aliases x
             where x.controller_id = $2 and x.plate_key = $3 and x.created_at > $1) k
     join credentials c on c.id = k.credential_id and ($4::uuid is null or c.organization_id = $4)
     join end_users u on u.id = c.end_user_id
     left join lateral (select * from credential_versions x where x.credential_id = c.id and x.since <= $1 order by x.since desc limit 1) v on true
     order by k.place, u.id`,
    [exact_at, controller_id, plate_key, organizationId],
  );
  return readRows(nearCar, rows);
}

/** Returns credentials that a reading nearly matched, under the caller's policies. */
export async function readLinkable(client: PoolClient, nearMissId: string, scope: string | null): Promise<string[]> {
  const { rows } = await client.query(
    `select credential_id as id from plate_near_miss_candidates
     where near_miss_id = $1 and dismissed_at is null and ($2::uuid is null or organization_id = $2) order by place, credential_id`,
    [nearMissId, scope],
  );
  return rows.map((row) => credential.parse(row).id);
}

const credential = z.object({ id: z.string() });
const ALIAS_OF = "controller_id = $1 and plate_key = $2 and ($3::uuid is null or organization_id = $3)";

/** Returns the car that the gate takes the reading for, if the caller may know it; else null. */
export async function readAlias(
  client: PoolClient,
  { controller_id, plate_key }: GatePassage,
  scope: string | null,
): Promise<string | null> {
  const { rows } = await client.query(`select credential_id as id from plate_aliases where ${ALIAS_OF}`, [
    controller_id,
    plate_key,
    scope,
  ]);
  return rows[0] === undefined ? null : credential.parse(rows[0]).id;
}
