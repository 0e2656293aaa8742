// Replicas of one controller, for the other folders: what is desired, planned, written and recorded.
export { bumpChangedReplicas } from "./bump-changed-replicas.ts";
export { desiredReplica } from "./desired-replica.ts";
export { bumpReplicas, knownTokens, type ReplicaRow, wakeExpired } from "./device-sync.store.ts";
export { indexListing, ownerships } from "./pin-carriers.ts";
export { type Difference, planDeviceChanges } from "./plan-device-changes.rules.ts";
export { readAllReplicas } from "./read-all-replicas.ts";
export { type ConfirmedReplica, recordBatch, reportIfStale } from "./record-batch.ts";
export { followSuspensionSetting } from "./suspended-replicas.store.ts";
export { syncReplicas } from "./sync-replicas.ts";
export { waitForSources } from "./wait-for-sources.ts";
