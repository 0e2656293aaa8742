// Token of the group "Webbportal" per controller, as last seen. Stored without expiry, so that servers agree.
import type { Pool } from "pg";
import { z } from "zod";

/** Returns the group's token; null when the controller had no such group at the last look, or was never asked. */
export async function readDefaultGroup(pool: Pool, controllerId: string): Promise<string | null> {
  const { rows } = await pool.query("select group_token from controller_sync where controller_id = $1", [controllerId]);
  return z.array(z.object({ group_token: z.string().nullable() })).parse(rows)[0]?.group_token ?? null;
}

/** Stores the token. A changed token raises the controller's generation, so its worker compares the people in the group. */
export async function keepDefaultGroup(pool: Pool, controllerId: string, token: string | null): Promise<void> {
  const { rowCount } = await pool.query({
    name: "keep-default-group",
    text: `update controller_sync set group_token = $2,
        desired_gen = desired_gen + case when exists (select from controller_users where controller_id = $1 and default_group) then 1 else 0 end
      where controller_id = $1 and group_token is distinct from $2`,
    values: [controllerId, token],
  });
  if (rowCount === 1) await pool.query("select pg_notify('sync', '')");
}
