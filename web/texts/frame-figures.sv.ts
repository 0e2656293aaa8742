import { texts } from "./language.ts";

/** Texts beside the navigation and in the top bar. */
export const frameFigureTexts = texts("frameFigures", {
  allSynced: "Allt synkat",
  waiting: (count: string, _isOne: boolean) => `${count} väntar`,
  changes: (count: string, isOne: boolean) => `${count} ${isOne ? "ändring" : "ändringar"}`,
  alarms: (count: string, _isOne: boolean) => `${count} larm`,
  unclear: (count: string, isOne: boolean) => `${count} ${isOne ? "oklar" : "oklara"}`,
  failed: (count: string, _isOne: boolean) => `${count} fel`,
  away: (count: string, _isOne: boolean) => `${count} svarar inte`,
  shut: (count: string, isOne: boolean) => (isOne ? `${count} grind öppnar inte` : `${count} grindar öppnar inte`),
  unreached: (count: string, isOne: boolean) => (isOne ? `${count} inte nådd` : `${count} inte nådda`),
  syncPaused: "Synkning pausad",
  syncOffline: "Ingen kontakt",
  syncUnknown: "Läget är okänt",
  nothingToSync: "Inget att synka ännu",
});
