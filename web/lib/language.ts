// Which language a person has chosen: kept in this browser, and with the account, so that it follows to the next browser.

export type LanguageChoice = "sv" | "en";

/** web/boot/theme.js reads the same key before the first paint. */
const STORAGE_KEY = "portal.language";

/** The choice of this browser; Swedish until somebody chooses. */
export function readLanguage(): LanguageChoice {
  return stored() ?? "sv";
}

/**
 * Keeps the choice and starts the page over, because texts are read once at the start. With the account too when somebody is
 * signed in; that it could not be kept there must not stand in the way.
 */
export async function chooseLanguage(language: LanguageChoice): Promise<void> {
  localStorage.setItem(STORAGE_KEY, language);
  // Not at the top: texts read the language, and must not bring the auth client with them.
  const { backend } = await import("./backend.ts");
  const { data } = await backend.auth.getSession();
  if (data.session) await backend.auth.updateUser({ data: { language } });
  location.reload();
}

/** Takes over the account's choice in a browser where nobody has chosen. True when the page starts over for it. */
export function adoptLanguage(ofAccount: unknown): boolean {
  if (stored() !== null || !isLanguage(ofAccount)) return false;
  localStorage.setItem(STORAGE_KEY, ofAccount);
  if (ofAccount === "sv") return false;
  location.reload();
  return true;
}

function stored(): LanguageChoice | null {
  const value = globalThis.localStorage?.getItem(STORAGE_KEY);
  return isLanguage(value) ? value : null;
}

const isLanguage = (value: unknown): value is LanguageChoice => value === "sv" || value === "en";
