import type { Pool, PoolClient } from "pg";
import { readEmail } from "./users.store.ts";

/** For other domains. The account is there: whoever asks holds its id. */
export function emailOfAccount(db: Pool | PoolClient, userId: string): Promise<string> {
  return readEmail(db, userId);
}
