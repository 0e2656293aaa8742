import { webhookCredentialsQuery } from "#contract/functions/get-webhook-credentials.ts";
import type { Deps } from "#server/platform/deps.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
import { showWebhookCredentials } from "./show-webhook-credentials.ts";

export const getWebhookCredentials = defineFunction({
  name: "get-webhook-credentials",
  method: "GET",
  role: "system_admin",
  input: webhookCredentialsQuery,
  handle: (deps: Deps, { input, ...call }) => showWebhookCredentials(deps, call, input.controller_id),
});
