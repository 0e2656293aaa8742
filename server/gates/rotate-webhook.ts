// Rotates a gate's webhook password. The old one also works until the overlap ends, so that somebody can enter the new one in the LPR
// system. Both steps change the gate's row, which is audited.

import type { PoolClient } from "pg";
import { gateErrors } from "#contract/errors/gates.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { beginWebhookOverlap } from "./webhook-credentials.store.ts";
import { newWebhookPassword, type WebhookCredentials } from "./webhook-credentials.ts";

export { endOverlap } from "./webhook-credentials.store.ts";

export interface Rotation {
  id: string;
  overlapHours: number;
  endOnFirstUse: boolean;
}

/** Rotates the password. The user name stays, so only one field changes in the LPR system. Ends an overlap in progress. */
export async function rotateWebhook(
  client: PoolClient,
  keys: KeyRing,
  { id, overlapHours, endOnFirstUse }: Rotation,
): Promise<WebhookCredentials> {
  const { columns, password } = newWebhookPassword(keys, id);
  const username = await beginWebhookOverlap(client, { id, columns, overlapHours, endOnFirstUse });
  if (username === null) throw gateNotFound();
  return { username, password };
}

export function gateNotFound(): PortalError {
  return new PortalError(gateErrors.lpr_controller_gone());
}
