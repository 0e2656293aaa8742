// Reads codes as typed: with spaces, or pasted with words around them.
import { secondFactorTexts as t } from "#web/features/auth/texts/second-factor.sv.ts";

const DIGITS = 6;

export const onlyDigits = (text: string) => text.replace(/\D/g, "").slice(0, DIGITS);

/** Returns the message; undefined for six digits. */
export function codeProblem(code: string): string | undefined {
  if (code === "") return t.codeRequired;
  return code.length === DIGITS ? undefined : t.codeSixDigits;
}
