import type { Pool, PoolClient } from "pg";
import { readEmail } from "./users.store.ts";

/** Returns an account's address to other domains, whose callers already hold the account's id. */
export function emailOfAccount(db: Pool | PoolClient, userId: string): Promise<string> {
  return readEmail(db, userId);
}
