import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { AlertSettings } from "#contract/alerts.ts";
import type { AlertWebhookForm } from "#contract/forms/alerts.ts";
import {
  alertDoneReply,
  alertSecretReply,
  alertStatusReply,
  alertTestReply,
} from "#contract/functions/alert-control.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

const KEY = ["operations", "alerts"] as const;
const REFRESH_MS = 10_000;

export function getAlertsQueryOptions() {
  return queryOptions({
    queryKey: KEY,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => callFunction("alert-control", alertStatusReply, { action: "STATUS" }, { signal }),
  });
}

function useAlertOperation<Input, Reply>(reply: z.ZodType<Reply>, body: (input: Input) => object) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withStepUp(() => callFunction("alert-control", reply, body(input))),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useSaveAlertSettings() {
  return useAlertOperation(
    alertDoneReply,
    ({ settings, withoutMail }: { settings: AlertSettings; withoutMail: readonly string[] }) => ({
      action: "SAVE_SETTINGS",
      settings,
      without_mail: withoutMail,
    }),
  );
}

export function useAddWebhook() {
  return useAlertOperation(alertSecretReply, (webhook: AlertWebhookForm) => ({ action: "ADD_WEBHOOK", ...webhook }));
}

export function useSetWebhookEnabled() {
  return useAlertOperation(alertDoneReply, ({ id, enabled }: { id: string; enabled: boolean }) => ({
    action: "SET_WEBHOOK_ENABLED",
    webhook_id: id,
    enabled,
  }));
}

export function useRotateWebhookSecret() {
  return useAlertOperation(alertSecretReply, (id: string) => ({ action: "ROTATE_WEBHOOK_SECRET", webhook_id: id }));
}

export function useDeleteWebhook() {
  return useAlertOperation(alertDoneReply, (id: string) => ({ action: "DELETE_WEBHOOK", webhook_id: id }));
}

export function useSendTestAlert() {
  return useAlertOperation(alertTestReply, () => ({ action: "TEST" }));
}
