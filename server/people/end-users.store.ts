import type { PoolClient } from "pg";
import { z } from "zod";
import { PERSON_FIELDS, type PersonField } from "#contract/person-fields.ts";
import { readRows } from "#server/platform/database/read-each.ts";

const idRow = z.object({ id: z.string() });
const lockedRow = z.object({ organization_id: z.string(), updated_at: z.string() });

/** The stored texts of a person. An absent optional text stays unchanged; an empty one is removed. */
interface Facts extends Partial<Record<PersonField, string | undefined>> {
  first_name: string;
  last_name: string;
}

/** Parameters $4 and on. */
const texts = PERSON_FIELDS.map((column, at) => ({
  column,
  value: `nullif($${at + 4}, '')`,
  given: `$${at + 4}::text`,
}));
const INSERT_TEXTS = {
  columns: texts.map(({ column }) => `, ${column}`).join(""),
  values: texts.map(({ value }) => `, ${value}`).join(""),
};
const UPDATE_TEXTS = texts
  .map(({ column, value, given }) => `, ${column} = case when ${given} is null then ${column} else ${value} end`)
  .join("");
const textsOf = (person: Facts) => PERSON_FIELDS.map((field) => person[field] ?? null);

/** Inserts a person and returns the id. */
export async function insertEndUser(client: PoolClient, person: Facts & { organization_id: string }): Promise<string> {
  const { rows } = await client.query(
    `insert into end_users (organization_id, first_name, last_name${INSERT_TEXTS.columns})
     values ($1, $2, $3${INSERT_TEXTS.values}) returning id`,
    [person.organization_id, person.first_name, person.last_name, ...textsOf(person)],
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

const accessRow = z.object({ seen: z.string() });

/** Returns the person's access as `accessSeen` of contract/access-seen.ts does, each once. Call it after `lockEndUser`. */
export async function readAccess(client: PoolClient, id: string): Promise<string[]> {
  const { rows } = await client.query(
    `select m.group_id::text as seen from access_group_members m where m.end_user_id = $1
     union select coalesce(a.access_point_id, a.controller_id)::text
       from controller_assignments a join credentials c on c.id = a.credential_id where c.end_user_id = $1
     union select concat(c.id, ' ', to_json(c.valid_to)#>>'{}') from credentials c where c.end_user_id = $1`,
    [id],
  );
  return readRows(accessRow, rows).map(({ seen }) => seen);
}

/** Writes the person even if only credentials change, so that `updated_at` changes. */
export async function updateEndUser(client: PoolClient, id: string, person: Facts): Promise<void> {
  await client.query(`update end_users set first_name = $2, last_name = $3${UPDATE_TEXTS} where id = $1`, [
    id,
    person.first_name,
    person.last_name,
    ...textsOf(person),
  ]);
}

/** Deletes a person; credentials and assignments cascade. Returns false for an unknown person. */
export async function deleteEndUser(client: PoolClient, id: string): Promise<boolean> {
  const { rowCount } = await client.query("delete from end_users where id = $1", [id]);
  return rowCount === 1;
}

/** Keeps a person for a minute, before the caller's transaction deletes them. */
export async function keepRemoval(client: PoolClient, id: string): Promise<void> {
  await client.query("select private.keep_removal($1)", [id]);
}

const restoredRow = z.object({ organization_id: z.string(), sources: z.array(z.string()) });

/** Brings back a person whom the same account removed within the last minute; null: there is none. */
export async function undoRemoval(client: PoolClient, id: string): Promise<z.infer<typeof restoredRow> | null> {
  const { rows } = await client.query("select organization_id, sources from private.undo_removal($1)", [id]);
  return rows[0] === undefined ? null : restoredRow.parse(rows[0]);
}

/** Returns ids of a person's credentials on devices. */
export async function sourcesOfEndUser(client: PoolClient, endUserId: string): Promise<string[]> {
  const { rows } = await client.query("select id from credentials where end_user_id = $1", [endUserId]);
  return z
    .array(idRow)
    .parse(rows)
    .map((row) => row.id);
}
