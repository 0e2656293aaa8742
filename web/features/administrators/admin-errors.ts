// Sentences for errors (docs/requirements.md, section 8).
import { BackendError, FunctionError } from "#web/lib/calls/errors.ts";
import { administratorsTexts as t } from "./texts/administrators.sv.ts";

/** Returns the sentence, chosen by the message as the specification requires. */
export function createErrorSentence(error: unknown): string {
  return unconfirmed(error) ?? fieldSentence(error) ?? (isBadReply(error) ? t.noSuccess : t.createFailed);
}

export function updateErrorSentence(error: unknown): string {
  return unconfirmed(error) ?? emailSentence(error) ?? t.updateFailed;
}

/** Appends the sentence of the server where it names a way out. */
export function deleteErrorSentence(error: unknown): string {
  const asked = unconfirmed(error);
  if (asked !== undefined) return asked;
  if (!(error instanceof FunctionError)) return t.deleteFailed;
  if (error.code === "cannot_delete_self") return t.cannotDeleteSelf;
  return error.code === "last_system_admin" ? `${t.deleteFailed}. ${error.message}` : t.deleteFailed;
}

/** Returns the field that the error is about; null for the whole form. */
export function fieldOf(error: unknown): "email" | "password" | null {
  if (emailSentence(error) !== undefined) return "email";
  return isPassword(error) ? "password" : null;
}

/** Returns why the password was refused, which the toast does not say. */
export function passwordSentence(error: unknown): string {
  if (isPassword(error)) return t.passwordWeak;
  return error instanceof FunctionError ? error.message : t.passwordFailed;
}

function unconfirmed(error: unknown): string | undefined {
  return error instanceof FunctionError && error.code === "reauthentication_needed" ? error.message : undefined;
}

function fieldSentence(error: unknown): string | undefined {
  return emailSentence(error) ?? (isPassword(error) ? t.passwordWeak : undefined);
}

function emailSentence(error: unknown): string | undefined {
  const { code, message } = said(error);
  if (code === "email_taken" || /already registered/i.test(message)) return t.alreadyRegistered;
  if (code === "invalid_email" || /email/i.test(message)) return t.emailInvalid;
  return undefined;
}

function isPassword(error: unknown): boolean {
  const { code, message } = said(error);
  return code === "weak_password" || /password/i.test(message);
}

function isBadReply(error: unknown): boolean {
  return error instanceof BackendError && error.code === "bad_reply";
}

function said(error: unknown): { code: string; message: string } {
  if (!(error instanceof BackendError)) return { code: "", message: "" };
  return { code: error.code, message: error.code === "internal" ? error.message : "" };
}
