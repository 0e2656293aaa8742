import { texts } from "#web/texts/language.ts";

export const doorsToNoteTexts = texts("doorsToNote", {
  title: "Dörrar som är öppna eller larmar",
  none: "Ingen dörr står öppen, är upplåst eller larmar",
  showDoors: "Visa dörrar",
  more: (count: string) => `och ${count} till`,
  failed: "Dörrarnas läge kunde inte hämtas.",
});
