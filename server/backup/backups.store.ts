// SQL of the table of back-ups, run as portal_engine. Its rows are facts about files; the files themselves are read from the folder.
import pg, { type Pool } from "pg";
import { z } from "zod";
import { BACKUP_KINDS, type BackupTrouble } from "#contract/backups.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import type { NightlyFacts } from "./nightly.rules.ts";
import type { Manifest } from "./records.ts";

export interface MadeBackup {
  id: string;
  fileName: string;
  takenAt: string;
  bytes: number;
  rows: number;
  kind?: "console" | "manual" | "update";
  /** Stands in the file's manifest. */
  facts: FileFacts;
}

/** Facts of a file, read from its manifest; null where an older file does not state them. */
export interface FileFacts {
  version: string | null;
  people: number | null;
  doors: number | null;
  migration: number | null;
}

/** Returns the facts that the list of back-ups shows. They are null for a file that an older version made without them. */
export const factsOf = ({ portal, holds, migrations }: Manifest): FileFacts => ({
  version: portal ?? null,
  people: holds?.people ?? null,
  doors: holds?.doors ?? null,
  migration: migrations.at(-1)?.version ?? null,
});

/** Records a back-up that has no row here: the console made it, or it is newer than this restored database. */
export async function recordBackup(adminUrl: string, backup: MadeBackup): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl, options: "-c role=portal_engine" });
  await client.connect();
  try {
    await recordMade(client, backup, null);
  } finally {
    await client.end();
  }
}

/** Records a whole back-up while `owner` holds its lease. Returns false when another server has taken over. */
export async function recordMade(
  db: Pick<Pool, "query"> | pg.Client,
  backup: MadeBackup,
  owner: string | null,
): Promise<boolean> {
  const { version, people, doors, migration } = backup.facts;
  const { rowCount } = await db.query(
    `with made as (
       insert into public.backups as b (id, taken_at, finished_at, verified_at, file_name, bytes, row_count, version, people, doors, migration, kind)
       values ($1, $2, now(), now(), $3, $4, $5, $7, $8, $9, $10, $11)
       on conflict (id) do update set state = 'done', taken_at = excluded.taken_at, finished_at = now(), verified_at = now(),
         bytes = excluded.bytes, row_count = excluded.row_count, version = excluded.version, people = excluded.people,
         doors = excluded.doors, migration = excluded.migration, error = null, progress = 1, lease_owner = null, lease_until = null
       where b.lease_owner = $6
       returning id, kind, made_by)
     insert into public.audit (actor, action, subject_table, subject_id, after)
     select made_by, 'backup_made', 'backups', id, jsonb_build_object('kind', kind) from made`,
    [
      backup.id,
      backup.takenAt,
      backup.fileName.slice(-255),
      backup.bytes,
      backup.rows,
      owner,
      version,
      people,
      doors,
      migration,
      backup.kind ?? "console",
    ],
  );
  return rowCount === 1;
}

const nightlyFacts = z.object({
  installedAt: z.date(),
  lastMade: z.date().nullable(),
  lastFailed: z.date().nullable(),
});

/**
 * Returns the time of the first migration, and when the newest whole nightly back-up and the newest failed one were requested; null: none.
 */
export async function readNightlyFacts(engine: Pool): Promise<NightlyFacts> {
  const { rows } = await engine.query({
    name: "nightly-backup-facts",
    text: `select (select min(applied_at) from private.schema_migrations) as "installedAt",
      max(requested_at) filter (where state = 'done') as "lastMade", max(requested_at) filter (where state = 'failed') as "lastFailed"
      from backups where kind = 'nightly'`,
  });
  return nightlyFacts.parse(rows[0]);
}

export interface QueuedBackup {
  id: string;
  kind: "nightly" | "manual";
  fileName: string;
  requestedAt: Date;
  madeBy: string | null;
  /** The night of the back-up. Nothing is queued when another server has made the back-up of that night. */
  night: Date | null;
}

/** Queues a back-up. Returns false while another is being made, or when the night already has one. */
export async function queueBackup(engine: Pool, one: QueuedBackup): Promise<boolean> {
  const { rowCount } = await engine.query(
    `insert into backups (id, kind, state, file_name, requested_at, made_by)
     select $1, $2, 'queued', $3, $4, $5
     where $6::timestamptz is null or not exists (select from backups where kind = 'nightly' and state = 'done' and requested_at >= $6)
     on conflict do nothing`,
    [one.id, one.kind, one.fileName, one.requestedAt, one.madeBy, one.night],
  );
  return rowCount === 1;
}

