// The worker of one controller, for the other folders: lease, connection, pauses, tokens.
export { wakeSetBack } from "./clock-set-back.store.ts";
export {
  beginComparison,
  type ComparisonBegun,
  compareSoon,
  recordComparison,
  recordFailedComparison,
  recordHours,
} from "./comparisons.store.ts";
export {
  claimWorker,
  claimWorkers,
  clearDeviceState,
  endLeasesOf,
  holdsLease,
  pauseOf,
  readWorkerState,
  recordControllerApplied,
  recordWorkerSuccess,
  releaseWorker,
  renewWorkers,
  type WorkerKey,
  type WorkerState,
  wakeController,
} from "./controller-workers.store.ts";
export {
  backOffMs,
  type DeviceTrouble,
  deviceTrouble,
  jitteredMs,
  mayBeOneObject,
  recordAway,
  troubleOfOneCall,
} from "./device-away.ts";
export { createDevices, type Devices, learnWholeDays } from "./devices.ts";
export { sourceOfToken } from "./tokens.ts";
export {
  atFaultPoint,
  type Lease,
  LeaseLostError,
  maySend,
  requireLease,
  type SyncDeps,
  type SyncOptions,
  WAIT_STEP_MS,
  type WorkerContext,
} from "./worker-context.ts";
export { ControllerGoneError, SyncPausedError, WorkerBusyError, workerFailure } from "./worker-errors.ts";
