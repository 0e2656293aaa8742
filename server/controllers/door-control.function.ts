import { doorControlRequest } from "#contract/functions/door-control.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type DoorControlDeps, followDoors, holdDoor, openDoor, releaseDoor } from "./door-control.ts";
import { requireDoorStepUp } from "./door-step-up.ts";

export const doorControl = defineFunction({
  name: "door-control",
  method: "POST",
  role: "any",
  input: doorControlRequest,
  handle: async (deps: DoorControlDeps, { input, ...call }) => {
    if (input.action === "OPEN" || input.action === "HOLD") await requireDoorStepUp(deps, call);
    switch (input.action) {
      case "OPEN":
        return await openDoor(deps, call, input);
      case "HOLD":
        return await holdDoor(deps, call, input);
      case "RELEASE":
        return await releaseDoor(deps, call, input);
      case "STATE":
        return await followDoors(call, input);
    }
  },
});