const claimed = z.object({ id: z.string(), kind: z.enum(["nightly", "manual"]), fileName: z.string() });
export type ClaimedBackup = z.infer<typeof claimed>;

/** Takes the queued back-up for `owner`; null when there is none. */
export async function claimBackup(engine: Pool, owner: string, leaseSeconds: number): Promise<ClaimedBackup | null> {
  const { rows } = await engine.query({
    name: "claim-backup",
    text: `update backups set state = 'writing', lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 second'
      where id = (select id from backups where state = 'queued' for update skip locked limit 1)
      returning id, kind, file_name as "fileName"`,
    values: [owner, leaseSeconds],
  });
  return claimed.optional().parse(rows[0]) ?? null;
}

/** Prolongs the lease and shows the progress. Returns false when another server has ended it. */
export async function keepBackup(
  engine: Pool,
  { id, owner, leaseSeconds, state, progress }: KeptBackup,
): Promise<boolean> {
  const { rowCount } = await engine.query(
    `update backups set state = $4, progress = $5, lease_until = clock_timestamp() + $3 * interval '1 second'
     where id = $1 and lease_owner = $2`,
    [id, owner, leaseSeconds, state, progress],
  );
  return rowCount === 1;
}

interface KeptBackup {
  id: string;
  owner: string;
  leaseSeconds: number;
  state: "writing" | "reading";
  progress: number;
}

const FAILED = `with failed as (
    update backups set state = 'failed', error = $1, finished_at = now(), lease_owner = null, lease_until = null
    where ENDED returning id, kind, made_by, file_name)
  , noted as (insert into audit (actor, action, subject_table, subject_id, after)
    select made_by, 'backup_failed', 'backups', id, jsonb_build_object('kind', kind, 'trouble', $1::text) from failed)
  select file_name as name from failed`;
const named = z.object({ name: z.string() });

/** Records and audits why a back-up failed. Does nothing when another server has the lease. */
export async function failBackup(engine: Pool, id: string, owner: string, trouble: BackupTrouble): Promise<void> {
  await engine.query(FAILED.replace("ENDED", "id = $2 and lease_owner = $3"), [trouble, id, owner]);
}

/** Ends back-ups whose server has ended. Returns their files' names. */
export async function failInterrupted(engine: Pool): Promise<string[]> {
  const ended = "state in ('writing', 'reading') and lease_until < clock_timestamp()";
  const { rows } = await engine.query({
    name: "interrupted-backups",
    text: FAILED.replace("ENDED", ended),
    values: ["interrupted" satisfies BackupTrouble],
  });
  return readRows(named, rows).map(({ name }) => name);
}

const listed = z.object({
  id: z.string(),
  kind: z.enum(BACKUP_KINDS),
  state: z.enum(["queued", "writing", "reading", "done", "failed"]),
  madeBy: z.string().nullable(),
  at: z.date(),
  bytes: z.coerce.number().nullable(),
  verifiedAt: z.date().nullable(),
  verifying: z.boolean(),
  trouble: z.string().nullable(),
  progress: z.number(),
  version: z.string().nullable(),
  people: z.number().nullable(),
  doors: z.number().nullable(),
  migration: z.number().nullable(),
  fileName: z.string(),
  copiedAt: z.date().nullable(),
  copyTrouble: z.string().nullable(),
});
export type BackupRow = z.infer<typeof listed>;

/** Returns the newest back-ups, with the account that asked for each. */
export async function readBackups(engine: Pool, most: number): Promise<BackupRow[]> {
  const { rows } = await engine.query({
    name: "backups",
    text: `select b.id, b.kind, b.state, p.email as "madeBy", coalesce(b.taken_at, b.requested_at) as at, b.bytes, b.verified_at as "verifiedAt",
        b.verify_requested_at is not null as verifying, b.error as trouble, b.progress, b.version, b.people, b.doors, b.migration, b.file_name as "fileName",
        b.copied_at as "copiedAt", b.copy_error as "copyTrouble"
      from backups b left join profiles p on p.id = b.made_by order by coalesce(b.taken_at, b.requested_at) desc, b.id limit $1`,
    values: [most],
  });
  return readRows(listed, rows);
}

/** Returns the name of a whole back-up's file; null when it has no row. */
export async function readBackupName(engine: Pool, id: string): Promise<string | null> {
  const { rows } = await engine.query("select file_name as name from backups where id = $1 and state = 'done'", [id]);
  return named.optional().parse(rows[0])?.name ?? null;
}

