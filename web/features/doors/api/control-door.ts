import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import {
  type DoorControlRequest,
  doorHoldReply,
  doorOpenReply,
  doorReleaseReply,
} from "#contract/functions/door-control.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { DOORS_KEY } from "./get-doors.ts";

type Asked<Action extends DoorControlRequest["action"]> = Omit<
  Extract<DoorControlRequest, { action: Action }>,
  "action"
>;

const ask = <T>(reply: z.ZodType<T>, request: DoorControlRequest): Promise<T> =>
  callFunction("door-control", reply, request);

function useControl<Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: DOORS_KEY }) });
}

export const useOpenDoor = () => useControl((input: Asked<"OPEN">) => ask(doorOpenReply, { action: "OPEN", ...input }));
export const useHoldDoor = () => useControl((input: Asked<"HOLD">) => ask(doorHoldReply, { action: "HOLD", ...input }));
export const useReleaseDoor = () =>
  useControl((input: Asked<"RELEASE">) => ask(doorReleaseReply, { action: "RELEASE", ...input }));
