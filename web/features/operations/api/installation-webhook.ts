// The credentials shared by all gates. Every call requires re-authentication.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { rotateWebhookReply } from "#contract/functions/controller-manager.ts";
import { webhookCredentials } from "#contract/functions/get-webhook-credentials.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { type StepUpAct, withStepUp } from "#web/lib/session/step-up.ts";

export interface InstallationCredentials {
  username: string;
  password: string;
}

const done = z.object({ success: z.literal(true) });

function useOperation<Input, Reply>(act: StepUpAct, action: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withStepUp(act, () => action(input)),
    onSettled: () => client.invalidateQueries({ queryKey: ["operations", "status"] }),
  });
}

export function useShowCredentials() {
  return useOperation("show_webhook", async (_input: null): Promise<InstallationCredentials> => {
    const { username, password } = await callFunction(webhookCredentials.fn, webhookCredentials.reply, undefined, {
      method: "GET",
    });
    return { username, password };
  });
}

export function useRotateCredentials() {
  return useOperation("change_webhook", async (overlapHours: number): Promise<InstallationCredentials> => {
    const body = { action: "ROTATE_INSTALLATION_WEBHOOK", overlap_hours: overlapHours };
    const { username, password } = await callFunction("controller-manager", rotateWebhookReply, body);
    return { username, password };
  });
}

export function useEndOverlap() {
  return useOperation("change_webhook", (_input: null) =>
    callFunction("controller-manager", done, { action: "END_INSTALLATION_WEBHOOK_OVERLAP" }),
  );
}

export function useSwitchCredentials() {
  return useOperation("change_webhook", (enabled: boolean) =>
    callFunction("controller-manager", done, { action: "SET_INSTALLATION_WEBHOOK", enabled }),
  );
}
