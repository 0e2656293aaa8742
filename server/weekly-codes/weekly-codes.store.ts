// Queries of weekly codes in the caller's transaction. Triggers raise generations, reserve PINs and audit.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { deviceTypeSchema, syncStateSchema } from "#contract/devices.ts";
import { readRows } from "#server/platform/database/read-each.ts";

/** Locks, so that one maker works at a time and no week gets two codes at one controller. */
export async function lockWeeklyCodes(client: PoolClient): Promise<void> {
  await client.query("select pg_advisory_xact_lock(hashtextextended('portal/weekly-codes', 0))");
}

const chosen = z.object({
  id: z.string(),
  name: z.string(),
  deviceType: deviceTypeSchema,
  pinMin: z.number().nullable(),
  pinMax: z.number().nullable(),
});
export type ChosenController = z.infer<typeof chosen>;

/** Returns controllers with the strictest reader limits of their enabled doors. */
export async function controllersForCodes(client: PoolClient, ids: readonly string[]): Promise<ChosenController[]> {
  const { rows } = await client.query(
    `select c.id, c.name, c.device_type as "deviceType", max(p.pin_min)::int as "pinMin", min(p.pin_max)::int as "pinMax"
     from controllers c left join access_points p on p.controller_id = c.id and p.enabled
     where c.id = any ($1::uuid[]) group by c.id order by c.id`,
    [ids],
  );
  return readRows(chosen, rows);
}

const weekRow = z.object({ controllerId: z.string(), year: z.number(), week: z.number() });

/** Returns the weeks for which the controllers have a code that is still valid at `from`. */
export async function weeksWithCode(
  client: PoolClient,
  controllerIds: readonly string[],
  from: Date,
): Promise<z.infer<typeof weekRow>[]> {
  const { rows } = await client.query(
    `select a.controller_id as "controllerId", w.year, w.week_number as week
     from weekly_code_assignments a join weekly_codes w on w.id = a.weekly_code_id
     where a.controller_id = any ($1::uuid[]) and w.valid_to > $2`,
    [controllerIds, from],
  );
  return readRows(weekRow, rows);
}

export interface NewWeeklyCode {
  id: string;
  encrypted: string;
  year: number;
  week: number;
  validFrom: Date;
  validTo: Date;
  controllerIds: readonly string[];
}

/** Inserts a code with its controllers. */
export async function insertWeeklyCode(client: PoolClient, code: NewWeeklyCode): Promise<void> {
  await client.query(
    "insert into weekly_codes (id, code, week_number, year, valid_from, valid_to) values ($1, $2, $3, $4, $5, $6)",
    [code.id, code.encrypted, code.week, code.year, code.validFrom, code.validTo],
  );
  await client.query(
    "insert into weekly_code_assignments (weekly_code_id, controller_id) select $1, unnest($2::uuid[]) order by 2",
    [code.id, code.controllerIds],
  );
}

/** Returns HMACs reserved at any of the controllers. For portal_engine. */
export async function takenAt(
  engine: Pool | PoolClient,
  controllerIds: readonly string[],
  hmacs: readonly string[],
): Promise<Set<string>> {
  const { rows } = await engine.query(
    "select distinct pin_hmac from controller_pins where controller_id = any ($1::uuid[]) and pin_hmac = any ($2::text[])",
    [controllerIds, hmacs],
  );
  return new Set(readRows(z.object({ pin_hmac: z.string() }), rows).map((row) => row.pin_hmac));
}

/** Deletes a code; returns false when there was none. Replicas live on until their removal is confirmed. */
export async function deleteWeeklyCode(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query("delete from weekly_codes where id = $1", [id]);
  return rowCount === 1;
}

/** Tells whether a controller still has an entry of the code. */
export async function hasReplicas(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query(
    "select from device_sync where source_id = $1 and source_kind = 'weekly_code'",
    [id],
  );
  return (rowCount ?? 0) > 0;
}

const idRow = z.object({ id: z.string() });

/** Deletes the codes that are over; returns their ids. */
export async function deleteExpiredCodes(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query("delete from weekly_codes where private.is_over(valid_to) returning id");
  return readRows(idRow, rows).map((row) => row.id);
}

