// Queries of retention. A passage belongs to the organisation that it was logged for, whose period applies wherever the door and the
// credential are now. A passage of no organisation follows the shortest period at its controller.
import type { Pool, PoolClient, QueryResult } from "pg";
import { z } from "zod";
import { PUSH_KEPT_DAYS } from "#contract/limits.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import { transaction } from "#server/platform/database/transaction.ts";

/** Rows per statement: tens of milliseconds. */
const BATCH = 2_000;
/** Advisory lock: one server at a time. */
const LOCK = 7_276_114_071;
/** Period at a controller without organisations, or for a deleted controller. */
const NOBODYS_DAYS = 90;

const controllerRow = z.object({ id: z.string().nullable(), days: z.number() });
const organizationRow = z.object({ id: z.string(), days: z.number() });
export interface RetentionPlan {
  controllers: z.infer<typeof controllerRow>[];
  organizations: z.infer<typeof organizationRow>[];
  longest: number;
}

/** Returns the days that each organisation's passages are kept, and those of passages of no organisation. */
export async function readRetention(engine: Pool): Promise<RetentionPlan> {
  const organizations = await engine.query(
    "select id, private.log_days(kind, log_days) as days from organizations order by id",
  );
  const controllers = await engine.query(
    `select k.id, coalesce(min(d.days), $1)::int as days
     from controllers k
     left join (select l.controller_id, private.log_days(o.kind, o.log_days) as days
                from organization_controllers l join organizations o on o.id = l.organization_id) d on d.controller_id = k.id
     group by k.id
     union all select null, $1::int order by 1`,
    [NOBODYS_DAYS],
  );
  const known = readRows(organizationRow, organizations.rows);
  return {
    controllers: readRows(controllerRow, controllers.rows),
    organizations: known,
    longest: Math.max(NOBODYS_DAYS, ...known.map(({ days }) => days)),
  };
}

export type Expired =
  /** Passages of one organisation, anywhere. */
  | { kind: "organization"; organizationId: string; days: number }
  /** Passages of no organisation, at one controller. Null: the controller is gone, or the portal never knew it. */
  | { kind: "nobodys"; controllerId: string | null; days: number };

/** Deletes one batch of passages; returns how many. Null: another server is at it. */
export async function deleteExpired(engine: Pool, expired: Expired): Promise<number | null> {
  return oneServer(engine, (client) =>
    client.query(
      `delete from access_logs l using (select detected_at, id from access_logs where detected_at ${OLD} and ${whichOf(expired)} limit ${BATCH}) old
       where l.detected_at = old.detected_at and l.id = old.id`,
      valuesOf(expired),
    ),
  );
}

/** Deletes one batch of door events with their shared copies; returns how many. Null: another server is at it. */
export async function deleteExpiredEvents(engine: Pool, expired: Expired): Promise<number | null> {
  return oneServer(engine, (client) =>
    client.query(
      `with gone as (delete from door_events e using (select occurred_at, id from door_events
         where occurred_at ${OLD} and ${whichOf(expired)} limit ${BATCH}) old
         where e.occurred_at = old.occurred_at and e.id = old.id returning e.id),
       shared as (delete from shared_door_events s using gone where s.id = gone.id)
       select from gone`,
      valuesOf(expired),
    ),
  );
}

const OLD = "< now() - make_interval(days => $1)";

function whichOf(expired: Expired): string {
  if (expired.kind === "organization") return "organization_id = $2";
  // "is not distinct from" would use no index.
  return `organization_id is null and ${expired.controllerId === null ? "controller_id is null and $2::uuid is null" : "controller_id = $2"}`;
}

function valuesOf(expired: Expired): unknown[] {
  return [expired.days, expired.kind === "organization" ? expired.organizationId : expired.controllerId];
}

/** Runs `remove` on one server at a time; returns the rows deleted, or null while another server does this. */
async function oneServer(engine: Pool, remove: (client: PoolClient) => Promise<QueryResult>): Promise<number | null> {
  return transaction(engine, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>("select pg_try_advisory_xact_lock($1) as mine", [LOCK]);
    return rows[0]?.mine ? ((await remove(client)).rowCount ?? 0) : null;
  });
}

export const RETENTION_BATCH = BATCH;

/** Creates missing partitions of passages and of door events. Changes nothing when none is missing. */
export async function ensureLogPartitions(engine: Pool): Promise<void> {
  await engine.query("select private.ensure_access_log_partitions()");
  await engine.query("select private.ensure_door_event_partitions()");
}

/** Drops the months that are older than the longest period; returns how many tables that was. */
export async function dropOldMonths(engine: Pool, longestDays: number): Promise<number> {
  const { rows } = await engine.query(
    `select private.drop_access_logs_before(now() - make_interval(days => $1))
       + private.drop_door_events_before(now() - make_interval(days => $1)) as n`,
    [longestDays],
  );
  return z.object({ n: z.number() }).parse(rows[0]).n;
}

