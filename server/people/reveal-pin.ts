// Shows a PIN. The audit row is committed before the PIN leaves the server.

import { peopleErrors } from "#contract/errors/people.ts";
import { encryptionAad } from "#database/encrypted-columns.ts";
import { writeAudit } from "#server/audit/record-operation.ts";
import { consumeReveal, type RevealDeps } from "#server/auth/reveal-limit.ts";
import { requireStepUp } from "#server/auth/step-up.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { encryptedPin, encryptedPinHeldAt, organizationOfPin } from "./pins.store.ts";

export interface RevealPinDeps extends Pick<Deps, "pools" | "clock" | "guard" | "keys"> {
  auth: RevealDeps["auth"];
}

/** Returns the PIN. Throws 404 unless the caller sees it; 403 `reauthentication_needed`; 429 past the account's limit. */
export async function revealPin(
  deps: RevealPinDeps,
  { claims, asCaller }: CallerContext,
  credentialId: string,
): Promise<string> {
  await asCaller(async (client, caller) => {
    await requireStepUp(deps, claims);
    const organizationId = await organizationOfPin(client, credentialId);
    if (organizationId === null || !deps.guard.admits(caller, organizationId)) throw notFound();
    await consumeReveal(deps, claims.sub);
    await writeAudit(client, { action: "pin_revealed", objectType: "credentials", objectId: credentialId });
  });
  return openStoredPin(deps, credentialId);
}

/** Decrypts a PIN after permission was checked and the quota consumed. Throws 404. */
export async function openStoredPin(
  { pools, keys }: Pick<RevealPinDeps, "pools" | "keys">,
  credentialId: string,
): Promise<string> {
  const encrypted = await encryptedPin(pools.engine, credentialId);
  if (encrypted === null) throw notFound();
  return keys.openPin(encrypted, encryptionAad("credentials.credential_value", credentialId));
}

/**
 * Decrypts a PIN for a question to the controller itself. Returns null where the controller does not hold it for this credential: a caller
 * who may type any PIN must not learn from the controller that somebody else has it.
 */
export async function openPinHeldAt(
  { pools, keys }: Pick<RevealPinDeps, "pools" | "keys">,
  place: { credentialId: string; controllerId: string },
): Promise<string | null> {
  const encrypted = await encryptedPinHeldAt(pools.engine, place);
  if (encrypted === null) return null;
  return keys.openPin(encrypted, encryptionAad("credentials.credential_value", place.credentialId));
}

function notFound(): PortalError {
  return new PortalError(peopleErrors.pin_gone());
}
