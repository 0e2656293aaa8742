import { texts } from "./language.ts";

export const linkTexts = texts("links", {
  copy: "Kopiera länk",
  copied: "Länken är kopierad",
  copyFailed: (link: string) => `Webbläsaren tillåter inte kopiering här. Länken är ${link}`,
});
