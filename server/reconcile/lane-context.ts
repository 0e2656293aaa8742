// What every lane of one process shares, and what is known of the lane's own lease.

import type { Pool } from "pg";
import type { Logger } from "pino";
import type { DeviceType } from "#contract/devices.ts";
import type { Clock } from "#drivers/clock.ts";
import type { DeviceConnection, DoorController, PlateController } from "#drivers/port.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import type { LaneKey } from "./controller-lanes.store.ts";

/** Places where a test may stop or kill a lane; numbered as the steps of one pair. */
export type FaultPoint =
  | "1_read"
  | "2_looked_up"
  | "3_planned"
  | "4_clock_checked"
  | "5_half_written"
  | "5_written"
  | "6_read_back"
  | "7_committing"
  | "7_committed"
  | "8_released";

export interface SyncOptions {
  /** Controllers worked at once by this process: promises, not connections. */
  maxLanes: number;
  /** The poll that finds work when no notification came. */
  pollMs: number;
  leaseSeconds: number;
  renewMs: number;
  /** A lane gives its lease back after this many pairs or this long, so that no controller starves another. */
  pairsPerTurn: number;
  turnMs: number;
  /** How often every controller is compared in full, give or take a fifth. */
  compareEveryMs: number;
}

export interface SyncDeps {
  /** Connects with the role portal_engine. */
  pool: Pool;
  openDoorController: (connection: DeviceConnection, deviceType: DeviceType) => DoorController;
  /** Only for gates that keep a plate list: opening a gate is no lane's business. */
  openPlateController: (connection: DeviceConnection, deviceType: DeviceType) => PlateController;
  keys: KeyRing;
  clock: Clock;
  log: Pick<Logger, "info" | "warn" | "error">;
  /** Names this process in leases; new at each start. */
  bootId: string;
  /** In [0, 1); only for jitter. */
  random: () => number;
  faultPoint?: (point: FaultPoint, controllerId: string) => Promise<void> | void;
}

/** A lease as its holder sees it. */
export interface Lease extends LaneKey {
  /** Own clock when the last claim or renewal was *sent*: the lease cannot end earlier than this plus its length. */
  renewedAt: number;
  lost: boolean;
}

export interface LaneContext extends SyncDeps {
  options: SyncOptions;
  /** Aborts when the engine stops: finish the pair at hand, take no new one. */
  stopping: AbortSignal;
}

/** The lease was taken by another lane, or may have been: nothing more may be sent or recorded under it. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError";
}

/** A lane sends nothing in the last part of its lease: what is slow to leave must still arrive inside it. */
const SEND_UNTIL_SHARE = 0.6;

/** Own clock only. It cannot stop a call that is already on its way, but it stops every later one. */
export function maySend(lane: LaneContext, lease: Lease): boolean {
  return !lease.lost && lane.clock.monotonic() - lease.renewedAt < lane.options.leaseSeconds * 1000 * SEND_UNTIL_SHARE;
}

export function requireLease(lane: LaneContext, lease: Lease): void {
  if (!maySend(lane, lease)) throw new LeaseLostError("the lease is too old to send under");
}

export async function atFaultPoint(lane: LaneContext, point: FaultPoint, lease: Lease): Promise<void> {
  await lane.faultPoint?.(point, lease.controllerId);
}
