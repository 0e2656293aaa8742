// The language a person has chosen, kept on this device. boot/theme.js names it on <html> before the first paint, from the
// same key; texts/language.ts loads its texts.

export const LANGUAGES = ["sv", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

const STORAGE_KEY = "portal.language";

/** Swedish, the source, unless another was chosen. */
export function readLanguage(): Language {
  const stored = globalThis.localStorage?.getItem(STORAGE_KEY);
  return LANGUAGES.find((language) => language === stored) ?? "sv";
}

/** Remembers the choice and starts the page over, because texts are read once at start. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
  location.reload();
}
