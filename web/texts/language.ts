// Which language the page speaks. Swedish is the source and is compiled in; another language is one more file of the same
// shape, loaded before anything that shows text (every text file waits for this module).
import { readLanguage } from "../lib/language.ts";

export type Language = "sv" | "en";

export interface LanguageInfo {
  /** BCP 47, for react-aria and Intl. British English: 24-hour clock and Monday first, as at home. */
  locale: string;
  name: string;
}

/** Languages a person can choose. English joins when its text file is complete. */
export const LANGUAGES: Partial<Record<Language, LanguageInfo>> = {
  sv: { locale: "sv-SE", name: "Svenska" },
};

const chosen = readLanguage();
export const language: Language = LANGUAGES[chosen] ? chosen : "sv";
export const locale: string = LANGUAGES[language]?.locale ?? "sv-SE";

/** The other language's texts by the name of their file; empty for Swedish. */
const overlay: Record<string, Record<string, unknown> | undefined> = {};

/**
 * Declares the texts of one screen. `name` is the file's name and the key under which another language answers;
 * functions take values that stand inside a sentence.
 */
export function texts<T extends Record<string, unknown>>(name: string, swedish: T): T {
  return { ...swedish, ...overlay[name] };
}