const listed = z.object({
  id: z.string(),
  week_number: z.number(),
  year: z.number(),
  valid_from: z.string(),
  valid_to: z.string(),
  weekly_code_assignments: z.array(
    z.object({
      controller_id: z.string(),
      controllers: z.object({ name: z.string() }),
      state: syncStateSchema,
      last_error: z.string().nullable(),
    }),
  ),
});

/** Lists codes without digits, oldest week first, with the state on each controller. */
export async function listWeeklyCodes(client: PoolClient): Promise<z.infer<typeof listed>[]> {
  const { rows } = await client.query(
    `select w.id, w.week_number, w.year, to_json(w.valid_from)#>>'{}' as valid_from, to_json(w.valid_to)#>>'{}' as valid_to,
       coalesce((select json_agg(json_build_object('controller_id', a.controller_id, 'controllers', json_build_object('name', c.name),
           'state', coalesce(s.state, 'pending'), 'last_error', s.last_error) order by c.name, c.id)
         from weekly_code_assignments a
         join controllers c on c.id = a.controller_id
         left join sync_states s on s.controller_id = a.controller_id and s.source_id = a.weekly_code_id
         where a.weekly_code_id = w.id), '[]') as weekly_code_assignments
     from weekly_codes w order by w.valid_from, w.created_at, w.id`,
  );
  return readRows(listed, rows);
}

const removal = z.object({
  weekly_code_id: z.string(),
  label: z.string(),
  controller_id: z.string(),
  controller_name: z.string(),
  last_error: z.string().nullable(),
});

/** Returns the entries of removed codes that are still at controllers. */
export async function listPendingRemovals(client: PoolClient): Promise<z.infer<typeof removal>[]> {
  const { rows } = await client.query(
    `select d.source_id as weekly_code_id, d.label, d.controller_id, c.name as controller_name, d.last_error
     from device_sync d join controllers c on c.id = d.controller_id
     where d.source_kind = 'weekly_code' and d.pending
       and not exists (select from weekly_code_assignments a where a.weekly_code_id = d.source_id and a.controller_id = d.controller_id)
     order by d.label, c.name`,
  );
  return readRows(removal, rows);
}

/** Returns encrypted codes by id. For portal_engine only. */
export async function encryptedCodes(engine: Pool): Promise<Map<string, string>> {
  const { rows } = await engine.query("select id, code from weekly_codes");
  return new Map(readRows(idRow.extend({ code: z.string() }), rows).map((row) => [row.id, row.code]));
}

const timed = z.object({
  controllerId: z.string(),
  generate: z.boolean(),
  weeksAhead: z.number(),
  cleanup: z.boolean(),
  /** Controllers with the same latest code keep sharing one. */
  latestCodeId: z.string().nullable(),
});
export type TimedController = z.infer<typeof timed>;

/** Returns the controllers where codes are made or cleared by themselves. `latestCodeId` null: none was made yet. */
export async function timedControllers(client: PoolClient): Promise<TimedController[]> {
  const { rows } = await client.query(
    `select s.controller_id as "controllerId", s.generate, s.weeks_ahead as "weeksAhead", s.cleanup,
       (select w.id from weekly_code_assignments a join weekly_codes w on w.id = a.weekly_code_id
        where a.controller_id = s.controller_id order by w.valid_from desc, w.created_at desc, w.id limit 1) as "latestCodeId"
     from weekly_code_settings s where s.generate or s.cleanup order by s.controller_id`,
  );
  return readRows(timed, rows);
}

/** Removes past codes from these controllers, and deletes those without any controller. */
export async function cleanUpAt(client: PoolClient, controllerIds: readonly string[]): Promise<number> {
  const { rowCount } = await client.query(
    `delete from weekly_code_assignments a using weekly_codes w
     where w.id = a.weekly_code_id and private.is_over(w.valid_to) and a.controller_id = any ($1::uuid[])`,
    [controllerIds],
  );
  if (rowCount !== null && rowCount > 0) {
    await client.query(
      `delete from weekly_codes w where private.is_over(w.valid_to)
         and not exists (select from weekly_code_assignments a where a.weekly_code_id = w.id)`,
    );
  }
  return rowCount ?? 0;
}
