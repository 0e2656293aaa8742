import { webhookCredentials } from "#contract/functions/get-webhook-credentials.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { showWebhookCredentials } from "./show-webhook-credentials.ts";

export const getWebhookCredentials = defineFunction({
  method: "GET",
  role: "system_admin",
  call: action(webhookCredentials, (deps, call, input) => showWebhookCredentials(deps, call, input.controller_id)),
});
