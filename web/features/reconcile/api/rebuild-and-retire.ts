import { callAction } from "#web/lib/calls/functions.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { useAsk } from "./controller-operations.ts";

export interface Retirement {
  controllerId: string;
  /** Why the device is permanently gone; stored in the receipts. */
  reason: string;
}

/** Retires a controller, after a step-up: a person confirms that it opens for nobody. */
export function useRetire() {
  return useAsk(async ({ controllerId, reason }: Retirement) => {
    const { controllerManager } = await fetchPart(import("#contract/functions/controller-manager.ts"));
    return withStepUp("retire_controller", () => callAction(controllerManager.RETIRE, { id: controllerId, reason }));
  });
}

/** Has everything written anew to a controller, after a step-up. */
export function useRebuild() {
  return useAsk(async (controllerId: string) => {
    const { syncControl } = await fetchPart(import("#contract/functions/sync-control.ts"));
    return withStepUp("rebuild_controller", () => callAction(syncControl.REBUILD, { controller_id: controllerId }));
  });
}
