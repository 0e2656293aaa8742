// The credentials shared by all gates. Every call requires re-authentication.
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { rotateWebhookReply } from "#contract/functions/controller-manager.ts";
import { webhookCredentials } from "#contract/functions/get-webhook-credentials.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

export interface InstallationCredentials {
  username: string;
  password: string;
}

const done = z.object({ success: z.literal(true) });

function useOperation<Input, Reply>(action: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withStepUp(() => action(input)),
    onSettled: () => client.invalidateQueries({ queryKey: ["operations", "status"] }),
  });
}

export function useShowCredentials() {
  return useOperation(async (_input: null): Promise<InstallationCredentials> => {
    const { username, password } = await callFunction(webhookCredentials.fn, webhookCredentials.reply, undefined, {
      method: "GET",
    });
    return { username, password };
  });
}

export function useRotateCredentials() {
  return useOperation(async (overlapHours: number): Promise<InstallationCredentials> => {
    const body = { action: "ROTATE_INSTALLATION_WEBHOOK", overlap_hours: overlapHours };
    const { username, password } = await callFunction("controller-manager", rotateWebhookReply, body);
    return { username, password };
  });
}

export function useEndOverlap() {
  return useOperation((_input: null) =>
    callFunction("controller-manager", done, { action: "END_INSTALLATION_WEBHOOK_OVERLAP" }),
  );
}

export function useSwitchCredentials() {
  return useOperation((enabled: boolean) =>
    callFunction("controller-manager", done, { action: "SET_INSTALLATION_WEBHOOK", enabled }),
  );
}
