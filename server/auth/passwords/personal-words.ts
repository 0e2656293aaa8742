// Collects the words that an attacker would try first for this person: address, names, account data.
import type { Pool, PoolClient } from "pg";
import { readPersonalData } from "../users.store.ts";

const WORD_MAX_LENGTH = 100;

/** Returns words for server/auth/passwords/strength.ts, as portal_auth or portal_engine; empty for an unknown account. */
export async function personalWords(db: Pool | PoolClient, userId: string): Promise<string[]> {
  const person = await readPersonalData(db, userId);
  if (person === null) return [];
  const { email, data, first_name, last_name } = person;
  return [email, first_name, last_name, ...Object.values(data)].filter(
    (value): value is string => typeof value === "string" && value.length <= WORD_MAX_LENGTH,
  );
}
