// What a full comparison of one controller found. Never holds a PIN.

import type { PairRow } from "./device-sync.store.ts";
import type { Difference } from "./plan-device-changes.rules.ts";
import type { DoorSyncReport } from "./sync-access-points.ts";

export type DriftItem =
  /** A copy of ours differs from what was proved; marked, so that the lane writes it again. */
  | {
      kind: "copy_differs";
      holderId: string;
      holderKind: PairRow["holder_kind"];
      organizationId: string | null;
      label: string;
      differences: Difference[];
    }
  /** An object of ours that belongs to nobody any more; removed. */
  | { kind: "ghost_removed"; object: "user" | "credential"; token: string; holderId: string }
  /** The same while nothing may be written: left there until the lanes go on. */
  | { kind: "ghost_found"; object: "user" | "credential"; token: string; holderId: string }
  /** Not ours: reported and left alone. */
  | { kind: "unknown_object"; object: "user" | "credential"; token: string; name: string | null; carriesPin: boolean }
  /** A foreign object with a PIN that one of our holders has. */
  | { kind: "pin_shared"; token: string; holderId: string };

export interface DriftReport {
  controllerId: string;
  comparedAt: string;
  doors: DoorSyncReport;
  users: number;
  credentials: number;
  items: DriftItem[];
}
