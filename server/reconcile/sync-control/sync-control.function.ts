import { syncControlRequest } from "#contract/functions/sync-control.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type OrderDeps, orderComparison, orderPause, orderRebuild, orderResumption, orderSync } from "./order-sync.ts";

export const syncControl = defineFunction({
  name: "sync-control",
  method: "POST",
  role: "system_admin",
  input: syncControlRequest,
  handle: async (deps: OrderDeps, { input, ...call }) => {
    switch (input.action) {
      case "SYNC_NOW":
        return orderSync(deps, call, input.controller_id);
      case "COMPARE":
        return orderComparison(deps, call, input.controller_id);
      case "REBUILD":
        return orderRebuild(deps, call, input.controller_id);
      case "PAUSE_ALL":
        return orderPause(call, input.reason);
      case "RESUME_ALL":
        return orderResumption(call);
    }
  },
});
