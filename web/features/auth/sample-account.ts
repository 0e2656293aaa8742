// An account's second factors, and what /auth/v1 answers about it, for the tests of this folder.
import type { AuthErrorReply, Factor } from "#contract/auth.ts";
import type { AuthRefusal } from "#contract/errors/auth-codes.ts";

const ADDED = "2026-03-12T08:00:00Z";

export const factorOf = (kind: Factor["factor_type"], name: string): Factor => ({
  id: FACTOR_IDS[kind],
  friendly_name: name,
  factor_type: kind,
  status: "verified",
  created_at: ADDED,
  updated_at: ADDED,
});

export const FACTOR_IDS: Record<Factor["factor_type"], string> = {
  totp: "00000000-0000-4000-8000-0000000000f1",
  webauthn: "00000000-0000-4000-8000-0000000000f2",
  phone: "00000000-0000-4000-8000-0000000000f3",
  recovery_code: "00000000-0000-4000-8000-0000000000f4",
};

/** GET /auth/v1/settings of a server that sends mail and text messages, and has one provider. */
export const SETTINGS = {
  external: { email: true, bolaget: true },
  sms_provider: "webhook",
  mail_configured: true,
};

/** A refusal as /auth/v1 words it. */
export const refusal = ({ authStatus, authCode, sv, reasons = [] }: AuthRefusal): AuthErrorReply => ({
  code: authStatus,
  error_code: authCode,
  msg: sv,
  ...(authCode === "weak_password" ? { weak_password: { message: sv, reasons: [...reasons] } } : {}),
});
