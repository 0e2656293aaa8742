import type { PoolClient } from "pg";
import { z } from "zod";

const idRow = z.object({ id: z.string() });
const lockedRow = z.object({ organization_id: z.string(), updated_at: z.string() });

interface Names {
  first_name: string;
  last_name: string;
  /** Absent: unchanged. Empty: none. */
  email?: string | undefined;
}

export async function insertEndUser(client: PoolClient, person: Names & { organization_id: string }): Promise<string> {
  const { rows } = await client.query(
    "insert into end_users (organization_id, first_name, last_name, email) values ($1, $2, $3, nullif($4, '')) returning id",
    [person.organization_id, person.first_name, person.last_name, person.email ?? ""],
  );
  return idRow.parse(rows[0]).id;
}

/** Locks a person, so that concurrent saves wait. `updated_at` has PostgREST's format, so that forms can return it. */
export async function lockEndUser(client: PoolClient, id: string): Promise<z.infer<typeof lockedRow> | null> {
  const { rows } = await client.query(
    "select organization_id, to_json(updated_at)#>>'{}' as updated_at from end_users where id = $1 for update",
    [id],
  );
  return rows[0] === undefined ? null : lockedRow.parse(rows[0]);
}

/** Writes the person even if only credentials change, so that `updated_at` changes. */
export async function renameEndUser(client: PoolClient, id: string, person: Names): Promise<void> {
  await client.query(
    `update end_users set first_name = $2, last_name = $3, email = case when $4::text is null then email else nullif($4, '') end
     where id = $1`,
    [id, person.first_name, person.last_name, person.email ?? null],
  );
}

/** Deletes a person; credentials and assignments cascade. Returns false for an unknown person. */
export async function deleteEndUser(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query("delete from end_users where id = $1", [id]);
  return rowCount === 1;
}

/** Returns ids of a person's credentials on devices. */
export async function sourcesOfEndUser(client: PoolClient, endUserId: string): Promise<string[]> {
  const { rows } = await client.query("select id from credentials where end_user_id = $1", [endUserId]);
  return z
    .array(idRow)
    .parse(rows)
    .map((row) => row.id);
}
