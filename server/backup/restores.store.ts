// SQL of the table of restores, run as portal_engine.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { RESTORE_STEPS, type RestoreTrouble, restoreTroubleSchema } from "#contract/restores.ts";
import { readRows } from "#server/platform/database/read-each.ts";

/** Time until an unclaimed request is given up; only a server that has the file can claim it. */
const UNCLAIMED = "10 minutes";
/** Lease of a request that only one server can take. That server looks for it every other second. */
const KEYS_HELD = "30 seconds";

/**
 * Queues a restore and replaces a failed one. Returns false while another is in progress. `onlyHere`: only this server can run the restore,
 * so it ends with this server.
 */
export async function queueRestore(
  engine: Pool | PoolClient,
  {
    backupId,
    fileName,
    requestedBy,
    onlyHere = false,
  }: { backupId: string; fileName: string; requestedBy: string | null; onlyHere?: boolean },
): Promise<boolean> {
  await engine.query("delete from restores where state = 'failed'");
  const { rowCount } = await engine.query(
    `insert into restores (backup_id, file_name, requested_by, lease_until)
     values ($1, $2, $3, case when $4 then clock_timestamp() + interval '${KEYS_HELD}' end) on conflict do nothing`,
    [backupId, fileName, requestedBy, onlyHere],
  );
  return rowCount === 1;
}

/** Tells whether the installation is empty, so that a restore would replace nothing. */
export async function isInstallationEmpty(engine: Pool | PoolClient): Promise<boolean> {
  const { rows } = await engine.query(
    `select not (exists (select from profiles) or exists (select from organizations) or exists (select from controllers)
       or exists (select from end_users)) as empty`,
  );
  return z.object({ empty: z.boolean() }).parse(rows[0]).empty;
}

const claimed = z.object({
  id: z.string(),
  fileName: z.string(),
  requestedBy: z.string().nullable(),
  requestedAs: z.string().nullable(),
});
export type ClaimedRestore = z.infer<typeof claimed>;

/** Takes the queued restore for `owner`, if its file is among those given. */
export async function claimRestore(
  engine: Pool,
  { owner, leaseSeconds, files }: { owner: string; leaseSeconds: number; files: readonly string[] },
): Promise<ClaimedRestore | null> {
  const { rows } = await engine.query({
    name: "claim-restore",
    text: `update restores r set state = 'checking', lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 second'
      where id = (select id from restores where state = 'queued' and file_name = any ($3) for update skip locked limit 1)
      returning id, file_name as "fileName", requested_by as "requestedBy", (select p.email from profiles p where p.id = r.requested_by) as "requestedAs"`,
    values: [owner, leaseSeconds, files],
  });
  return claimed.optional().parse(rows[0]) ?? null;
}

export interface RestoreStep {
  state: Exclude<(typeof RESTORE_STEPS)[number], "queued">;
  progress: number;
}

/** Prolongs the lease and shows the progress. Returns false when another server has ended it. */
export async function keepRestore(
  engine: Pool,
  { id, owner, leaseSeconds, state, progress }: { id: string; owner: string; leaseSeconds: number } & RestoreStep,
): Promise<boolean> {
  const { rowCount } = await engine.query(
    `update restores set state = $4, progress = $5, lease_until = clock_timestamp() + $3 * interval '1 second'
     where id = $1 and lease_owner = $2`,
    [id, owner, leaseSeconds, state, progress],
  );
  return rowCount === 1;
}

const FAILED = `with failed as (
    update restores set state = 'failed', error = CAUSE, finished_at = now(), lease_owner = null, lease_until = null
    where ENDED returning backup_id, requested_by, error)
  insert into audit (actor, action, subject_table, subject_id, after)
  select requested_by, 'restore_failed', 'backups', backup_id, jsonb_build_object('restore_trouble', error) from failed`;

/** Records and audits why a restore failed. Does nothing when another server has the lease. */
export async function failRestore(engine: Pool, id: string, owner: string, trouble: RestoreTrouble): Promise<void> {
  await engine.query(FAILED.replace("CAUSE", "$1").replace("ENDED", "id = $2 and lease_owner = $3"), [
    trouble,
    id,
    owner,
  ]);
}

/** Ends restores whose server has ended, and requests that no server with the file has taken. */
export async function failInterruptedRestores(engine: Pool): Promise<void> {
  await engine.query({
    name: "interrupted-restores",
    text: FAILED.replace("CAUSE", "case when lease_until is null then $1 else $2 end").replace(
      "ENDED",
      `lease_until < clock_timestamp() or (state = 'queued' and requested_at < now() - interval '${UNCLAIMED}')`,
    ),
    values: ["file_missing" satisfies RestoreTrouble, "interrupted" satisfies RestoreTrouble],
  });
}

const named = z.object({ name: z.string() });

/** Returns the names of databases with these comments that are no longer needed: no restore is in progress, or the restore is confirmed. */
export async function readOutlivedDatabases(
  engine: Pool,
  { incoming, kept }: { incoming: string; kept: string },
): Promise<string[]> {
  const { rows } = await engine.query({
    name: "outlived-databases",
    text: `select d.datname as name from pg_database d
      where (shobj_description(d.oid, 'pg_database') = $1 and not exists (select from restores where state <> 'failed'))
         or (shobj_description(d.oid, 'pg_database') = $2 and not exists (select from restore_state))`,
    values: [incoming, kept],
  });
  return readRows(named, rows).map(({ name }) => name);
}

/** Returns the names of the files that a restore needs now. */
export async function readFilesInUse(engine: Pool): Promise<Set<string>> {
  const { rows } = await engine.query("select file_name as name from restores where state <> 'failed'");
  return new Set(readRows(named, rows).map(({ name }) => name));
}

const shown = z.object({
  state: z.enum([...RESTORE_STEPS, "failed"]),
  progress: z.number(),
  trouble: restoreTroubleSchema.nullable(),
  fileName: z.string(),
  requestedAt: z.date(),
});

/** Returns the restore in progress, or one that failed within the last day. */
export async function readRestore(engine: Pool): Promise<z.infer<typeof shown> | null> {
  const { rows } = await engine.query({
    name: "restore",
    text: `select state, progress, error as trouble, file_name as "fileName", requested_at as "requestedAt" from restores
      where state <> 'failed' or finished_at > now() - interval '1 day' order by state = 'failed', requested_at desc limit 1`,
  });
  return shown.optional().parse(rows[0]) ?? null;
}
