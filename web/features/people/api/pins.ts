import {
  checkPinReply,
  type EndUserManagerRequest,
  mailPinReply,
  revealPinReply,
  type SuggestPinReply,
  suggestPinReply,
} from "#contract/functions/end-user-manager.ts";
import type { MailState } from "#contract/mail-state.ts";
import { callFunction } from "#web/lib/calls/functions.ts";
import { withStepUp } from "#web/lib/session/step-up.ts";

/** Reveals a PIN. Requires recent re-authentication; audited. Rejects with a FunctionError. */
export async function revealPin(credentialId: string): Promise<string> {
  const request: EndUserManagerRequest = { action: "REVEAL_PIN", credential_id: credentialId };
  return (await withStepUp("show_pin", () => callFunction("end-user-manager", revealPinReply, request))).pin;
}

/** Mails a PIN to the person's own address. Requires recent re-authentication; audited. Rejects with a FunctionError. */
export async function mailPin(credentialId: string): Promise<MailState> {
  const request: EndUserManagerRequest = { action: "MAIL_PIN", credential_id: credentialId };
  return (await withStepUp("mail_pin", () => callFunction("end-user-manager", mailPinReply, request))).mail;
}

/** Suggests a PIN that is free on the controllers of these doors. Rejects with a FunctionError. */
export async function suggestPin(accessPointIds: string[]): Promise<Pick<SuggestPinReply, "pin" | "limited_by">> {
  const request: EndUserManagerRequest = { action: "SUGGEST_PIN", access_point_ids: accessPointIds };
  return await callFunction("end-user-manager", suggestPinReply, request);
}

export interface AskedPin {
  pin: string;
  organizationId: string;
  doors: readonly string[];
  storedId: string | undefined;
}

/** Checks a PIN at the same cost as a save. Rejects with the FunctionError that a save of this PIN would. */
export async function checkPin({ pin, organizationId, doors, storedId }: AskedPin, signal: AbortSignal): Promise<void> {
  const request: EndUserManagerRequest = {
    action: "CHECK_PIN",
    pin,
    organization_id: organizationId,
    access_point_ids: [...doors],
    ...(storedId !== undefined && { credential_id: storedId }),
  };
  await callFunction("end-user-manager", checkPinReply, request, { signal });
}
