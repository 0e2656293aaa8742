import { texts } from "#web/texts/language.ts";

export const peopleExportTexts = texts("peopleExport", {
  exportCsv: "Exportera CSV",
  exporting: "Exporterar...",
  exported: "CSV exporterad",
  exportCut: (rows: string) => `Filen har bara de första ${rows}. Filtrera listan för resten.`,
  fileName: (day: string) => `anvandare-${day}.csv`,
  pinUntil: "PIN-kod gäller till",
  vehicleUntil: "Fordon gäller till",
  plates: "Registreringsnummer",
  endless: "Tills vidare",
  off: "Inaktiverad",
});
