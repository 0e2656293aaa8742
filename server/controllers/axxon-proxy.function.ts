import { DEVICE_TRAITS, type DeviceType, REQUESTED_GATE_TYPE } from "#contract/devices.ts";
import { type AxxonProxyRequest, axxonProxyRequest, UNNAMED_GATE_TYPE } from "#contract/functions/axxon-proxy.ts";
import { findDeviceConnection } from "#server/devices/find-connection.ts";
import { fetchFailure, type GateTestDeps, reachDevice, withPlateController } from "#server/devices/reach-device.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { addVehicle } from "./add-vehicle.ts";
import { type DoorStepUpDeps, requireDoorStepUp } from "./door-step-up.ts";
import { testGateConnection } from "./test-gate-connection.ts";
import { testMacro } from "./test-macro.ts";
import { holdUnsavedRequest } from "./try-relay-request.ts";

export const axxonProxy = defineFunction({
  name: "axxon-proxy",
  method: "POST",
  role: "system_admin",
  input: axxonProxyRequest,
  named: fetchFailure,
  handle: async (deps: GateTestDeps & DoorStepUpDeps, { input, ...call }) => {
    if (input.action === "FIND_CONNECTION") return findDeviceConnection(deps, call, input);
    const reach = await reachDevice(deps, call, input, formType(input));
    switch (input.action) {
      case "TEST_CONNECTION":
        await holdUnsavedRequest(deps, call, reach);
        return testGateConnection(deps, reach, input.macro_id ?? null);
      case "LIST_MACROS":
        return { macros: await withPlateController(deps, reach, (device) => device.listMacros()) };
      case "TEST_MACRO":
        await requireDoorStepUp(deps, call);
        return testMacro(deps, call, reach, input.macro_id);
      case "ADD_VEHICLE":
        await requireDoorStepUp(deps, call);
        return addVehicle(deps, call, reach, input.plateNumber);
    }
  },
});

function formType(input: AxxonProxyRequest): DeviceType {
  if (input.action !== "TEST_CONNECTION") return UNNAMED_GATE_TYPE;
  const { device_type: type = UNNAMED_GATE_TYPE, relay_request = null } = input;
  if (relay_request !== null) return REQUESTED_GATE_TYPE;
  return DEVICE_TRAITS[type].kind === "gate" ? type : UNNAMED_GATE_TYPE;
}
