import type { Pool, PoolClient } from "pg";
import type { DriftItem as WireItem } from "#contract/functions/sync-control.ts";
import type { DriftItem, DriftReport } from "./compare-controller.ts";
import { replicaLabels } from "./drift-reports.store.ts";

/** Returns the findings as the page gets them. A shared PIN has no label (null) when its source has no entry at the controller. */
export async function wireDriftItems(client: Pool | PoolClient, report: DriftReport): Promise<WireItem[]> {
  const shared = report.items.flatMap((item) => (item.kind === "pin_shared" ? [item.sourceId] : []));
  const labels = await replicaLabels(client, report.controllerId, shared);
  return report.items.map((item) => wireItem(item, labels));
}

function wireItem(item: DriftItem, labels: ReadonlyMap<string, string>): WireItem {
  switch (item.kind) {
    case "replica_differs":
      return { kind: item.kind, source_id: item.sourceId, label: item.label, differences: item.differences };
    case "hours_differ":
      return { kind: item.kind, access_point_id: item.accessPointId, label: item.label };
    case "orphan_removed":
    case "orphan_found":
      return { kind: item.kind, object: item.object, token: item.token };
    case "unknown_object":
      return {
        kind: item.kind,
        object: item.object,
        token: item.token,
        name: item.name,
        carries_pin: item.carriesPin,
      };
    case "pin_shared":
      return { kind: item.kind, token: item.token, label: labels.get(item.sourceId) ?? null };
  }
}
