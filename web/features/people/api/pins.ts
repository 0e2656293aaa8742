import { endUserManager } from "#contract/functions/end-user-manager.ts";
import type { MailState } from "#contract/mail-state.ts";
import { callAction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

/** Reveals a PIN. Requires recent re-authentication; audited. Rejects with a FunctionError. */
export async function revealPin(credentialId: string): Promise<string> {
  return (await withStepUp("show_pin", () => callAction(endUserManager.REVEAL_PIN, { credential_id: credentialId })))
    .pin;
}

/** Mails a PIN to the person's own address. Requires recent re-authentication; audited. Rejects with a FunctionError. */
export async function mailPin(credentialId: string): Promise<MailState> {
  return (await withStepUp("mail_pin", () => callAction(endUserManager.MAIL_PIN, { credential_id: credentialId })))
    .mail;
}

/** Suggests a PIN that is free on the controllers of these doors. Rejects with a FunctionError. */
export async function suggestPin(accessPointIds: string[]): Promise<{ pin: string; limited_by: string[] }> {
  return await callAction(endUserManager.SUGGEST_PIN, { access_point_ids: accessPointIds });
}

export interface AskedPin {
  pin: string;
  organizationId: string;
  doors: readonly string[];
  storedId: string | undefined;
}

/** Checks a PIN at the same cost as a save. Rejects with the FunctionError that a save of this PIN would. */
export async function checkPin({ pin, organizationId, doors, storedId }: AskedPin, signal: AbortSignal): Promise<void> {
  const request = {
    pin,
    organization_id: organizationId,
    access_point_ids: [...doors],
    ...(storedId !== undefined && { credential_id: storedId }),
  };
  await callAction(endUserManager.CHECK_PIN, request, { signal });
}
