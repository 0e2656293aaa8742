import { doorControl as contract } from "#contract/functions/door-control.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type DoorControlDeps, followDoors, holdDoor, openDoor, releaseDoor } from "./door-control.ts";
import { requireDoorStepUp } from "./door-step-up.ts";
import { type GateOpeningDeps, openGate } from "./open-gate.ts";

export const doorControl = defineFunction({
  contract,
  role: "any",
  actions: {
    OPEN: action(contract.OPEN, async (deps: DoorControlDeps, call, input) => {
      await requireDoorStepUp(deps, call);
      return await openDoor(deps, call, input);
    }),
    OPEN_GATE: action(contract.OPEN_GATE, async (deps: GateOpeningDeps, call, input) => {
      await requireDoorStepUp(deps, call);
      return await openGate(deps, call, input);
    }),
    HOLD: action(contract.HOLD, async (deps: DoorControlDeps, call, input) => {
      await requireDoorStepUp(deps, call);
      return await holdDoor(deps, call, input);
    }),
    RELEASE: action(contract.RELEASE, releaseDoor),
    STATE: action(contract.STATE, (_deps, call, input) => followDoors(call, input)),
  },
});
