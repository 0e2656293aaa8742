// get-webhook-credentials: what to type into the LPR system. System admins only; every reading is audited.
import { webhookCredentialsQuery } from "#contract/functions/get-webhook-credentials.ts";
import { sealAad } from "../crypto/sealed-columns.ts";
import { PortalError } from "../http/errors.ts";
import { installationWebhookPair } from "../services/webhook-credentials.ts";
import { writeAudit } from "../store/audit.ts";
import { webhookSecretOf } from "../store/controllers.ts";
import { asRole, defineFunction } from "./function.ts";

export const getWebhookCredentials = defineFunction({
  name: "get-webhook-credentials",
  method: "GET",
  input: webhookCredentialsQuery,
  handle: async (deps, { input: { controller_id: controllerId }, claims }) =>
    asRole(deps, claims, "system_admin", async (client) => {
      await writeAudit(client, {
        action: "webhook_credentials_read",
        objectType: "controllers",
        objectId: controllerId ?? null,
      });
      if (controllerId === undefined) return installationWebhookPair(deps.keys);
      const stored = await webhookSecretOf(deps.pools.engine, controllerId);
      if (stored === null) {
        throw new PortalError(404, "controller_not_found", "LPR-styrenheten finns inte längre. Ladda om listan.");
      }
      return {
        username: stored.user,
        password: deps.keys.openText(stored.sealed, sealAad("controllers.webhook_secret", controllerId)),
      };
    }),
});
