import { useMutation, useQueryClient } from "@tanstack/react-query";
import { fetchPart } from "#web/lib/fetch-part.ts";
import { callFunction } from "#web/lib/functions.ts";
import { withStepUp } from "#web/lib/step-up.ts";

/** Reads only. The controller's worker waits for it, so its state is asked anew. */
export function useExamineController(controllerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { examineControllerReply } = await fetchPart(import("#contract/functions/examine-controller.ts"));
      return withStepUp(() =>
        callFunction("examine-controller", examineControllerReply, { controller_id: controllerId }),
      );
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["controllers"] }),
  });
}
