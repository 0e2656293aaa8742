import { texts } from "./language.ts";

export const doorPinTexts = texts("door-pin", {
  days: ["mån", "tis", "ons", "tors", "fre", "lör", "sön"],
  everyDay: "alla dagar",
  someHours: "vissa tider",
  bySchedules: (names: string) => `enligt schemat ${names}`,
  exceptSomeDays: (hours: string) => `${hours}, utom undantagsdagar`,
  hours: (hours: string) => `PIN bara ${hours}`,
  hoursHelp: (hours: string) =>
    `Enbart PIN-kod öppnar ${hours}. Övriga tider vill läsaren ha något annat, till exempel kort.`,
  never: "Kräver kort",
  neverHelp: "Enbart PIN-kod öppnar inte dörren. Läsaren vill ha kort, eller kort och PIN-kod.",
  nobody: "Släpper in ingen",
  nobodyHelp:
    "Dörren saknar autentiseringsprofil på styrenheten, så varken kort eller PIN-kod öppnar den. Välj en profil för åtkomstpunkten i styrenhetens eget gränssnitt och synka åtkomstpunkterna.",
  unknown: "PIN-regler går inte att läsa",
  unknownHelp:
    "Styrenheten svarar inte begripligt om sina autentiseringsprofiler eller scheman. PIN-koder skickas ändå, men portalen vet inte när de öppnar. Prova en testkod vid dörren.",
  ofDoor: (door: string, words: string) => `${door}: ${words}.`,
  moreDoors: (count: number) =>
    count === 1 ? "1 dörr till har begränsningar." : `${count} dörrar till har begränsningar.`,
});
