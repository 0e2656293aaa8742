import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type WhoMayPass, whoMayPass } from "#contract/tables/who-may-pass.ts";
import { readRows } from "#server/platform/database/read-each.ts";

/** Number of rows among which PINs are asked about: those who get in come first. */
const MOST_ROWS = 400;

/** Returns the portal's answer for a door at a time, as the caller sees it. `at` null: now. */
export async function passingsAt(client: PoolClient, door: string, at: Date | null): Promise<WhoMayPass> {
  const { rows } = await client.query<{ answer: unknown }>(
    'select public.who_may_pass(access_point_id => $1, at => $2, "limit" => $3) as answer',
    [door, at, MOST_ROWS],
  );
  return whoMayPass.reply.parse(rows[0]?.answer);
}

const ownerRow = z.object({ id: z.string(), organization_id: z.string() });

/** Returns the organisation of each credential. */
export async function ownCredentials(engine: Pool, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await engine.query("select id, organization_id from credentials where id = any ($1::uuid[])", [ids]);
  return new Map(readRows(ownerRow, rows).map((row) => [row.id, row.organization_id]));
}

const heldRow = z.object({ source_id: z.string(), credential_token: z.string() });

/** Returns the tokens of credentials on a controller, of those that it has confirmed. */
export async function heldCredentials(
  engine: Pool,
  controllerId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await engine.query(
    `select source_id, credential_token from device_sync
     where controller_id = $1 and source_id = any ($2::uuid[]) and applied_digest is not null and credential_token is not null`,
    [controllerId, ids],
  );
  return new Map(readRows(heldRow, rows).map((row) => [row.source_id, row.credential_token]));
}

const profileRow = z.object({ token: z.string() });

/** Returns the tokens of the profiles that give a door on its controller. */
export async function profilesOfDoor(engine: Pool, door: string): Promise<Set<string>> {
  const { rows } = await engine.query(
    `select access_profile_token as token from access_points where id = $1 and access_profile_token is not null
     union select profile_token from door_profiles where access_point_id = $1`,
    [door],
  );
  return new Set(readRows(profileRow, rows).map(({ token }) => token));
}