const trust = z.object({ verified: z.boolean(), cutShort: z.boolean(), damaged: z.boolean() });

/** Tells whether a back-up was read back whole the last time. */
export async function readTrust(engine: Pool, id: string): Promise<z.infer<typeof trust>> {
  const { rows } = await engine.query(
    `select verified_at is not null as verified, coalesce(error = 'cut_short', false) as "cutShort", coalesce(error = 'damaged', false) as damaged
     from backups where id = $1`,
    [id],
  );
  return trust.optional().parse(rows[0]) ?? { verified: false, cutShort: false, damaged: false };
}

const made = z.object({
  state: z.string(),
  trouble: z.string().nullable(),
  fileName: z.string(),
  takenAt: z.date().nullable(),
  bytes: z.coerce.number(),
  rows: z.coerce.number(),
  version: z.string().nullable(),
  people: z.number().nullable(),
  doors: z.number().nullable(),
  migration: z.number().nullable(),
});

/** Reads the state of a back-up; `made` is null until it is whole. */
export async function readMade(
  engine: Pool,
  id: string,
): Promise<{ state: string; trouble: string | null; made: MadeBackup | null }> {
  const { rows } = await engine.query(
    `select state, error as trouble, file_name as "fileName", taken_at as "takenAt", bytes, row_count as rows, version, people, doors, migration
     from backups where id = $1`,
    [id],
  );
  const row = made.optional().parse(rows[0]);
  if (row === undefined) return { state: "failed", trouble: null, made: null };
  const { state, trouble, fileName, takenAt, bytes, rows: count, ...facts } = row;
  if (state !== "done" || takenAt === null) return { state, trouble, made: null };
  return {
    state,
    trouble,
    made: { id, kind: "manual", fileName, takenAt: takenAt.toISOString(), bytes, rows: count, facts },
  };
}

/** Asks a server to read a back-up back. A file without a row gets one. */
export async function requestVerification(
  engine: Pool,
  file: { id: string; fileName: string; createdAt: string; bytes: number },
): Promise<void> {
  await engine.query(
    `insert into backups as b (id, kind, taken_at, finished_at, file_name, bytes, row_count, verify_requested_at)
     values ($1, 'found', $2, $2, $3, $4, 0, now())
     on conflict (id) do update set verify_requested_at = now() where b.state = 'done'`,
    [file.id, file.createdAt, file.fileName.slice(-255), file.bytes],
  );
}

const requested = z.object({ id: z.string(), fileName: z.string(), isOld: z.boolean(), isCopied: z.boolean() });

/** Returns the files that wait to be read back, oldest request first. `isOld`: requested more than ten minutes ago. */
export async function readRequested(engine: Pool): Promise<z.infer<typeof requested>[]> {
  const { rows } = await engine.query({
    name: "requested-verifications",
    text: `select id, file_name as "fileName", verify_requested_at < now() - interval '10 minutes' as "isOld",
        copied_at is not null as "isCopied"
      from backups where verify_requested_at is not null order by verify_requested_at`,
  });
  return readRows(requested, rows);
}

/** Records that a file was read back whole, or why it was not; such a file does not count as a back-up. */
export async function recordVerified(
  engine: Pool,
  id: string,
  outcome: { rows: number; facts: FileFacts } | { trouble: BackupTrouble },
): Promise<void> {
  const { rows = null, facts, trouble = null } = { rows: undefined, facts: undefined, trouble: undefined, ...outcome };
  await engine.query(
    `update backups set verify_requested_at = null, verified_at = case when $3::text is null then now() end, error = $3,
       row_count = coalesce($2, row_count), version = coalesce($4, version), people = coalesce($5, people), doors = coalesce($6, doors),
       migration = coalesce($7, migration) where id = $1`,
    [id, rows, trouble, facts?.version, facts?.people, facts?.doors, facts?.migration],
  );
}

/** Removes the rows of files that were deleted, and of failures that nobody needs any more. */
export async function forgetBackups(engine: Pool, fileNames: readonly string[], failedBefore: Date): Promise<void> {
  await engine.query("delete from backups where state = 'failed' and finished_at < $1", [failedBefore]);
  if (fileNames.length === 0) return;
  await engine.query(
    `with gone as (delete from backups where file_name = any ($1) and state = 'done')
     insert into audit (action, subject_table, after) values ('backups_removed', 'backups', jsonb_build_object('removed', $2::int))`,
    [fileNames, fileNames.length],
  );
}
