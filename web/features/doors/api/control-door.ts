import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DoorRequest, doorControl } from "#contract/functions/door-control.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { DOORS_KEY } from "./get-doors.ts";

function useControl<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: DOORS_KEY }) });
}

export const useOpenDoor = () =>
  useControl((input: DoorRequest<"OPEN">) => withStepUp("open_door", () => callAction(doorControl.OPEN, input)));
export const useOpenGate = () =>
  useControl((input: DoorRequest<"OPEN_GATE">) =>
    withStepUp("open_gate", () => callAction(doorControl.OPEN_GATE, input)),
  );
export const useHoldDoor = () =>
  useControl((input: DoorRequest<"HOLD">) => withStepUp("hold_door", () => callAction(doorControl.HOLD, input)));
export const useReleaseDoor = () =>
  useControl((input: DoorRequest<"RELEASE">) => callAction(doorControl.RELEASE, input));
