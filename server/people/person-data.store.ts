import type { PoolClient } from "pg";
import { z } from "zod";
import { type Erasure, erasureRow, personExport } from "#contract/functions/person-data.ts";

// These functions run past row security and check the caller's rights themselves. Reading the row as the caller first lets its policy
// decide too.
const exported = z.object({ person: personExport.extend({ purposes: z.string().nullable() }).nullable() });
type Exported = z.output<typeof exported>;

/** Returns everything stored about the person; null when the caller has no such person. */
export async function readEverything(client: PoolClient, id: string): Promise<Exported["person"]> {
  const { rows } = await client.query(
    "select private.export_person(u.id) as person from logged_people u where u.id = $1",
    [id],
  );
  return rows[0] === undefined ? null : exported.parse(rows[0]).person;
}

/** Begins an erasure; returns its id, or null when the caller has no such person. */
export async function beginErasure(client: PoolClient, id: string): Promise<string | null> {
  const { rows } = await client.query("select private.erase_person(u.id) as id from logged_people u where u.id = $1", [
    id,
  ]);
  return rows[0] === undefined ? null : z.object({ id: z.string().nullable() }).parse(rows[0]).id;
}

/** Reads erasures; a null `id` means all that the caller sees. */
export async function readErasures(client: PoolClient, id: string | null): Promise<Erasure[]> {
  const { rows } = await client.query(
    `select e.id, e.organization_id, o.name as organization_name, to_json(e.requested_at)#>>'{}' as requested_at, e.log_rows,
       e.replicas_remaining, e.waiting_for, e.receipts
     from private.erasure_states($1) with ordinality e
     join public.erasures own on own.id = e.id
     left join public.organizations o on o.id = e.organization_id order by e.ordinality`,
    [id],
  );
  return z.array(erasureRow).parse(rows);
}
