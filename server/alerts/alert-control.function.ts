import { alertControl as contract } from "#contract/functions/alert-control.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { readAlertStatus } from "./alert-status.ts";
import { changeAlertSettings } from "./change-alert-settings.ts";
import { addWebhook, removeWebhook, rotateWebhookSecret, switchWebhook } from "./change-alert-webhooks.ts";
import { testAlerts } from "./test-alerts.ts";

export const alertControl = defineFunction({
  contract,
  role: "system_admin",
  actions: {
    STATUS: action(contract.STATUS, ({ mail }, call) => call.asCaller((client) => readAlertStatus(client, mail))),
    SAVE_SETTINGS: action(contract.SAVE_SETTINGS, (_deps, call, input) =>
      call.asCaller((client) => changeAlertSettings(client, input.settings, input.without_mail)),
    ),
    ADD_WEBHOOK: action(contract.ADD_WEBHOOK, (deps, call, { name, url }) =>
      addWebhook(deps, call, { name, url: new URL(url) }),
    ),
    SET_WEBHOOK_ENABLED: action(contract.SET_WEBHOOK_ENABLED, (_deps, call, input) =>
      switchWebhook(call, input.webhook_id, input.enabled),
    ),
    ROTATE_WEBHOOK_SECRET: action(contract.ROTATE_WEBHOOK_SECRET, (deps, call, input) =>
      rotateWebhookSecret(deps, call, input.webhook_id),
    ),
    DELETE_WEBHOOK: action(contract.DELETE_WEBHOOK, (_deps, call, input) => removeWebhook(call, input.webhook_id)),
    TEST: action(contract.TEST, testAlerts),
  },
});
