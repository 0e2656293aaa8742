// The chosen language, stored in this browser and with the account. boot/before-paint.js reads the same key.

import { LANGUAGES, type Language } from "#contract/language.ts";

const STORAGE_KEY = "portal.language";

/** Returns the language of this browser; Swedish when none was chosen. */
export function readLanguage(): Language {
  return stored() ?? "sv";
}

/** Stores the choice and reloads, because texts are read at start. A failure to store it with the account is ignored. */
export async function chooseLanguage(language: Language): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  // Imported late: texts read the language and must not pull in the auth client.
  const { authClient } = await import("#web/lib/calls/auth-client.ts");
  const { data } = await authClient.getSession();
  if (data.session) await authClient.updateUser({ data: { language } });
  location.reload();
}

/** Takes over the account's choice in a browser without one. Returns true when the page reloads for it. */
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
