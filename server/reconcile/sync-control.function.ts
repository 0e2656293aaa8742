// sync-control: what a system admin asks of the lanes. Audited before the device is asked, so that an act is known even
// if the server ends in the middle of it.

import type { PoolClient } from "pg";
import { reconcileErrors } from "#contract/errors/reconcile.ts";
import { syncControlRequest } from "#contract/functions/sync-control.ts";
import { type AuditedAct, writeAudit } from "#server/audit/record-operation.ts";
import { requireFreshProof } from "#server/auth/fresh-proof.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { asRole, defineFunction, type FunctionDeps } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { wireDriftItems } from "./drift-items.ts";
import type { DriftReport } from "./drift-report.ts";
import { laneFailure } from "./lane-errors.ts";
import { pauseLanes, resumeLanes } from "./lane-pause.store.ts";
import { countCopies, enabledSyncedControllers, readSyncKind } from "./sync-control.store.ts";

type DoorAct = Extract<AuditedAct["action"], "controller_synced" | "controller_compared" | "controller_rebuilt">;

export const syncControl = defineFunction({
  name: "sync-control",
  method: "POST",
  input: syncControlRequest,
  handle: async (deps, { input, claims }) => {
    switch (input.action) {
      case "SYNC_NOW":
        return input.controller_id === undefined ? syncAll(deps, claims) : syncOne(deps, claims, input.controller_id);
      case "COMPARE":
        return compare(deps, claims, input.controller_id);
      case "REBUILD":
        return rebuild(deps, claims, input.controller_id);
      case "PAUSE_ALL":
        return {
          paused: true,
          changed: await asRole(deps, claims, "system_admin", (client) => pauseLanes(client, input.reason)),
        };
      case "RESUME_ALL":
        return { paused: false, changed: await asRole(deps, claims, "system_admin", resumeLanes) };
    }
  },
});

async function syncAll(deps: FunctionDeps, claims: SessionClaims): Promise<object> {
  const ids = await asRole(deps, claims, "system_admin", async (client) => {
    await writeAudit(client, { action: "controller_synced", objectType: "controllers", objectId: null });
    return enabledSyncedControllers(client);
  });
  for (const id of ids) await deps.sync.syncNow(id);
  return { controllers: ids.length };
}

async function syncOne(deps: FunctionDeps, claims: SessionClaims, id: string): Promise<object> {
  await forSynced(deps, claims, { id, action: "controller_synced" });
  await deps.sync.syncNow(id);
  return { controllers: 1 };
}

async function rebuild(deps: FunctionDeps, claims: SessionClaims, id: string): Promise<object> {
  // The next device to answer there is taken for the right one, and shown the stored password.
  await asRole(deps, claims, "system_admin", async () => requireFreshProof(deps, claims));
  const copies = await forSynced(deps, claims, { id, action: "controller_rebuilt" }, (client) =>
    countCopies(client, id),
  );
  await deps.sync.rebuild(id);
  return { copies };
}

async function compare(deps: FunctionDeps, claims: SessionClaims, id: string): Promise<object> {
  await forSynced(deps, claims, { id, action: "controller_compared" });
  const report = await compareNow(deps, id);
  const items = await asRole(deps, claims, "system_admin", (client) => wireDriftItems(client, report));
  return {
    controller_id: id,
    compared_at: report.comparedAt,
    users: report.users,
    credentials: report.credentials,
    items,
  };
}

async function compareNow(deps: FunctionDeps, id: string): Promise<DriftReport> {
  try {
    return await deps.sync.compareNow(id);
  } catch (error) {
    throw laneFailure(error);
  }
}

/** Checks the caller and the controller, writes the audit and does `also`, all in one transaction. */
async function forSynced<T = void>(
  deps: FunctionDeps,
  claims: SessionClaims,
  { id, action }: { id: string; action: DoorAct },
  also?: (client: PoolClient) => Promise<T>,
): Promise<T | undefined> {
  return asRole(deps, claims, "system_admin", async (client) => {
    const kind = await readSyncKind(client, id);
    if (kind === null) throw new PortalError(reconcileErrors.sync_controller_gone());
    if (kind === "gate" || (kind === "list_gate" && action !== "controller_synced")) {
      throw new PortalError(kind === "gate" ? reconcileErrors.sync_of_gate() : reconcileErrors.sync_of_plate_list());
    }
    await writeAudit(client, { action, objectType: "controllers", objectId: id });
    return also?.(client);
  });
}
