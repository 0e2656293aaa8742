// A new webhook password for a gate, with the old one beside it until the LPR system has been given the new one. Both acts
// change the controller's row, and are audited by that.

import type { PoolClient } from "pg";
import { gateErrors } from "#contract/errors/gates.ts";
import type { KeyRing } from "#server/platform/crypto/key-ring.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { beginWebhookOverlap, endWebhookOverlap } from "./webhook-credentials.store.ts";
import { newWebhookPassword, type WebhookPair } from "./webhook-credentials.ts";

export interface Rotation {
  id: string;
  /** How long the old password still lets reads in; 0 ends it at once. */
  overlapHours: number;
  /** The old one ends already with the first read that brings the new one. */
  endOnFirstUse: boolean;
}

/** The user name stays, so that one field is all there is to change in the LPR system. An overlap under way ends with this. */
export async function rotateWebhook(
  client: PoolClient,
  keys: KeyRing,
  { id, overlapHours, endOnFirstUse }: Rotation,
): Promise<WebhookPair> {
  const { columns, password } = newWebhookPassword(keys, id);
  const username = await beginWebhookOverlap(client, { id, columns, overlapHours, endOnFirstUse });
  if (username === null) throw gateNotFound();
  return { username, password };
}

/** From now on the old password opens nothing. A repeat changes nothing. */
export async function endOverlap(client: PoolClient, id: string): Promise<void> {
  await endWebhookOverlap(client, id);
}

export function gateNotFound(): PortalError {
  return new PortalError(gateErrors.lpr_controller_gone());
}
