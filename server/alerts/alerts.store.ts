import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type AlertSettings, alertDetailSchema, alertKindSchema, alertSettingsSchema } from "#contract/alerts.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import type { OpenAlert, Standing } from "./alert.rules.ts";

const LOCK = 7_276_114_005;

/** Takes the alert lock; returns false while another server has it. The lock lasts until the transaction ends. */
export async function lockAlerts(client: PoolClient): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_xact_lock($1) as mine", [LOCK]);
  return z.object({ mine: z.boolean() }).parse(rows[0]).mine;
}

export async function readAlertSettings(client: Pool | PoolClient): Promise<AlertSettings> {
  const { rows } = await client.query(
    `select controller_offline_minutes, revocation_pending_minutes, denial_burst_count, denial_burst_minutes, backup_old_hours,
       clock_skew_seconds, certificate_days, restart_count, camera_percent, repeat_hours
     from alert_settings`,
  );
  return alertSettingsSchema.parse(rows[0]);
}

export async function saveAlertSettings(client: PoolClient, settings: AlertSettings): Promise<void> {
  await client.query(
    `update alert_settings set controller_offline_minutes = $1, revocation_pending_minutes = $2, denial_burst_count = $3,
       denial_burst_minutes = $4, backup_old_hours = $5, repeat_hours = $6,
       clock_skew_seconds = $7, certificate_days = $8, restart_count = $9, camera_percent = $10`,
    [
      settings.controller_offline_minutes,
      settings.revocation_pending_minutes,
      settings.denial_burst_count,
      settings.denial_burst_minutes,
      settings.backup_old_hours,
      settings.repeat_hours,
      settings.clock_skew_seconds,
      settings.certificate_days,
      settings.restart_count,
      settings.camera_percent,
    ],
  );
}

const alertRow = z
  .object({
    id: z.string(),
    kind: alertKindSchema,
    object_id: z.string().nullable(),
    object_name: z.string().nullable(),
    since: z.date(),
    raised_at: z.date(),
    last_notified_at: z.date(),
    detail: alertDetailSchema,
  })
  .transform(
    (row): OpenAlert => ({
      id: row.id,
      kind: row.kind,
      objectId: row.object_id,
      objectName: row.object_name,
      since: row.since,
      raisedAt: row.raised_at,
      lastNotifiedAt: row.last_notified_at,
      detail: row.detail,
    }),
  );

const COLUMNS = "id, kind, object_id, object_name, since, raised_at, last_notified_at, detail";

export async function readOpenAlerts(client: Pool | PoolClient): Promise<OpenAlert[]> {
  const { rows } = await client.query(`select ${COLUMNS} from alerts where cleared_at is null order by raised_at, id`);
  return readRows(alertRow, rows);
}

/** Raises an alert; returns null when another server has raised it. */
export async function raiseAlert(client: PoolClient, one: Standing): Promise<OpenAlert | null> {
  const { rows } = await client.query(
    `insert into alerts (kind, object_id, object_name, since, detail) values ($1, $2, $3, $4, $5)
     on conflict (kind, object_id) where cleared_at is null do nothing returning ${COLUMNS}`,
    [one.kind, one.objectId, one.objectName, one.since, JSON.stringify(one.detail)],
  );
  return rows[0] === undefined ? null : alertRow.parse(rows[0]);
}

/** Ends these alerts; those that have ended keep their time. */
export async function clearAlerts(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query("update alerts set cleared_at = now() where id = any ($1) and cleared_at is null", [ids]);
}

/** Records that these alerts were notified now. */
export async function recordReminded(client: PoolClient, ids: readonly string[]): Promise<void> {
  await client.query("update alerts set last_notified_at = now() where id = any ($1)", [ids]);
}

/** Stores an alert's present detail and its object's present name. */
export async function refreshAlert(
  client: PoolClient,
  { id, detail, objectName }: { id: string; detail: object; objectName: string | null },
): Promise<void> {
  await client.query("update alerts set detail = $2, object_name = $3 where id = $1", [
    id,
    JSON.stringify(detail),
    objectName,
  ]);
}

const recipient = z.object({ user_id: z.string(), name: z.string(), email: z.string(), mail: z.boolean() });
export type AlertRecipient = z.infer<typeof recipient>;

/** Returns all system admins by name. `mail` false: that person has declined the mails. */
export async function readAlertRecipients(client: Pool | PoolClient): Promise<AlertRecipient[]> {
  const { rows } = await client.query(
    `select p.id as user_id, p.first_name || ' ' || p.last_name as name, p.email, o.user_id is null as mail
     from user_roles r join profiles p on p.id = r.user_id left join alert_opt_outs o on o.user_id = p.id
     where r.role = 'system_admin' order by p.last_name, p.first_name, p.id`,
  );
  return readRows(recipient, rows);
}

/** Makes these system admins the only ones without mails. Others' ids are ignored. */
export async function saveOptOuts(client: PoolClient, userIds: readonly string[]): Promise<void> {
  await client.query("delete from alert_opt_outs where not (user_id = any ($1))", [userIds]);
  await client.query(
    `insert into alert_opt_outs (user_id) select r.user_id from user_roles r
     where r.role = 'system_admin' and r.user_id = any ($1) on conflict do nothing`,
    [userIds],
  );
}

/** Deletes alerts and posts that ended more than `days` ago. */
export async function deleteOldAlerts(engine: Pool, days: number): Promise<void> {
  await engine.query("delete from alerts where cleared_at < now() - make_interval(days => $1)", [days]);
  await engine.query("delete from alert_deliveries where finished_at < now() - make_interval(days => $1)", [days]);
}
