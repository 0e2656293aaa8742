// State shared by the workers of a process, and the state of one worker's lease.

import type { Pool } from "pg";
import type { Logger } from "pino";
import type { DeviceType } from "#contract/devices.ts";
import type { Clock } from "#drivers/clock.ts";
import type { DeviceConnection, DoorController, PlateController } from "#drivers/port.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import type { WorkerKey, WorkerState } from "./controller-workers.store.ts";

export const WAIT_STEP_MS = 100;

/** Points where a test may stop or kill a worker, numbered as the steps of one replica. */
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
  /** Controllers that this process works on at once: promises, not connections. */
  maxWorkers: number;
  pollMs: number;
  leaseSeconds: number;
  renewMs: number;
  replicasPerTurn: number;
  turnMs: number;
  /** Interval of full comparisons, ±20 %. */
  compareEveryMs: number;
  /** Interval at which the log of a quiet controller is read. */
  eventsEveryMs: number;
  /** Interval at which controllers are looked for that wait for a time of before the clock was set back. */
  setBackEveryMs: number;
  /** Time that an expired or disabled credential stays suspended on the device; 0: removed at once. */
  suspendedMs: number;
}

export interface SyncDeps {
  pool: Pool;
  openDoorController: (connection: DeviceConnection, deviceType: DeviceType) => DoorController;
  /** Opens a plate controller, only for gates with a plate list; workers open no gate. */
  openPlateController: (connection: DeviceConnection, deviceType: DeviceType) => PlateController;
  keys: KeyRing;
  clock: Clock;
  log: Pick<Logger, "info" | "warn" | "error">;
  bootId: string;
  random: () => number;
  /** Called after a commit that stored door events. */
  onDoorEvents?: () => void;
  /** Runs a worker's turn; a server may count or trace it. */
  follow?: (<T>(run: () => Promise<T>) => Promise<T>) | undefined;
  faultPoint?: (point: FaultPoint, controllerId: string) => Promise<void> | void;
}

export interface Lease extends WorkerKey {
  /** This server's time when the last claim or renewal was *sent*: the lease ends no earlier than this time plus its length. */
  renewedAt: number;
  lost: boolean;
  /** The controller's state as the claim found it; absent when a person's call claimed it. */
  found?: WorkerState;
}

export interface WorkerContext extends SyncDeps {
  options: SyncOptions;
  /** Aborted at stop: the current replica is finished and no other begun. */
  stopping: AbortSignal;
}

/** Thrown when another worker has or may have the lease: nothing more may be sent or recorded. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError";
}

/** Nothing is sent in the last part of a lease: a slow message must still arrive inside it. */
const SEND_UNTIL_SHARE = 0.6;

/** Tells by this server's clock whether a call may be sent. It stops later calls, not one in flight. */
export function maySend(worker: WorkerContext, lease: Lease): boolean {
  return (
    !lease.lost && worker.clock.monotonic() - lease.renewedAt < worker.options.leaseSeconds * 1000 * SEND_UNTIL_SHARE
  );
}

/** Throws LeaseLostError when nothing may be sent under the lease any more. */
export function requireLease(worker: WorkerContext, lease: Lease): void {
  if (!maySend(worker, lease)) throw new LeaseLostError("the lease is too old to send under");
}

/** Stops here in a fault campaign; does nothing in a portal. */
export async function atFaultPoint(worker: WorkerContext, point: FaultPoint, lease: Lease): Promise<void> {
  await worker.faultPoint?.(point, lease.controllerId);
}
