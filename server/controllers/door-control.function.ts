import { doorControl as contract } from "#contract/functions/door-control.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type DoorControlDeps, followDoors, holdDoor, openDoor, releaseDoor } from "./door-control.ts";
import { requireDoorStepUp } from "./door-step-up.ts";

export const doorControl = defineFunction({
  contract,
  role: "any",
  actions: {
    OPEN: action(contract.OPEN, async (deps: DoorControlDeps, call, input) => {
      await requireDoorStepUp(deps, call);
      return await openDoor(deps, call, input);
    }),
    HOLD: action(contract.HOLD, async (deps: DoorControlDeps, call, input) => {
      await requireDoorStepUp(deps, call);
      return await holdDoor(deps, call, input);
    }),
    RELEASE: action(contract.RELEASE, releaseDoor),
    STATE: action(contract.STATE, (_deps, call, input) => followDoors(call, input)),
  },
});
