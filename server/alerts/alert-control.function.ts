import { alertControlRequest } from "#contract/functions/alert-control.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { readAlertStatus } from "./alert-status.ts";
import { changeAlertSettings } from "./change-alert-settings.ts";
import { addWebhook, removeWebhook, rotateWebhookSecret, switchWebhook } from "./change-alert-webhooks.ts";
import { type TestDeps, testAlerts } from "./test-alerts.ts";

export const alertControl = defineFunction({
  name: "alert-control",
  method: "POST",
  role: "system_admin",
  input: alertControlRequest,
  handle: async (deps: Deps & TestDeps, { input, ...call }) => {
    switch (input.action) {
      case "STATUS":
        return call.asCaller((client) => readAlertStatus(client, deps.mail));
      case "SAVE_SETTINGS":
        return call.asCaller((client) => changeAlertSettings(client, input.settings, input.without_mail));
      case "ADD_WEBHOOK":
        return addWebhook(deps, call, { name: input.name, url: new URL(input.url) });
      case "SET_WEBHOOK_ENABLED":
        return switchWebhook(call, input.webhook_id, input.enabled);
      case "ROTATE_WEBHOOK_SECRET":
        return rotateWebhookSecret(deps, call, input.webhook_id);
      case "DELETE_WEBHOOK":
        return removeWebhook(call, input.webhook_id);
      case "TEST":
        return testAlerts(deps, call);
    }
  },
});
