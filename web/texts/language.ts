// Swedish is compiled in; another language is a chunk of catalogues, fetched before any module with texts runs.
import { speakForms } from "#contract/forms/language.ts";
import { type Language, LOCALES } from "#contract/language.ts";
import { ownWord } from "#contract/own-word.ts";

/** The chunk of another language; a missing catalogue falls back to Swedish. */
export interface LanguagePack {
  forms: Readonly<Record<string, string>>;
  catalogues: Readonly<Record<string, object>>;
}

/** Each language's own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { sv: "Svenska", en: "English" };

let spoken: Language = "sv";
let pack: LanguagePack | null = null;

export function setLanguage(wanted: Language, itsPack: LanguagePack | null): void {
  spoken = wanted;
  pack = itsPack;
  speakForms(itsPack?.forms ?? {});
}

export function language(): Language {
  return spoken;
}

export function locale(): string {
  return LOCALES[spoken];
}

/** Declares the texts of one screen. `name` is that of the English export beside it. */
export function texts<T extends object>(name: string, swedish: T): T {
  return { ...swedish, ...ownWord(pack?.catalogues ?? {}, name) };
}
