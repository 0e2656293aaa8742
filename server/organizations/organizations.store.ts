import type { PoolClient } from "pg";
import { z } from "zod";
import { STANDARD_ORGANIZATION } from "#contract/made-texts.ts";

const rowsOfId = z.array(z.object({ id: z.string() }));

/** Returns the organisation that was made first; null without one. */
export async function earliestOrganization(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query("select id from organizations order by created_at, id limit 1");
  return rowsOfId.parse(rows)[0]?.id ?? null;
}

/** Inserts the standard organisation; returns null when the caller's policies hide the new row. */
export async function insertStandardOrganization(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query("insert into organizations (name, description) values ($1, $2) returning id", [
    STANDARD_ORGANIZATION.name,
    STANDARD_ORGANIZATION.description,
  ]);
  return rowsOfId.parse(rows)[0]?.id ?? null;
}
