// SQL of sync-control, as the caller: row policies say which controllers and copies there are.
import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { type DeviceType, deviceTypeSchema } from "#contract/devices.ts";

/** Null when there is no such controller. */
export async function readControllerKind(client: PoolClient, id: string): Promise<DeviceType | null> {
  const { rows } = await client.query("select device_type from controllers where id = $1", [id]);
  const [row] = z.array(z.object({ device_type: deviceTypeSchema })).parse(rows);
  return row?.device_type ?? null;
}

export async function enabledDoorControllers(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query("select id from controllers where enabled and device_type = 'axis' order by id");
  return z
    .array(z.object({ id: z.string() }))
    .parse(rows)
    .map((row) => row.id);
}

/** Copies that exist or shall exist on the controller. */
export async function countCopies(client: PoolClient, controllerId: string): Promise<number> {
  const { rows } = await client.query("select count(*)::int as n from device_sync where controller_id = $1", [
    controllerId,
  ]);
  return z.object({ n: z.number() }).parse(rows[0]).n;
}

/** The names that copies go by, by holder. */
export async function copyLabels(
  client: Pool | PoolClient,
  controllerId: string,
  holderIds: readonly string[],
): Promise<Map<string, string>> {
  if (holderIds.length === 0) return new Map();
  const { rows } = await client.query(
    "select holder_id, label from device_sync where controller_id = $1 and holder_id = any ($2::uuid[])",
    [controllerId, holderIds],
  );
  const labels = z.array(z.object({ holder_id: z.string(), label: z.string() })).parse(rows);
  return new Map(labels.map((row) => [row.holder_id, row.label]));
}
