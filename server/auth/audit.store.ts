import type { Pool, PoolClient } from "pg";

export interface AuthEvent {
  action: string;
  actor: string | null;
  subject: string | null;
  after: object;
  address: string | null;
  requestId: string | null;
}

export async function insertAuthEvent(db: Pool | PoolClient, event: AuthEvent): Promise<void> {
  const { action, actor, subject, after, address, requestId } = event;
  const values = [action, actor, subject, JSON.stringify(after), address, requestId];
  await db.query("select private.record_auth_event($1, $2, $3, $4, $5, $6)", values);
}
