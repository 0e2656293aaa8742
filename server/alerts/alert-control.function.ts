// alert-control: which alerts stand and who is told. The secret of a webhook leaves the server in the answer that makes it.

import { randomBytes, randomUUID } from "node:crypto";
import type { PoolClient } from "pg";
import { ALERT_KINDS, ALERT_WEBHOOKS_MAX, type AlertSettings } from "#contract/alerts.ts";
import { alertErrors } from "#contract/errors/alerts.ts";
import { type AlertStatus, alertControlRequest } from "#contract/functions/alert-control.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { requireFreshProof } from "#server/auth/fresh-proof.ts";
import { sealAad } from "#server/platform/crypto/sealed-columns.ts";
import type { SessionClaims } from "#server/platform/database/as-user.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { asRole, defineFunction, type FunctionDeps } from "#server/platform/functions/define-function.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { readDeliveries } from "./alert-deliveries.store.ts";
import {
  deleteWebhook,
  insertWebhook,
  readWebhooks,
  replaceWebhookSecret,
  setWebhookEnabled,
} from "./alert-webhooks.store.ts";
import {
  readAlertRecipients,
  readAlertSettings,
  readOpenAlerts,
  saveAlertSettings,
  saveOptOuts,
} from "./alerts.store.ts";
import { tellAlerts } from "./tell-alerts.ts";

/** So that it is recognised in a vault, and by scanners of repositories. */
const SECRET_PREFIX = "whsec_";

export const alertControl = defineFunction({
  name: "alert-control",
  method: "POST",
  input: alertControlRequest,
  handle: async (deps, { input, claims }) => {
    switch (input.action) {
      case "STATUS":
        return asRole(deps, claims, "system_admin", (client) => status(deps, client));
      case "SAVE_SETTINGS":
        return saveSettings(deps, claims, { settings: input.settings, withoutMail: input.without_mail });
      case "ADD_WEBHOOK":
        return addWebhook(deps, claims, { name: input.name, url: new URL(input.url) });
      case "SET_WEBHOOK_ENABLED":
        return change(deps, claims, (client) => setWebhookEnabled(client, input.webhook_id, input.enabled));
      case "ROTATE_WEBHOOK_SECRET":
        return rotateSecret(deps, claims, input.webhook_id);
      case "DELETE_WEBHOOK":
        return change(deps, claims, (client) => deleteWebhook(client, input.webhook_id));
      case "TEST":
        return test(deps, claims);
    }
  },
});

async function status({ mail }: FunctionDeps, client: PoolClient): Promise<Omit<AlertStatus, "success">> {
  const open = await readOpenAlerts(client);
  return {
    open: open
      .sort((a, b) => ALERT_KINDS.indexOf(a.kind) - ALERT_KINDS.indexOf(b.kind))
      .map((alert) => ({
        id: alert.id,
        kind: alert.kind,
        object_id: alert.objectId,
        object_name: alert.objectName,
        since: alert.since.toISOString(),
        raised_at: alert.raisedAt.toISOString(),
        detail: alert.detail,
      })),
    settings: await readAlertSettings(client),
    recipients: await readAlertRecipients(client),
    webhooks: await readWebhooks(client),
    deliveries: await readDeliveries(client),
    mail_configured: mail.configured,
  };
}

async function saveSettings(
  deps: FunctionDeps,
  claims: SessionClaims,
  { settings, withoutMail }: { settings: AlertSettings; withoutMail: readonly string[] },
): Promise<object> {
  await asRole(deps, claims, "system_admin", async (client) => {
    await saveAlertSettings(client, settings);
    await saveOptOuts(client, withoutMail);
  });
  return {};
}

async function addWebhook(
  deps: FunctionDeps,
  claims: SessionClaims,
  { name, url }: { name: string; url: URL },
): Promise<object> {
  const id = randomUUID();
  const secret = newSecret();
  await asRole(deps, claims, "system_admin", async (client) => {
    await requireFreshProof(deps, claims);
    if ((await readWebhooks(client)).length >= ALERT_WEBHOOKS_MAX)
      throw new PortalError(alertErrors.alert_receivers_full());
    // Asked only of who may: what a name leads to inside the network is nobody else's business.
    if ((await deps.webhooks.refusal(url)) !== null) throw forbiddenAddress(url);
    await insertWebhook(client, {
      id,
      name,
      origin: url.origin,
      sealedUrl: deps.keys.sealText(url.href, sealAad("alert_webhooks.sealed_url", id)),
      sealedSecret: deps.keys.sealText(secret, sealAad("alert_webhooks.signing_secret", id)),
    });
  });
  return { webhook_id: id, secret };
}

async function rotateSecret(deps: FunctionDeps, claims: SessionClaims, id: string): Promise<object> {
  const secret = newSecret();
  const sealed = deps.keys.sealText(secret, sealAad("alert_webhooks.signing_secret", id));
  await change(deps, claims, async (client) => {
    await requireFreshProof(deps, claims);
    return replaceWebhookSecret(client, id, sealed);
  });
  return { webhook_id: id, secret };
}

async function change(
  deps: FunctionDeps,
  claims: SessionClaims,
  act: (client: PoolClient) => Promise<boolean>,
): Promise<object> {
  if (!(await asRole(deps, claims, "system_admin", act))) throw new PortalError(alertErrors.alert_receiver_gone());
  return {};
}

/** As portal_engine, once it is written down who asked: nobody but the jobs makes letters and posts. */
async function test(deps: FunctionDeps, claims: SessionClaims): Promise<object> {
  await asRole(deps, claims, "system_admin", (client) =>
    writeAudit(client, { action: "alerts_tested", objectType: null, objectId: null }),
  );
  const { publicUrl } = deps.auth.settings;
  const told = await transaction(deps.pools.engine, (client) =>
    tellAlerts({ mail: deps.mail, clock: deps.clock, publicUrl }, client, [
      { event: "test", alert: null, clearedAt: null },
    ]),
  );
  deps.mail.wake();
  return told;
}

function newSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString("base64url");
}

function forbiddenAddress({ protocol }: URL): PortalError {
  return new PortalError(
    protocol === "http:" ? alertErrors.alert_address_without_tls() : alertErrors.alert_address_forbidden(),
  );
}
