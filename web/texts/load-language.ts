import type { Language } from "#contract/language.ts";
import { readLanguage } from "#web/lib/session/language.ts";
import { setLanguage } from "./language.ts";

/** Fetches the chosen language's texts. Throws when they cannot be fetched. */
export async function loadLanguage(wanted: Language = readLanguage()): Promise<void> {
  setLanguage(wanted, wanted === "en" ? (await import("./en.ts")).english : null);
}
