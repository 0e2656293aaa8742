export const LANGUAGES = ["sv", "en"] as const;
export type Language = (typeof LANGUAGES)[number];

/** BCP 47 tags. British: 24-hour clock and Monday first. */
export const LOCALES: Readonly<Record<Language, string>> = { sv: "sv-SE", en: "en-GB" };
