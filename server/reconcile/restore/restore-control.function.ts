import { restoreControl as contract } from "#contract/functions/restore-control.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { confirmRestored } from "./confirm-restored.ts";
import { inspectRestored, restoreStatus } from "./inspect-restored.ts";

export const restoreControl = defineFunction({
  contract,
  role: "system_admin",
  actions: {
    STATUS: action(contract.STATUS, (_deps, call) => restoreStatus(call)),
    INSPECT: action(contract.INSPECT, inspectRestored),
    CONFIRM: action(contract.CONFIRM, confirmRestored),
  },
});
