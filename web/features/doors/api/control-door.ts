import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DoorRequest, doorControl } from "#contract/functions/door-control.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { DOORS_KEY } from "./get-doors.ts";

function useControl<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: DOORS_KEY }) });
}

export const useOpenDoor = () => useControl((input: DoorRequest<"OPEN">) => callAction(doorControl.OPEN, input));
export const useHoldDoor = () => useControl((input: DoorRequest<"HOLD">) => callAction(doorControl.HOLD, input));
export const useReleaseDoor = () =>
  useControl((input: DoorRequest<"RELEASE">) => callAction(doorControl.RELEASE, input));
