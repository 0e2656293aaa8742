// Which language the page speaks. Swedish is the source and is compiled in; another language is a chunk of its own with
// catalogues of the same shape, fetched by main.tsx before any module that shows text is run.
import type { Locale } from "date-fns";
import { speakForms } from "#contract/forms/language.ts";
import type { Language } from "#contract/language.ts";

/** What the chunk of another language holds. A catalogue that is not written yet is Swedish. */
export interface LanguagePack {
  /** The sentences of contract/forms. */
  forms: Readonly<Record<string, string>>;
  catalogues: Readonly<Record<string, object>>;
  dateLocale: Locale;
}

/** How each language names itself, and its BCP 47 name for react-aria and Intl. British: 24-hour clock and Monday first, as at home. */
export const LANGUAGE_INFO: Record<Language, { name: string; locale: string }> = {
  sv: { name: "Svenska", locale: "sv-SE" },
  en: { name: "English", locale: "en-GB" },
};

let spoken: Language = "sv";
let pack: LanguagePack | null = null;

/** Sets the language of all texts that are declared from now on; `null` is Swedish, which is compiled in. */
export function setLanguage(wanted: Language, itsPack: LanguagePack | null): void {
  spoken = wanted;
  pack = itsPack;
  speakForms(itsPack?.forms ?? {});
}

/** The language the page speaks now. */
export function language(): Language {
  return spoken;
}

/** Its BCP 47 name. */
export function locale(): string {
  return LANGUAGE_INFO[spoken].locale;
}

/** date-fns' words of another language than Swedish, which lib/dates.ts has itself. */
export function dateLocale(): Locale | undefined {
  return pack?.dateLocale;
}

/**
 * Declares the texts of one screen. `name` is the file's name and the key under which another language answers;
 * functions take values that stand inside a sentence.
 */
export function texts<T extends object>(name: string, swedish: T): T {
  return { ...swedish, ...pack?.catalogues[name] };
}
