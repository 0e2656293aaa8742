// Codes as people type them: with spaces, or pasted with words around them.
import { secondFactorTexts as t } from "#web/texts/second-factor.ts";

const DIGITS = 6;

/** Only the digits, at most six. */
export const onlyDigits = (text: string) => text.replace(/\D/g, "").slice(0, DIGITS);

/** What is wrong with a code; undefined when it may be sent. */
export function codeProblem(code: string): string | undefined {
  if (code === "") return t.codeRequired;
  return code.length === DIGITS ? undefined : t.codeSixDigits;
}
