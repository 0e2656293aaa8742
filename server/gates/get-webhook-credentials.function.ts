// get-webhook-credentials: what to type into the LPR system. System admins only, lately proved; every reading is audited.
import { webhookCredentialsQuery } from "#contract/functions/get-webhook-credentials.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireFreshProof } from "#server/auth/fresh-proof.ts";
import { sealAad } from "#server/platform/crypto/sealed-columns.ts";
import { asRole, defineFunction } from "#server/platform/functions/define-function.ts";
import { showInstallationWebhook } from "./installation-webhook.ts";
import { gateNotFound } from "./rotate-webhook.ts";
import { readWebhookPair } from "./webhook-credentials.store.ts";

export const getWebhookCredentials = defineFunction({
  name: "get-webhook-credentials",
  method: "GET",
  input: webhookCredentialsQuery,
  handle: async (deps, { input: { controller_id: controllerId }, claims }) => {
    // The audit row is committed before anything leaves the server.
    await asRole(deps, claims, "system_admin", async (client) => {
      await requireFreshProof(deps, claims);
      await writeAudit(client, {
        action: "webhook_credentials_read",
        objectType: "controllers",
        objectId: controllerId ?? null,
      });
    });
    if (controllerId === undefined) return showInstallationWebhook(deps.pools.engine, deps.keys);
    const stored = await readWebhookPair(deps.pools.engine, controllerId);
    if (stored === null) throw gateNotFound();
    return {
      username: stored.username,
      password: deps.keys.openText(stored.sealed, sealAad("controllers.webhook_secret", controllerId)),
      overlap: stored.previous_until && {
        until: stored.previous_until.toISOString(),
        ends_on_first_use: stored.ends_on_use,
        old_used_at: stored.old_used_at?.toISOString() ?? null,
        new_used_at: stored.new_used_at?.toISOString() ?? null,
      },
    };
  },
});
