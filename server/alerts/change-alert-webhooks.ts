// Creates and changes alert webhooks. A signing secret leaves the server only in the answer that creates it.

import { randomBytes, randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { ALERT_WEBHOOKS_MAX } from "#contract/alerts.ts";
import { alertErrors } from "#contract/errors/alerts.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import {
  deleteWebhook,
  insertWebhook,
  readWebhooks,
  replaceWebhookSecret,
  setWebhookEnabled,
} from "./alert-webhooks.store.ts";

/** The prefix lets vaults and repository scanners recognise the secret. */
const SECRET_PREFIX = "whsec_";

/**
 * Adds a receiver; returns its secret, which is shown only now. Throws PortalError for a forbidden address, or with too many receivers.
 * Needs a step-up.
 */
export async function addWebhook(
  deps: Deps,
  { claims, asCaller }: CallerContext,
  { name, url }: { name: string; url: URL },
): Promise<{ webhook_id: string; secret: string }> {
  const id = randomUUID();
  const secret = newSecret();
  await asCaller(async (client) => {
    await requireStepUp(deps, claims);
    if ((await readWebhooks(client)).length >= ALERT_WEBHOOKS_MAX)
      throw new PortalError(alertErrors.alert_receivers_full());
    // Checked for permitted callers only, since the answer reveals names inside the network.
    if ((await deps.webhooks.refusal(url)) !== null) throw await forbiddenAddress(deps, url);
    await insertWebhook(client, {
      id,
      name,
      origin: url.origin,
      encryptedUrl: deps.keys.encryptText(url.href, encryptionAad("alert_webhooks.encrypted_url", id)),
      encryptedSecret: deps.keys.encryptText(secret, encryptionAad("alert_webhooks.signing_secret", id)),
    });
  });
  return { webhook_id: id, secret };
}

/** Returns the new secret, which is shown only now and ends the old one at once. Needs a step-up. */
export async function rotateWebhookSecret(deps: Deps, call: CallerContext, id: string) {
  const secret = newSecret();
  const encrypted = deps.keys.encryptText(secret, encryptionAad("alert_webhooks.signing_secret", id));
  await change(call, async (client) => {
    await requireStepUp(deps, call.claims);
    return replaceWebhookSecret(client, id, encrypted);
  });
  return { webhook_id: id, secret };
}

/** Switches a receiver on or off. Throws PortalError when it is gone. */
export async function switchWebhook(call: CallerContext, id: string, enabled: boolean): Promise<void> {
  return change(call, (client) => setWebhookEnabled(client, id, enabled));
}

/** Removes a receiver with its waiting posts. Throws PortalError when it is gone. */
export async function removeWebhook(call: CallerContext, id: string): Promise<void> {
  return change(call, (client) => deleteWebhook(client, id));
}

/** Runs `action` as the caller; throws 404 when it finds no webhook. */
async function change({ asCaller }: CallerContext, action: (client: PoolClient) => Promise<boolean>): Promise<void> {
  if (!(await asCaller(action))) throw new PortalError(alertErrors.alert_receiver_gone());
}

function newSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString("base64url");
}

/** Advises https only where https would be accepted. */
async function forbiddenAddress({ webhooks }: Pick<Deps, "webhooks">, url: URL): Promise<PortalError> {
  const withTls = new URL(url);
  withTls.protocol = "https:";
  const isHelpedByTls = url.protocol === "http:" && (await webhooks.refusal(withTls)) === null;
  return new PortalError(
    isHelpedByTls ? alertErrors.alert_address_without_tls() : alertErrors.alert_address_forbidden(),
  );
}
