// The findings of a full comparison. Never contains a PIN.

import type { DoorSyncReport } from "../doors/sync-access-points.ts";
import type { Difference, ReplicaRow } from "../replicas/public.ts";

export type DriftItem =
  | {
      kind: "replica_differs";
      sourceId: string;
      sourceKind: ReplicaRow["source_kind"];
      organizationId: string | null;
      label: string;
      differences: Difference[];
    }
  /** Confirmed hours of a door that differed on the unit; they are written again. */
  | { kind: "hours_differ"; accessPointId: string; label: string }
  | { kind: "orphan_removed"; object: "user" | "credential"; token: string; sourceId: string }
  /** An orphan found in read-only mode; left for the worker. */
  | { kind: "orphan_found"; object: "user" | "credential"; token: string; sourceId: string }
  /** An unmanaged object: reported and left alone. */
  | { kind: "unknown_object"; object: "user" | "credential"; token: string; name: string | null; carriesPin: boolean }
  /** An unmanaged object whose PIN one of the portal's sources has too. */
  | { kind: "pin_shared"; token: string; sourceId: string };

export interface DriftReport {
  controllerId: string;
  comparedAt: string;
  doors: DoorSyncReport;
  users: number;
  credentials: number;
  items: DriftItem[];
}
