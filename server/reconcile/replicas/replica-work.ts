import type { DeviceCredential, DeviceUser } from "#drivers/port.ts";
import type { DesiredReplica, DevicePlan } from "./plan-device-changes.rules.ts";
import type { ConfirmedReplica } from "./record-batch.ts";

export type DeviceObject = "user" | "credential";

/** A replica with its state within a batch. */
export interface ReplicaWork extends ConfirmedReplica {
  desired: DesiredReplica;
  plan: DevicePlan;
  user: DeviceUser | null;
  credential: DeviceCredential | null;
  sent: Set<DeviceObject>;
}
