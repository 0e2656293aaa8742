import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";
import { WEBHOOK_KEY } from "./get-webhook-credentials.ts";

export interface RotateChoice {
  overlapHours: number;
  endOnFirstUse: boolean;
}

/** Rotates the password. Throws FunctionError `reauthentication_needed` without a recent re-authentication. */
export function useRotateWebhook(controllerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ overlapHours, endOnFirstUse }: RotateChoice) =>
      callAction(controllerManager.ROTATE_WEBHOOK, {
        id: controllerId,
        overlap_hours: overlapHours,
        end_on_first_use: endOnFirstUse,
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: [...WEBHOOK_KEY, controllerId] }),
  });
}

/** Ends the old password of a gate now, after a step-up. */
export function useEndWebhookOverlap(controllerId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      withStepUp("change_webhook", () => callAction(controllerManager.END_WEBHOOK_OVERLAP, { id: controllerId })),
    onSuccess: () => client.invalidateQueries({ queryKey: [...WEBHOOK_KEY, controllerId] }),
  });
}
