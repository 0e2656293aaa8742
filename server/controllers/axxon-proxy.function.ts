// axxon-proxy: actions on one LPR server, for system admins.
import { gateErrors } from "#contract/errors/gates.ts";
import { axxonProxyRequest } from "#contract/functions/axxon-proxy.ts";
import { GATE_LATEST_MS } from "#contract/limits.ts";
import { plateKey } from "#contract/plate.ts";
import type { MacroOutcome } from "#drivers/port.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { reachDevice, savedController, testedIdentity, withPlateController } from "#server/devices/reach-device.ts";
import { asRole, defineFunction } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";

export const axxonProxy = defineFunction({
  name: "axxon-proxy",
  method: "POST",
  input: axxonProxyRequest,
  handle: async (deps, { input, claims }) => {
    const reach = await reachDevice(deps, claims, input, "axxon_lpr");
    switch (input.action) {
      case "TEST_CONNECTION": {
        const macroId = input.macro_id ?? reach.controller?.macro_id ?? null;
        return testedIdentity(
          deps,
          reach,
          await withPlateController(deps, reach, (device) => device.identify({ macroId })),
        );
      }
      case "LIST_MACROS":
        return { macros: await withPlateController(deps, reach, (device) => device.listMacros()) };
      case "TEST_MACRO": {
        const { id } = savedController(reach);
        // Written before the gate opens: a test that opened without a trace would be worse than a trace without a test.
        await asRole(deps, claims, "system_admin", (client) =>
          writeAudit(client, { action: "macro_tested", objectType: "controllers", objectId: id }),
        );
        refuseUnlessExecuted(
          await withPlateController(deps, reach, (device) =>
            device.executeMacro(input.macro_id, { timeoutMs: GATE_LATEST_MS }),
          ),
        );
        return {};
      }
      case "ADD_VEHICLE":
        // As the lane writes it, which takes over from here: a plate on the list that nobody is given goes again.
        return withPlateController(deps, reach, (device) =>
          device.addVehicle({
            plateNumber: plateKey(input.plateNumber),
            onList: reach.controller?.list_sync ?? false,
          }),
        );
    }
  },
});

function refuseUnlessExecuted({ outcome, httpStatus }: MacroOutcome): void {
  if (outcome === "executed") return;
  if (outcome === "unknown") {
    throw new PortalError(gateErrors.macro_outcome_unknown());
  }
  const unknown = httpStatus === 404 || httpStatus === 400;
  throw new PortalError(unknown ? gateErrors.macro_not_found() : gateErrors.macro_refused());
}
