import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { AlertSettings } from "#contract/alerts.ts";
import type { Action, BodyOf } from "#contract/define-action.ts";
import type { AlertWebhookForm } from "#contract/forms/alerts.ts";
import { alertControl } from "#contract/functions/alert-control.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

const KEY = ["operations", "alerts"] as const;
const REFRESH_MS = 10_000;

export function getAlertsQueryOptions() {
  return queryOptions({
    queryKey: KEY,
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => callAction(alertControl.STATUS, {}, { signal }),
  });
}

function useAlertOperation<Input, Body extends z.ZodType, Reply extends z.ZodObject>(
  action: Action<string, Body, Reply>,
  body: (input: Input) => BodyOf<Body>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => withStepUp("change_alerts", () => callAction(action, body(input))),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
  });
}

export function useSaveAlertSettings() {
  return useAlertOperation(
    alertControl.SAVE_SETTINGS,
    ({ settings, withoutMail }: { settings: AlertSettings; withoutMail: readonly string[] }) => ({
      settings,
      without_mail: [...withoutMail],
    }),
  );
}

export function useAddWebhook() {
  return useAlertOperation(alertControl.ADD_WEBHOOK, (webhook: AlertWebhookForm) => webhook);
}

export function useSetWebhookEnabled() {
  return useAlertOperation(alertControl.SET_WEBHOOK_ENABLED, ({ id, enabled }: { id: string; enabled: boolean }) => ({
    webhook_id: id,
    enabled,
  }));
}

export function useRotateWebhookSecret() {
  return useAlertOperation(alertControl.ROTATE_WEBHOOK_SECRET, (id: string) => ({ webhook_id: id }));
}

export function useDeleteWebhook() {
  return useAlertOperation(alertControl.DELETE_WEBHOOK, (id: string) => ({ webhook_id: id }));
}

export function useSendTestAlert() {
  return useAlertOperation(alertControl.TEST, () => ({}));
}
