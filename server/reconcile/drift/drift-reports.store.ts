import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import type { DriftItem } from "#contract/functions/sync-control.ts";
import { readRows } from "#server/platform/database/read-each.ts";

/** A device full of unmanaged objects must not fill the portal's table. */
const ITEMS_MAX = 1_000;

export interface StoredDrift {
  controllerId: string;
  comparedAt: string;
  users: number;
  credentials: number;
  items: readonly DriftItem[];
}

/** Stores the newest report of a controller, with at most 1,000 of its findings. Does nothing when the controller is gone. */
export async function saveDriftReport(pool: Pool, report: StoredDrift): Promise<void> {
  await pool.query({
    name: "save-drift-report",
    text: `insert into drift_reports (controller_id, compared_at, users, credentials, total_items, items)
      select id, $2, $3, $4, $5, $6 from controllers where id = $1
      on conflict (controller_id) do update set compared_at = excluded.compared_at, users = excluded.users,
        credentials = excluded.credentials, total_items = excluded.total_items, items = excluded.items`,
    values: [
      report.controllerId,
      report.comparedAt,
      report.users,
      report.credentials,
      report.items.length,
      JSON.stringify(report.items.slice(0, ITEMS_MAX)),
    ],
  });
}

/** Returns the labels by source. A source without a replica at the controller is missing. */
export async function replicaLabels(
  client: Pool | PoolClient,
  controllerId: string,
  sourceIds: readonly string[],
): Promise<Map<string, string>> {
  if (sourceIds.length === 0) return new Map();
  const { rows } = await client.query(
    "select source_id, label from device_sync where controller_id = $1 and source_id = any ($2::uuid[])",
    [controllerId, sourceIds],
  );
  const labels = readRows(z.object({ source_id: z.string(), label: z.string() }), rows);
  return new Map(labels.map((row) => [row.source_id, row.label]));
}
