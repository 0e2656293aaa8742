// Writes counts for people: "3 418" in Swedish, "3,418" in English.
import type { Language } from "./language.ts";

const NUMBERS: Readonly<Record<Language, Intl.NumberFormat>> = {
  sv: new Intl.NumberFormat("sv-SE", { maximumFractionDigits: 1 }),
  en: new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 }),
};

/** Returns "3 418": thin space between thousands, decimal comma; in English "3,418". */
export function formatNumberIn(language: Language, value: number): string {
  return NUMBERS[language].format(value).replace(/[\u00a0\u202f]/g, "\u202f");
}
