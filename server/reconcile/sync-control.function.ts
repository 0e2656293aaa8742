import { syncControlRequest } from "#contract/functions/sync-control.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type OrderDeps, orderComparison, orderRebuild, orderSync } from "./order-sync.ts";
import { pauseSync, resumeSync } from "./pause-sync.ts";

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
        return { paused: true, changed: await call.asCaller((client) => pauseSync(client, input.reason)) };
      case "RESUME_ALL":
        return { paused: false, changed: await call.asCaller(resumeSync) };
    }
  },
});
