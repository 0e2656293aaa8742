export const LANGUAGES = ["sv", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
