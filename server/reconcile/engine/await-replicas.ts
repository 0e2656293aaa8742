import type { PendingDevice } from "#contract/functions/end-user-manager.ts";
import { SYNC_WAIT_MS } from "#contract/limits.ts";
import type { SyncEngine } from "./engine.ts";

export interface AwaitDeps {
  sync: Pick<SyncEngine, "waitForSources">;
}

export interface Carried {
  state: "synced" | "pending";
  pending: PendingDevice[];
}

/** Waits briefly for devices, so that the usual answer is final; the rest is reported as pending. */
export async function awaitReplicas({ sync }: AwaitDeps, sourceIds: readonly string[]): Promise<Carried> {
  const pending = await sync.waitForSources(sourceIds, SYNC_WAIT_MS);
  return { state: pending.length === 0 ? "synced" : "pending", pending };
}
