// SQL of the copies of back-ups in S3, run as portal_engine. A copy is due from copy_due_at; a server that makes it moves that time on.
import type { Pool } from "pg";
import { z } from "zod";
import type { BackupTrouble } from "#contract/backups.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const claimed = z.object({ id: z.string(), fileName: z.string() });
export type ClaimedCopy = z.infer<typeof claimed>;

/** Takes the newest whole back-up without a copy among those files. */
export async function claimCopy(
  engine: Pool,
  { files, leaseSeconds }: { files: readonly string[]; leaseSeconds: number },
): Promise<ClaimedCopy | null> {
  const { rows } = await engine.query({
    name: "claim-copy",
    text: `update backups set copy_due_at = clock_timestamp() + $2 * interval '1 second'
      where id = (select id from backups where state = 'done' and verified_at is not null and copied_at is null
        and copy_due_at <= clock_timestamp() and file_name = any ($1) order by taken_at desc for update skip locked limit 1)
      returning id, file_name as "fileName"`,
    values: [files, leaseSeconds],
  });
  return claimed.optional().parse(rows[0]) ?? null;
}

/** Keeps other servers from making the copy for `leaseSeconds` from now on. */
export async function keepCopy(engine: Pool, id: string, leaseSeconds: number): Promise<void> {
  await engine.query(
    "update backups set copy_due_at = clock_timestamp() + $2 * interval '1 second' where id = $1 and copied_at is null",
    [id, leaseSeconds],
  );
}

/** Records that the copy is made, and clears an earlier failure. */
export async function recordCopied(engine: Pool, id: string): Promise<void> {
  await engine.query("update backups set copied_at = clock_timestamp(), copy_error = null where id = $1", [id]);
}

/** Records why there is no copy that can be read; it is made again after a while. */
export async function failCopy(
  engine: Pool,
  { id, trouble, againSeconds }: { id: string; trouble: BackupTrouble; againSeconds: number },
): Promise<void> {
  await engine.query(
    `update backups set copied_at = null, copy_error = $2, copy_due_at = clock_timestamp() + $3 * interval '1 second' where id = $1`,
    [id, trouble, againSeconds],
  );
}

/** Makes copies that failed due at once: a server that starts may have other settings. */
export async function retryCopies(engine: Pool): Promise<void> {
  await engine.query("update backups set copy_due_at = now() where copy_error is not null and copied_at is null");
}

/** Forgets why copies failed, where no place for copies is set any more. */
export async function forgetCopyErrors(engine: Pool): Promise<void> {
  await engine.query("update backups set copy_error = null where copy_error is not null");
}

const listed = z.object({
  id: z.string(),
  fileName: z.string(),
  copiedAt: z.date().nullable(),
  bytes: z.coerce.number().nullable(),
  unreadable: z.boolean(),
  copyFailed: z.boolean(),
});
export type CopyRow = z.infer<typeof listed>;

/** Returns the finished back-ups with the state of their copies. */
export async function readCopies(engine: Pool): Promise<CopyRow[]> {
  const { rows } = await engine.query({
    name: "copies",
    text: `select id, file_name as "fileName", copied_at as "copiedAt", bytes, error is not null as unreadable,
      copy_error is not null as "copyFailed" from backups where state = 'done'`,
  });
  return readRows(listed, rows);
}

const copied = z.object({ fileName: z.string(), bytes: z.coerce.number(), takenAt: z.date() });

/** Returns the back-up that has a copy in S3; null when it has none. */
export async function readCopy(engine: Pool, id: string): Promise<z.infer<typeof copied> | null> {
  const { rows } = await engine.query(
    `select file_name as "fileName", bytes, taken_at as "takenAt" from backups where id = $1 and state = 'done' and copied_at is not null`,
    [id],
  );
  return copied.optional().parse(rows[0]) ?? null;
}

/** Records that copies are gone. Each is made again where its file is, unless it has outlived its time. */
export async function loseCopies(
  engine: Pool,
  ids: readonly string[],
  { outlived }: { outlived: boolean },
): Promise<void> {
  if (ids.length === 0) return;
  await engine.query(
    `update backups set copied_at = null, copy_due_at = case when $2 then 'infinity' else now() end where id = any ($1)`,
    [ids, outlived],
  );
}

/** Records a copy that another database made, and has it read back. A back-up without a row gets one. */
export async function findCopy(
  engine: Pool,
  copy: { id: string; fileName: string; createdAt: string; bytes: number },
): Promise<void> {
  await engine.query(
    `insert into backups as b (id, kind, requested_at, taken_at, finished_at, file_name, bytes, row_count, copied_at)
     values ($1, 'found', $2, $2, $2, $3, $4, 0, clock_timestamp())
     on conflict (id) do update set copied_at = clock_timestamp(), copy_error = null, verify_requested_at = now()
       where b.state = 'done' and b.file_name = excluded.file_name`,
    [copy.id, copy.createdAt, copy.fileName.slice(-255), copy.bytes],
  );
}
