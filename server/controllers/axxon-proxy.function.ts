import { DEVICE_TRAITS, type DeviceType, REQUESTED_GATE_TYPE } from "#contract/devices.ts";
import { axxonProxy as contract, type GateConnectionTest, UNNAMED_GATE_TYPE } from "#contract/functions/axxon-proxy.ts";
import { findDeviceConnection } from "#server/devices/find-connection.ts";
import { fetchFailure, type GateTestDeps, reachDevice, withPlateController } from "#server/devices/reach-device.ts";
import type { Deps } from "#server/platform/deps.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { addVehicle } from "./add-vehicle.ts";
import { type DoorStepUpDeps, requireDoorStepUp } from "./door-step-up.ts";
import { testGateConnection } from "./test-gate-connection.ts";
import { testMacro } from "./test-macro.ts";
import { holdUnsavedRequest } from "./try-relay-request.ts";

export const axxonProxy = defineFunction({
  contract,
  role: "system_admin",
  named: fetchFailure,
  actions: {
    FIND_CONNECTION: action(contract.FIND_CONNECTION, findDeviceConnection),
    TEST_CONNECTION: action(contract.TEST_CONNECTION, async (deps: GateTestDeps, call, input) => {
      const reach = await reachDevice(deps, call, input, formType(input));
      await holdUnsavedRequest(deps, call, reach);
      return testGateConnection(deps, reach, input.macro_id ?? null);
    }),
    LIST_MACROS: action(contract.LIST_MACROS, async (deps, call, input) => {
      const reach = await reachDevice(deps, call, input, UNNAMED_GATE_TYPE);
      return { macros: await withPlateController(deps, reach, (device) => device.listMacros()) };
    }),
    TEST_MACRO: action(contract.TEST_MACRO, async (deps: GateTestDeps & DoorStepUpDeps, call, input) => {
      const reach = await reachDevice(deps, call, input, UNNAMED_GATE_TYPE);
      await requireDoorStepUp(deps, call);
      await testMacro(deps, call, reach, input.macro_id);
    }),
    ADD_VEHICLE: action(contract.ADD_VEHICLE, async (deps: Deps & DoorStepUpDeps, call, input) => {
      const reach = await reachDevice(deps, call, input, UNNAMED_GATE_TYPE);
      await requireDoorStepUp(deps, call);
      return addVehicle(deps, call, reach, input.plateNumber);
    }),
  },
});

function formType({ device_type: type = UNNAMED_GATE_TYPE, relay_request = null }: GateConnectionTest): DeviceType {
  if (relay_request !== null) return REQUESTED_GATE_TYPE;
  return DEVICE_TRAITS[type].kind === "gate" ? type : UNNAMED_GATE_TYPE;
}
