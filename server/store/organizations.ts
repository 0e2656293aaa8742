import type { PoolClient } from "pg";
import { z } from "zod";

const NAME = "Standardanläggning";
const DESCRIPTION = "Skapades automatiskt när den första styrenheten registrerades.";

const row = z.object({ id: z.string() });

/** The earliest organisation, which new controllers name as the one that registered them; made when there is none. */
export async function standardOrganization(client: PoolClient): Promise<{ id: string }> {
  const { rows } = await client.query("select id from organizations order by created_at, id limit 1");
  if (rows[0] !== undefined) return row.parse(rows[0]);
  const made = await client.query("insert into organizations (name, description) values ($1, $2) returning id", [
    NAME,
    DESCRIPTION,
  ]);
  return row.parse(made.rows[0]);
}
