// Copies the open sessions into the restored database, so that each person's next refresh says what happened.
import { z } from "zod";
import { authenticatorUrl } from "#server/platform/database/open-database.ts";
import { readRows } from "#server/platform/database/read-each.ts";
import { connected, databaseOf, incomingName, onDatabase } from "./databases.store.ts";

/** Time limit of copying the sessions; a restore does not wait longer. */
const TIMEOUT_MS = 10_000;

const signedIn = z.object({ id: z.string(), userId: z.string(), notAfter: z.date(), token: z.instanceof(Buffer) });

/**
 * Copies the open sessions of the present database into the incoming one, marked as ended by the restore, each with the one token that its
 * browser holds. Deletes every other token, so that a revoked token reveals no restore. Skips accounts that the back-up lacks.
 */
export async function handOverSessions(
  adminUrl: string,
  { authenticatorPassword, takenAt }: { authenticatorPassword: string; takenAt: string },
): Promise<void> {
  const present = databaseOf(adminUrl);
  await using from = await open(present);
  const { rows } = await from.query(
    `select s.id, s.user_id as "userId", s.not_after as "notAfter", t.token_hash as token
     from auth.sessions s join auth.refresh_tokens t on t.session_id = s.id and t.used_at is null
     where s.revoked_at is null and s.not_after > now()`,
  );
  const sessions = readRows(signedIn, rows);
  await using to = await open(incomingName(present));
  await to.query("begin");
  await to.query("delete from auth.refresh_tokens");
  await to.query(
    `with live as (
       select * from unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::bytea[]) as l (id, user_id, not_after, token_hash)),
     ended as (
       insert into auth.sessions (id, user_id, not_after, revoked_at, revoked_reason, restored_to)
       select l.id, l.user_id, l.not_after, now(), 'restored', $1::timestamptz from live l join auth.users u on u.id = l.user_id
       on conflict (id) do update set not_after = excluded.not_after, revoked_at = excluded.revoked_at,
         revoked_reason = excluded.revoked_reason, restored_to = excluded.restored_to
       returning id)
     insert into auth.refresh_tokens (token_hash, session_id) select l.token_hash, l.id from live l join ended using (id)`,
    [
      takenAt,
      sessions.map(({ id }) => id),
      sessions.map(({ userId }) => userId),
      sessions.map(({ notAfter }) => notAfter),
      sessions.map(({ token }) => token),
    ],
  );
  await to.query("commit");

  async function open(name: string) {
    const client = await connected(authenticatorUrl(onDatabase(adminUrl, name), authenticatorPassword));
    await client.query(`set role portal_auth; set statement_timeout = ${TIMEOUT_MS}`);
    return client;
  }
}
