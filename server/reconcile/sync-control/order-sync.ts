// Sends requests to the workers. Each is audited before the device is called, so that a crash loses no trace.

import type { PoolClient } from "pg";
import { reconcileErrors } from "#contract/errors/reconcile.ts";
import { type AuditedEvent, writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { type DriftReport, wireDriftItems } from "../drift/public.ts";
import type { SyncEngine } from "../engine/engine.ts";
import { workerFailure } from "../worker/public.ts";
import {
  countReplicas,
  enabledSyncedControllers,
  pauseWorkers,
  readSyncKind,
  resumeWorkers,
} from "./sync-control.store.ts";

export interface OrderDeps extends Deps {
  sync: Pick<SyncEngine, "syncNow" | "compareNow" | "rebuild">;
}

interface OneController {
  controller_id: string;
}

type ControllerAction = Extract<
  AuditedEvent["action"],
  "controller_synced" | "controller_compared" | "controller_rebuilt"
>;

/** Wakes one controller, or all enabled ones. Returns how many. */
export async function orderSync(
  deps: OrderDeps,
  call: CallerContext,
  { controller_id: id }: { controller_id?: string | undefined },
) {
  if (id === undefined) return syncAll(deps, call);
  await forSynced(call, { id, action: "controller_synced" }, async () => undefined);
  await deps.sync.syncNow(id);
  return { controllers: 1 };
}

async function syncAll({ sync }: OrderDeps, { asCaller }: CallerContext) {
  const ids = await asCaller(async (client) => {
    await writeAudit(client, { action: "controller_synced", objectType: "controllers", objectId: null });
    return enabledSyncedControllers(client);
  });
  for (const id of ids) await sync.syncNow(id);
  return { controllers: ids.length };
}

/** Pauses all workers of every server. */
export async function orderPause(_deps: Deps, { asCaller }: CallerContext, { reason }: { reason: string }) {
  return { paused: true, changed: await asCaller((client) => pauseWorkers(client, reason)) };
}

/** Resumes all workers of every server. */
export async function orderResumption(_deps: Deps, { asCaller }: CallerContext) {
  return { paused: false, changed: await asCaller(resumeWorkers) };
}

/** Clears what is known of a device, so that everything is written anew; returns how many replicas. Needs a step-up. */
export async function orderRebuild(deps: OrderDeps, call: CallerContext, { controller_id: id }: OneController) {
  // The next device to answer is trusted and receives the stored password.
  await call.asCaller(async () => requireStepUp(deps, call.claims));
  const replicas = await forSynced(call, { id, action: "controller_rebuilt" }, (client) => countReplicas(client, id));
  await deps.sync.rebuild(id);
  return { replicas };
}

/** Compares one controller now, and waits for the outcome. Throws PortalError when it is busy, paused or does not answer. */
export async function orderComparison(deps: OrderDeps, call: CallerContext, { controller_id: id }: OneController) {
  await forSynced(call, { id, action: "controller_compared" }, async () => undefined);
  const report = await compareNow(deps, id);
  const items = await call.asCaller((client) => wireDriftItems(client, report));
  return {
    controller_id: id,
    compared_at: report.comparedAt,
    users: report.users,
    credentials: report.credentials,
    items,
  };
}

async function compareNow({ sync }: OrderDeps, id: string): Promise<DriftReport> {
  try {
    return await sync.compareNow(id);
  } catch (error) {
    throw workerFailure(error);
  }
}

async function forSynced<T>(
  { asCaller }: CallerContext,
  { id, action }: { id: string; action: ControllerAction },
  also: (client: PoolClient) => Promise<T>,
): Promise<T> {
  return asCaller(async (client) => {
    const kind = await readSyncKind(client, id);
    if (kind === null) throw new PortalError(reconcileErrors.sync_controller_gone());
    if (kind === "gate" || (kind === "list_gate" && action !== "controller_synced")) {
      throw new PortalError(kind === "gate" ? reconcileErrors.sync_of_gate() : reconcileErrors.sync_of_plate_list());
    }
    await writeAudit(client, { action, objectType: "controllers", objectId: id });
    return also(client);
  });
}
