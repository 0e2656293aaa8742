import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type WhoMayPass, whoMayPass } from "#contract/tables/who-may-pass.ts";
import { readRows } from "#server/platform/database/read-each.ts";

/** Number of rows among which PINs are asked about: those who get in come first. */
const MOST_ROWS = 400;

/** Returns the portal's answer for a door now, as the caller sees it. */
export async function passingsNow(client: PoolClient, door: string): Promise<WhoMayPass> {
  const { rows } = await client.query<{ answer: unknown }>(
    'select public.who_may_pass(access_point_id => $1, "limit" => $2) as answer',
    [door, MOST_ROWS],
  );
  return whoMayPass.reply.parse(rows[0]?.answer);
}

const ownerRow = z.object({ id: z.string(), organization_id: z.string() });

/** Returns the organisation of each credential. */
export async function ownCredentials(engine: Pool, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await engine.query("select id, organization_id from credentials where id = any ($1::uuid[])", [ids]);
  return new Map(readRows(ownerRow, rows).map((row) => [row.id, row.organization_id]));
}
