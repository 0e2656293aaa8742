import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const places = (count: number) => (count === 1 ? "1 styrenhet" : `${formatNumber(count)} styrenheter`);
export const codes = (count: number) => (count === 1 ? "1 veckokod" : `${formatNumber(count)} veckokoder`);

export const weeklyCodeButtonTexts = texts("weeklyCodeButtons", {
  title: "Veckokoder",
  exportCsv: "Exportera CSV",
  exporting: "Exporterar...",
  exported: "CSV exporterad",
  exportHelp:
    "Styrenheterna har olika koder. Ladda ner en fil per styrenhet, eller alla i en fil med styrenhetens namn på varje rad.",
  exportOne: "Ladda ner",
  exportOf: (controller: string) => `Ladda ner veckokoder för ${controller}`,
  exportAll: "Alla i en fil",
  exportCount: codes,
  cleanUp: "Rensa utgångna",
  cleaning: "Rensar...",
  cleanedUp: "Utgångna veckokoder rensade",
  cleanedCount: (count: number) => (count === 0 ? "Ingen veckokod hade gått ut." : `${codes(count)} togs bort.`),
  waitsForReadBack: (count: number) => `Borttagningen väntar på ${places(count)}.`,
});
