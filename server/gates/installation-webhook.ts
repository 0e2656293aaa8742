// Webhook credentials that any gate may use. They have a row of their own, so they can be rotated and switched off without the secret key.

import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { gateErrors } from "#contract/errors/gates.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import {
  insertInstallationWebhook,
  readInstallationCredentials,
  rotateInstallationWebhook,
  type StoredInstallationCredentials,
} from "./installation-webhook.store.ts";
import { installationPassword, type WebhookCredentials } from "./webhook-credentials.ts";

export { endInstallationOverlap, setInstallationWebhookEnabled } from "./installation-webhook.store.ts";

const USER = "portal-webhook";
/** Label for the key derivation of the password in installations that have no row yet. */
const DERIVED = "webhook/installation";

/** Creates a missing row: with the derived password where gates exist, else with a random one. */
export async function ensureInstallationWebhook(engine: Pool, keys: KeyRing): Promise<void> {
  const id = randomUUID();
  await insertInstallationWebhook(engine, {
    id,
    username: USER,
    known: installationPassword(keys, id, keys.derive(DERIVED)).columns,
    random: installationPassword(keys, id).columns,
  });
}

/** Returns the credentials in clear. Throws PortalError before they are made. */
export async function showInstallationWebhook(engine: Pool, keys: KeyRing) {
  const stored = required(await readInstallationCredentials(engine));
  return {
    username: stored.username,
    password: keys.openText(stored.encrypted, encryptionAad("installation_webhook.webhook_secret", stored.id)),
    enabled: stored.enabled,
    overlap: stored.previous_until && {
      until: stored.previous_until.toISOString(),
      ends_on_first_use: false,
      old_used_at: stored.old_used_at?.toISOString() ?? null,
      new_used_at: stored.new_used_at?.toISOString() ?? null,
    },
  };
}

/** Rotates the password; the old one works for `overlapHours` more. Runs as the caller, after a step-up. */
export async function rotateInstallation(
  { client, engine, keys }: { client: PoolClient; engine: Pool; keys: KeyRing },
  overlapHours: number,
): Promise<WebhookCredentials> {
  const { id } = required(await readInstallationCredentials(engine));
  const { columns, password } = installationPassword(keys, id);
  return { username: await rotateInstallationWebhook(client, columns, overlapHours), password };
}

function required(stored: StoredInstallationCredentials | null): StoredInstallationCredentials {
  if (stored !== null) return stored;
  throw new PortalError(gateErrors.webhook_not_made());
}
