import type { peopleExportTexts } from "./people-export.sv.ts";

export const peopleExport: typeof peopleExportTexts = {
  exportCsv: "Export CSV",
  exporting: "Exporting...",
  exported: "CSV exported",
  exportCut: (rows) => `The file has only the first ${rows}. Filter the list for the rest.`,
  fileName: (day) => `users-${day}.csv`,
  pinUntil: "PIN valid until",
  vehicleUntil: "Vehicle valid until",
  plates: "Number plate",
  endless: "Until further notice",
  off: "Disabled",
};
