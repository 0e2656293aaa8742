// The languages of the portal. Swedish is the source, and what is spoken when nobody has said.
export const LANGUAGES = ["sv", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
