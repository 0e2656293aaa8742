import type { WebhookCredentialsReply } from "#contract/functions/get-webhook-credentials.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { showInstallationWebhook } from "./installation-webhook.ts";
import { gateNotFound } from "./rotate-webhook.ts";
import { readWebhookCredentials, type StoredCredentials } from "./webhook-credentials.store.ts";
import type { WebhookCredentials } from "./webhook-credentials.ts";

/** Returns a gate's credentials or, without an id, the installation's. Audits before anything leaves the server. */
export async function showWebhookCredentials(
  deps: Deps,
  { claims, asCaller }: CallerContext,
  controllerId: string | undefined,
): Promise<Omit<WebhookCredentialsReply, "success">> {
  await asCaller(async (client) => {
    await requireStepUp(deps, claims);
    await writeAudit(client, {
      action: "webhook_credentials_read",
      objectType: "controllers",
      objectId: controllerId ?? null,
    });
  });
  if (controllerId === undefined) return showInstallationWebhook(deps.pools.engine, deps.keys);
  const { stored, ...account } = await opened(deps, controllerId);
  return {
    ...account,
    overlap: stored.previous_until && {
      until: stored.previous_until.toISOString(),
      ends_on_first_use: stored.ends_on_use,
      old_used_at: stored.old_used_at?.toISOString() ?? null,
      new_used_at: stored.new_used_at?.toISOString() ?? null,
    },
  };
}

/** Returns credentials for the gate's own device. The caller has required a step-up and writes the audit. */
export async function ownWebhookCredentials(deps: Deps, controllerId: string): Promise<WebhookCredentials> {
  const { username, password } = await opened(deps, controllerId);
  return { username, password };
}

async function opened(deps: Deps, controllerId: string): Promise<WebhookCredentials & { stored: StoredCredentials }> {
  const stored = await readWebhookCredentials(deps.pools.engine, controllerId);
  if (stored === null) throw gateNotFound();
  const aad = encryptionAad("controllers.webhook_secret", controllerId);
  return { username: stored.username, password: deps.keys.openText(stored.encrypted, aad), stored };
}
