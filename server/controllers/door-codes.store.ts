import type { PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

const row = z.object({ token: z.string(), codes: z.coerce.number() });

/** Returns, by the device's token, how many codes open each door whose readers take four digits. */
export async function readDoorCodes(client: PoolClient, controllerId: string): Promise<Map<string, number>> {
  const { rows } = await client.query(
    `select a.device_door_token as token, d.codes from public.door_codes(array[$1::uuid]) d
     join access_points a on a.id = d.access_point_id
     where a.device_door_token is not null`,
    [controllerId],
  );
  return new Map(readRows(row, rows).map(({ token, codes }) => [token, codes]));
}
