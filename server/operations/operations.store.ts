// SQL of /readyz and /metrics, run as portal_engine: numbers and ages, no tenant data.
import type { Pool } from "pg";
import { z } from "zod";

/** Returns the highest applied migration; 0 without one. */
export async function schemaVersion(engine: Pool): Promise<number> {
  const { rows } = await engine.query({
    name: "schema-version",
    text: "select coalesce(max(version), 0)::int as version from private.schema_migrations",
  });
  return z.object({ version: z.number() }).parse(rows[0]).version;
}

/** Returns the newest migration whose servers the database still serves; older ones do not work on it. */
export async function oldestCode(engine: Pool): Promise<number> {
  const { rows } = await engine.query({
    name: "oldest-code",
    text: "select coalesce(max(oldest_code), 0)::int as oldest from private.schema_migrations",
  });
  return z.object({ oldest: z.number() }).parse(rows[0]).oldest;
}

/** Removals are counted among this many longest-waiting replicas: an import may queue a hundred thousand. */
const LOOKED_AT = 2_000;

const seconds = z.number().nullable();
const facts = z.object({
  controllers: z.record(z.string(), z.number()),
  workers: z.object({ leased: z.number(), due: z.number(), paused: z.boolean() }),
  replicas: z.object({
    pending: z.number(),
    oldest: seconds,
    failed: z.number(),
    removals: z.number(),
    oldest_removal: seconds,
  }),
  mail: z.object({ queued: z.number(), oldest: seconds, failed_day: z.number() }),
  alerts: z.object({ open: z.record(z.string(), z.number()), queued: z.number(), failed_day: z.number() }),
});
export type InstallationFacts = z.infer<typeof facts>;

/** Reads the figures in one snapshot. Ages are seconds; null means that nothing waits. */
export async function readInstallation(engine: Pool): Promise<InstallationFacts> {
  const { rows } = await engine.query({
    name: "installation-facts",
    text: `select
      (select coalesce(json_object_agg(state, n), '{}') from (select state, count(*)::int as n from public.controller_states() group by state) s) as controllers,
      (select json_build_object(
         'leased', count(*) filter (where lease_owner is not null and lease_until > clock_timestamp()),
         'due', count(*) filter (where next_try_at <= now() and lease_until < clock_timestamp() and (desired_gen > applied_gen or verify_at <= now() or hours_at is not null
           or exists (select from device_sync d where d.controller_id = s.controller_id and d.pending and d.next_try_at <= now()))),
         'paused', exists (select from worker_pause)) from controller_sync s) as workers,
      (select json_build_object('pending', (select count(*) from device_sync where pending),
         'failed', (select count(*) from device_sync where pending and last_error is not null),
         'oldest', (select extract(epoch from now() - min(pending_since))::float from device_sync where pending),
         'removals', count(*), 'oldest_removal', extract(epoch from now() - min(oldest.pending_since))::float)
       from (select controller_id, source_id, pending_since from device_sync where pending order by pending_since limit ${LOOKED_AT}) oldest
       join private.desired_replicas c using (controller_id, source_id) where not c.desired) as replicas,
      (select json_build_object('queued', count(*) filter (where state = 'queued'),
         'oldest', extract(epoch from now() - min(created_at) filter (where state = 'queued'))::float,
         'failed_day', count(*) filter (where state = 'failed' and finished_at > now() - interval '1 day')) from mail_queue) as mail,
      (select json_build_object('open', (select coalesce(json_object_agg(kind, n), '{}') from (select kind, count(*)::int as n from alerts where cleared_at is null group by kind) k),
         'queued', (select count(*) from alert_deliveries where state = 'queued'),
         'failed_day', (select count(*) from alert_deliveries where state = 'failed' and finished_at > now() - interval '1 day'))) as alerts`,
  });
  return facts.parse(rows[0]);
}

const databaseFacts = z.object({
  bytes: z.coerce.number(),
  postgres: z.string(),
  backup: z.object({ taken_at: z.string(), bytes: z.number(), rows: z.number(), file_name: z.string() }).nullable(),
});

/** Reads database facts, with the newest verified back-up. */
export async function readDatabaseFacts(engine: Pool): Promise<z.infer<typeof databaseFacts>> {
  const { rows } = await engine.query({
    name: "database-facts",
    text: `select pg_database_size(current_database()) as bytes, current_setting('server_version') as postgres,
      (select json_build_object('taken_at', taken_at, 'bytes', bytes, 'rows', row_count, 'file_name', file_name)
       from backups where verified_at is not null order by taken_at desc limit 1) as backup`,
  });
  return databaseFacts.parse(rows[0]);
}
