// Operations on controllers. Each invalidates the figures, the queue and the controllers' states.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callAction } from "#web/lib/calls/functions.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";

/** A lazy chunk: rarely needed and not small. */
const contract = async () => (await fetchPart(import("#contract/functions/sync-control.ts"))).syncControl;

/** Makes an operation out of a call, and reads the figures again after it, refused or not. */
export function useAsk<Input, Reply>(ask: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ask,
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["sync"] }),
        client.invalidateQueries({ queryKey: ["controllers"] }),
      ]),
  });
}

/** Synchronises now; null: all controllers. */
export function useSyncNow() {
  return useAsk(async (controllerId: string | null) =>
    callAction((await contract()).SYNC_NOW, controllerId === null ? {} : { controller_id: controllerId }),
  );
}

export function useCompare() {
  return useAsk(async (controllerId: string) =>
    callAction((await contract()).COMPARE, { controller_id: controllerId }),
  );
}

/** Tests a connection; when the test succeeds, runs the controller at once. */
export function useTestConnection() {
  return useAsk(async (controllerId: string) => {
    const { axisProxy } = await fetchPart(import("#contract/functions/axis-proxy.ts"));
    await callAction(axisProxy.TEST_CONNECTION, { controller_id: controllerId });
    await callAction((await contract()).SYNC_NOW, { controller_id: controllerId });
  });
}
