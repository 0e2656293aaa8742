import { syncControl as contract } from "#contract/functions/sync-control.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { orderComparison, orderPause, orderRebuild, orderResumption, orderSync } from "./order-sync.ts";

export const syncControl = defineFunction({
  contract,
  role: "system_admin",
  actions: {
    SYNC_NOW: action(contract.SYNC_NOW, orderSync),
    COMPARE: action(contract.COMPARE, orderComparison),
    REBUILD: action(contract.REBUILD, orderRebuild),
    PAUSE_ALL: action(contract.PAUSE_ALL, orderPause),
    RESUME_ALL: action(contract.RESUME_ALL, orderResumption),
  },
});
