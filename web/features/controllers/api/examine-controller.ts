import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callAction } from "#web/lib/calls/functions.ts";
import { fetchPart } from "#web/lib/chunks/fetch-part.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

/** Examines a controller without changing it. Its worker waits meanwhile, so its state is fetched again. */
export function useExamineController(controllerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      const { examineController } = await fetchPart(import("#contract/functions/examine-controller.ts"));
      return withStepUp("examine_controller", () => callAction(examineController, { controller_id: controllerId }));
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["controllers"] }),
  });
}
