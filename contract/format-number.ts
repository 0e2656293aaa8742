// Writes counts for people: "3 418" in Swedish, "3,418" in English.
import { type Language, LOCALES } from "./language.ts";

/** Made at the first number: a page writes one language. */
const formats: Partial<Record<Language, Intl.NumberFormat>> = {};

/** Returns "3 418": thin space between thousands, decimal comma; in English "3,418". */
export function formatNumberIn(language: Language, value: number): string {
  formats[language] ??= new Intl.NumberFormat(LOCALES[language], { maximumFractionDigits: 1 });
  return formats[language].format(value).replace(/[\u00a0\u202f]/g, "\u202f");
}
