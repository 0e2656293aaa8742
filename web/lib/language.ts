// The language a person has chosen: kept in this browser, and with the account, so that it follows to the next browser.
// boot/before-paint.js names it on <html> before the first paint, from the same key; texts/language.ts loads its texts.

import { LANGUAGES, type Language } from "#contract/language.ts";

const STORAGE_KEY = "portal.language";

/** The choice of this browser; Swedish, the source, until somebody chooses. */
export function readLanguage(): Language {
  return stored() ?? "sv";
}

/**
 * Keeps the choice and starts the page over, because texts are read once at the start. With the account too when somebody is
 * signed in; that it could not be kept there must not stand in the way.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  // Not at the top: texts read the language, and must not bring the auth client with them.
  const { backend } = await import("./backend.ts");
  const { data } = await backend.auth.getSession();
  if (data.session) await backend.auth.updateUser({ data: { language } });
  location.reload();
}

/** Takes over the account's choice in a browser where nobody has chosen. True when the page starts over for it. */
export function adoptLanguage(ofAccount: unknown): boolean {
  const language = asLanguage(ofAccount);
  if (stored() !== null || language === null) return false;
  localStorage.setItem(STORAGE_KEY, language);
  if (language === "sv") return false;
  location.reload();
  return true;
}

function stored(): Language | null {
  return asLanguage(globalThis.localStorage?.getItem(STORAGE_KEY));
}

function asLanguage(value: unknown): Language | null {
  return LANGUAGES.find((language) => language === value) ?? null;
}
