import type { Pool, PoolClient } from "pg";
import { z } from "zod";

export interface LinkRequest {
  kind: "recovery" | "email_change";
  email: string;
  userId: string | null;
  codeChallenge: string | null;
  redirectTo: string;
}

/** Stores a request for a link. `userId` null: the account is looked up by address when the request is worked. */
export async function insertLinkRequest(db: Pool | PoolClient, request: LinkRequest): Promise<void> {
  const { kind, email, userId, codeChallenge, redirectTo } = request;
  await db.query(
    "insert into auth.link_requests (kind, email, user_id, code_challenge, redirect_to) values ($1, $2, $3, $4, $5)",
    [kind, email, userId, codeChallenge, redirectTo],
  );
}

const requestRow = z.object({
  id: z.uuid(),
  kind: z.enum(["recovery", "email_change"]),
  email: z.string(),
  user_id: z.uuid().nullable(),
  code_challenge: z.string().nullable(),
  redirect_to: z.string(),
});
export type RequestRow = z.infer<typeof requestRow>;

// Each server takes the oldest request that no other server has locked.
const TAKE = `delete from auth.link_requests where id =
    (select id from auth.link_requests where id <> all ($1::uuid[]) order by created_at limit 1 for update skip locked)
  returning id, kind, email, user_id, code_challenge, redirect_to`;

/** Removes and returns the oldest request but `except` in the caller's transaction; returns null when there is none. */
export async function takeLinkRequest(client: PoolClient, except: readonly string[]): Promise<RequestRow | null> {
  const { rows } = await client.query(TAKE, [except]);
  return requestRow.optional().parse(rows[0]) ?? null;
}
