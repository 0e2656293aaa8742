// The credentials shared by all gates. Every call requires re-authentication.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { webhookCredentials } from "#contract/functions/get-webhook-credentials.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { type StepUpAct, withStepUp } from "#web/lib/session/step-up.ts";

export interface InstallationCredentials {
  username: string;
  password: string;
}

function useOperation<Input, Reply>(act: StepUpAct, action: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withStepUp(act, () => action(input)),
    onSettled: () => client.invalidateQueries({ queryKey: ["operations", "status"] }),
  });
}

export function useShowCredentials() {
  return useOperation("show_webhook", async (_input: null): Promise<InstallationCredentials> => {
    const { username, password } = await callAction(webhookCredentials, {}, { method: "GET" });
    return { username, password };
  });
}

export function useRotateCredentials() {
  return useOperation("change_webhook", async (overlapHours: number): Promise<InstallationCredentials> => {
    const rotated = await callAction(controllerManager.ROTATE_INSTALLATION_WEBHOOK, { overlap_hours: overlapHours });
    const { username, password } = rotated;
    return { username, password };
  });
}

export function useEndOverlap() {
  return useOperation("change_webhook", (_input: null) =>
    callAction(controllerManager.END_INSTALLATION_WEBHOOK_OVERLAP, {}),
  );
}

export function useSwitchCredentials() {
  return useOperation("change_webhook", (enabled: boolean) =>
    callAction(controllerManager.SET_INSTALLATION_WEBHOOK, { enabled }),
  );
}
