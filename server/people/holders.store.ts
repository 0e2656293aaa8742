import type { PoolClient } from "pg";
import { z } from "zod";

/** Ids under which a person's credentials may be on devices. */
export async function holdersOfEndUser(client: PoolClient, endUserId: string): Promise<string[]> {
  const { rows } = await client.query("select id from credentials where end_user_id = $1", [endUserId]);
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map((row) => row.id);
}
