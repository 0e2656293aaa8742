// What a system admin asks of the lanes. Each ask makes the figures, the queue and the controllers' states old.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { fetchPart } from "#web/lib/fetch-part.ts";
import { callFunction } from "#web/lib/functions.ts";

/** What the answers must look like: seldom wanted, and no small thing. */
const replies = () => fetchPart(import("#contract/functions/sync-control.ts"));

/** For asks that a device or a lane answers. */
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

/** One controller, or with null all of them. */
export function useSyncNow() {
  return useAsk(async (controllerId: string | null) =>
    callFunction("sync-control", (await replies()).syncNowReply, {
      action: "SYNC_NOW",
      ...(controllerId !== null && { controller_id: controllerId }),
    }),
  );
}

/** The server keeps the report, and the list of differences shows it. */
export function useCompare() {
  return useAsk(async (controllerId: string) =>
    callFunction("sync-control", (await replies()).compareReply, { action: "COMPARE", controller_id: controllerId }),
  );
}

/** Tests, and when it answers has it served at once. */
export function useTestConnection() {
  return useAsk(async (controllerId: string) => {
    const { testConnectionReply } = await fetchPart(import("#contract/functions/device-connection.ts"));
    await callFunction("axis-proxy", testConnectionReply, { action: "TEST_CONNECTION", controller_id: controllerId });
    await callFunction("sync-control", (await replies()).syncNowReply, {
      action: "SYNC_NOW",
      controller_id: controllerId,
    });
  });
}
