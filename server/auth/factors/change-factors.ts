import type { EnrollRequest } from "#contract/auth.ts";
import { authErrors } from "#contract/errors/auth.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import { recordEvent } from "../audit.ts";
import type { AuthDeps } from "../deps.ts";
import { AuthError } from "../errors.ts";
import { mfaChangedMail } from "../mails.ts";
import type { LiveSession } from "../sessions/sessions.ts";
import { requireFreshStepUp, requireSecondFactor } from "../sessions/step-up.ts";
import { lockUser } from "../users.store.ts";
import { deleteFactor, hasFinishedFactor, insertFactor, lowerAssurance, readFactor } from "./factors.store.ts";
import { relyingParty } from "./passkey.ts";
import { requireSms } from "./phone-factor.ts";
import { newTotp } from "./totp.ts";

/** Requires a fresh step-up and no temporary password. Throws AuthError. */
export function requireMayChangeFactors(session: LiveSession): void {
  requireSecondFactor(session);
  // Otherwise anybody who reads the email with the temporary password could lock the owner out.
  if (session.user.must_change_password) {
    throw new AuthError(authErrors.temporary_password());
  }
  requireFreshStepUp(session);
}

/** Stores an unfinished factor. Throws AuthError. */
export async function enroll(deps: AuthDeps, { user }: LiveSession, request: EnrollRequest) {
  const id = crypto.randomUUID();
  const friendlyName = request.friendly_name || null;
  const reply = { id, type: request.factor_type, friendly_name: friendlyName ?? "" };
  const factor = { id, userId: user.user_id, friendlyName, type: request.factor_type };
  const insert = (more: { encryptedSecret?: string; phone?: string }) =>
    transaction(deps.pool, (client) => insertFactor(client, { ...factor, ...more }));
  switch (request.factor_type) {
    case "totp": {
      const issuer = request.issuer || new URL(deps.settings.publicUrl).hostname;
      const { encryptedSecret, totp } = newTotp(deps.encryptor, { id, email: user.email, issuer });
      await insert({ encryptedSecret });
      return { ...reply, totp };
    }
    case "phone":
      requireSms(deps);
      await insert({ phone: request.phone });
      return { ...reply, phone: request.phone };
    case "webauthn":
      relyingParty(deps.settings.publicUrl);
      await insert({});
      return reply;
  }
}

/** Removes a factor; a finished one requires a fresh step-up. Throws AuthError. */
export async function unenroll(deps: AuthDeps, session: LiveSession, factorId: string): Promise<{ id: string }> {
  const { user_id: userId, email } = session.user;
  await transaction(deps.pool, async (client) => {
    await lockUser(client, userId);
    // Read under the lock: the factor may have been finished meanwhile.
    const factor = await readFactor(client, userId, factorId);
    if (factor.status === "verified") requireMayChangeFactors(session);
    await deleteFactor(client, factorId);
    if (factor.status !== "verified") return;
    if (!(await hasFinishedFactor(client, userId))) await lowerAssurance(client, userId);
    await recordEvent(client, "auth.factor_remove", {
      actor: userId,
      after: { type: factor.factor_type, name: factor.friendly_name },
    });
    await deps.mailer.queueMail(client, {
      template: mfaChangedMail,
      to: email,
      data: { change: "factor_removed", name: factor.friendly_name ?? "", at: deps.clock.now().toISOString() },
    });
  });
  return { id: factorId };
}
