import { webhookCredentialsQuery } from "#contract/functions/get-webhook-credentials.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { type ShowDeps, showWebhookCredentials } from "./show-webhook-credentials.ts";

export const getWebhookCredentials = defineFunction({
  name: "get-webhook-credentials",
  method: "GET",
  role: "system_admin",
  input: webhookCredentialsQuery,
  handle: (deps: ShowDeps, { input, ...call }) => showWebhookCredentials(deps, call, input.controller_id),
});