/** Records first openings before their passages are deleted: an organisation's finished first steps stay finished. */
export async function recordFirstOpenings(engine: Pool): Promise<void> {
  await engine.query("select private.record_first_openings()");
}

/** Deletes openings, which are needed for ten seconds; the log has the passage. */
export async function deletePassages(engine: Pool): Promise<void> {
  await engine.query("delete from gate_passages where opened_at < now() - interval '1 day'");
  await engine.query("delete from pushed_reads where noted_at < now() - make_interval(days => $1)", [PUSH_KEPT_DAYS]);
}

/** Returns what deletes versions, delays and names too old to explain any passage that is left, each by itself. */
export function versionDeletions(engine: Pool, longestDays: number): (() => Promise<unknown>)[] {
  const beyond = (statement: string) => () => engine.query(statement, [longestDays]);
  return [
    ...VERSIONS.map(
      ([table, key]) =>
        () =>
          deleteVersions(engine, { table, key, longestDays }),
    ),
    beyond("delete from removed_credentials where removed_at < now() - make_interval(days => $1 + 1)"),
    () =>
      engine.query("delete from private.undoable_removals where removed_at < clock_timestamp() - interval '1 minute'"),
    beyond(
      `delete from removed_people p where removed_at < now() - make_interval(days => $1 + 1)
         or not exists (select from removed_credentials r where r.end_user_id = p.id)`,
    ),
    beyond("delete from controller_delays where until < now() - make_interval(days => $1 + 1)"),
  ];
}

interface Versions {
  table: (typeof VERSIONS)[number][0];
  key: readonly string[];
  longestDays: number;
}

/**
 * Deletes versions that a later one replaced, and removals. Both go in one statement, by one time: a version that outlived its removal would
 * count as the present one.
 */
async function deleteVersions(engine: Pool, { table, key, longestDays }: Versions): Promise<void> {
  const columns = (alias: string) => `(${key.map((column) => `${alias}.${column}`).join()})`;
  await engine.query(
    `delete from ${table} v where v.since < now() - make_interval(days => $1 + 1)
     and (exists (select from ${table} n where ${columns("n")} = ${columns("v")}
                  and n.since > v.since and n.since < now() - make_interval(days => $1 + 1))${ENDED.has(table) ? " or v.removed" : ""})`,
    [longestDays],
  );
  if (table === "credential_versions")
    await engine.query(
      `delete from credential_versions v using credential_versions last
       where last.credential_id = v.credential_id and last.removed and last.since < now() - make_interval(days => $1 + 1)`,
      [longestDays],
    );
}

/** Deletes events of months that were dropped whole, and of organisations that are gone. */
export async function deleteSharedEvents(engine: Pool, longestDays: number): Promise<void> {
  await engine.query("delete from shared_door_events where occurred_at < now() - make_interval(days => $1)", [
    longestDays,
  ]);
}

/** Deletes openings and holds when the door events that name them are gone. */
export async function deleteDoorOrders(engine: Pool, longestDays: number): Promise<void> {
  await engine.query("delete from door_commands where created_at < now() - make_interval(days => $1)", [longestDays]);
  await engine.query(
    "delete from door_holds where created_at < now() - make_interval(days => $1) and end_confirmed_at is not null",
    [longestDays],
  );
  await engine.query("delete from door_watches where until < now()");
}
const VERSIONS = [
  ["credential_versions", ["credential_id"]],
  ["door_versions", ["access_point_id"]],
  ["gate_versions", ["controller_id"]],
  ["schedule_versions", ["schedule_id"]],
  ["access_group_versions", ["group_id"]],
  ["membership_versions", ["group_id", "end_user_id"]],
  ["weekly_code_versions", ["weekly_code_id"]],
] as const;
/** Tables whose last version may say that the row was removed. */
const ENDED: ReadonlySet<string> = new Set([
  "schedule_versions",
  "access_group_versions",
  "membership_versions",
  "weekly_code_versions",
]);

/** Deletes the notes of deletions that are older than an hour. */
export async function deleteDeletedRows(engine: Pool): Promise<void> {
  await engine.query("delete from deleted_rows where deleted_at < now() - interval '1 hour'");
}

/** Audits a deletion, with its numbers and no ids. */
export async function recordForgotten(
  client: Pool | PoolClient,
  counts: { rows: number; months: number },
): Promise<void> {
  await client.query(
    "insert into audit (action, subject_table, after, row_count) values ('access_logs_forgotten', 'access_logs', $1, $2)",
    [JSON.stringify([counts]), Math.max(1, counts.rows)],
  );
}
