// Queries behind an explanation of a gate. The row of the log is read as the caller, everything about it as the engine.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { accessReasonSchema } from "#contract/devices.ts";
import { type PassageCandidate, passageCandidate } from "#contract/functions/explain-passage.ts";

const passage = z.object({
  id: z.string(),
  detected_at: z.date(),
  plate_number: z.string(),
  plate_key: z.string(),
  controller_id: z.string().nullable(),
  access_granted: z.boolean(),
  access_reason: accessReasonSchema,
  macro_executed: z.boolean().nullable(),
  duplicate_of: z.string().nullable(),
  credential_id: z.string().nullable(),
  /** Whose plate it was; null: nobody's. */
  organization_id: z.string().nullable(),
});
export type GatePassage = z.infer<typeof passage>;

/** Under the caller's policies; null when there is none that the caller may see. */
export async function readGatePassage(
  client: PoolClient,
  id: string,
  scope: string | null,
): Promise<GatePassage | null> {
  const { rows } = await client.query(
    `select id, detected_at, plate_number, plate_key, controller_id, access_granted, access_reason, macro_executed, duplicate_of, credential_id, organization_id
     from access_logs where id = $1 and ($2::uuid is null or organization_id = $2)`,
    [id, scope],
  );
  return rows[0] === undefined ? null : passage.parse(rows[0]);
}

/**
 * The camera whose images may be asked for; null: they are off, or the gate is gone or, of `scope`, no longer the
 * organisation's: its log keeps the passage, but who stands before another's gate is not shown.
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

/** The organisation that alone uses the gate; null: several do, or none. */
export async function readGateOwner(engine: Pool, gateId: string): Promise<string | null> {
  const { rows } = await engine.query("select private.sole_organization($1, null) as owner", [gateId]);
  return z.array(z.object({ owner: z.string().nullable() })).parse(rows)[0]?.owner ?? null;
}

const facts = z.object({
  first_executed: z.boolean().nullable(),
  restore_held: z.boolean(),
  near_miss_id: z.string().nullable(),
  linked_at: z.date().nullable(),
  linked_credential_id: z.string().nullable(),
});
export type GateFactsRow = z.infer<typeof facts>;

/** A repeated read comes within seconds of the one that opened. */
const REPEAT = "interval '1 minute'";

export async function readGateFacts(engine: Pool, seen: GatePassage): Promise<GateFactsRow> {
  const { rows } = await engine.query(
    `select (select l.macro_executed from access_logs l where l.id = $3 and l.detected_at between $1 - ${REPEAT} and $1) as first_executed,
       coalesce((select a.action = 'backup_restored' from audit a where a.action in ('backup_restored', 'restore_confirmed') and a.at <= $1
                 order by a.at desc, a.id limit 1), false) or exists (select from restore_state s where s.restored_at <= $1) as restore_held,
       -- Nearly a plate that somebody had then, not one that was added since.
       (select m.id from plate_near_misses m where m.controller_id = $2 and m.plate_key = $4
          and exists (select from plate_near_miss_candidates n join credentials c on c.id = n.credential_id
                      where n.near_miss_id = m.id and c.created_at <= $1)) as near_miss_id,
       x.created_at as linked_at, x.credential_id as linked_credential_id
     from (select) one
     left join plate_aliases x on x.controller_id = $2 and x.plate_key = $4 and x.created_at > $1`,
    [seen.detected_at, seen.controller_id, seen.duplicate_of, seen.plate_key],
  );
  return facts.parse(rows[0]);
}

/** Whose car a reading nearly was, the likeliest first; `organizationId` null: of every organisation. */
export async function readNearPeople(
  engine: Pool,
  { near_miss_id, linked_credential_id }: GateFactsRow,
  organizationId: string | null,
): Promise<PassageCandidate[]> {
  const { rows } = await engine.query(
    `select u.id as end_user_id, u.first_name || ' ' || u.last_name as name, 'near_miss' as cause, null as at
     from (select n.credential_id, n.place from plate_near_miss_candidates n where n.near_miss_id = $1 and n.dismissed_at is null
           union all select $2::uuid, 0 where $2 is not null) k
     join credentials c on c.id = k.credential_id and ($3::uuid is null or c.organization_id = $3)
     join end_users u on u.id = c.end_user_id
     group by u.id order by min(k.place), u.id`,
    [near_miss_id, linked_credential_id, organizationId],
  );
  return z.array(passageCandidate).parse(rows);
}

/** Credentials that a reading nearly was, as the caller sees them. */
export async function readNearCars(client: PoolClient, nearMissId: string, scope: string | null): Promise<string[]> {
  const { rows } = await client.query(
    `select credential_id as id from plate_near_miss_candidates
     where near_miss_id = $1 and dismissed_at is null and ($2::uuid is null or organization_id = $2) order by place, credential_id`,
    [nearMissId, scope],
  );
  return rows.map((row) => credential.parse(row).id);
}

const credential = z.object({ id: z.string() });
const ALIAS_OF = "controller_id = $1 and plate_key = $2 and ($3::uuid is null or organization_id = $3)";

/** Whose car the reading counts as at that gate, where the caller may know; null: nobody's. */
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

/** @returns whether it counted as that car */
export async function endAlias(
  client: PoolClient,
  { controller_id, plate_key }: GatePassage,
  { scope, credentialId }: { scope: string | null; credentialId: string },
): Promise<boolean> {
  const { rowCount } = await client.query(`delete from plate_aliases where ${ALIAS_OF} and credential_id = $4`, [
    controller_id,
    plate_key,
    scope,
    credentialId,
  ]);
  return rowCount === 1;
}
