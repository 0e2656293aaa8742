import { restoreControlRequest } from "#contract/functions/restore-control.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { confirmRestored } from "./confirm-restored.ts";
import { type InspectDeps, inspectRestored, restoreStatus } from "./inspect-restored.ts";

export const restoreControl = defineFunction({
  name: "restore-control",
  method: "POST",
  role: "system_admin",
  input: restoreControlRequest,
  handle: async (deps: InspectDeps, { input, ...call }) => {
    switch (input.action) {
      case "STATUS":
        return restoreStatus(call);
      case "INSPECT":
        return inspectRestored(deps, call, input.controller_id);
      case "CONFIRM":
        return confirmRestored(deps, call, { grantAgain: input.grant_again, remove: input.remove });
    }
  },
});
