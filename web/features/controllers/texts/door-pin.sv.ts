import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const doorPinTexts = texts("doorPin", {
  days: ["mån", "tis", "ons", "tors", "fre", "lör", "sön"],
  everyDay: "alla dagar",
  someHours: "vissa tider",
  bySchedules: (names: string) => `enligt schemat ${names}`,
  exceptSomeDays: (hours: string) => `${hours}, utom undantagsdagar`,
  hours: (hours: string) => `PIN bara ${hours}`,
  hoursHelp: (hours: string) =>
    `Enbart PIN-kod öppnar ${hours}. Övriga tider kräver läsaren något annat, till exempel kort.`,
  never: "Kräver kort",
  neverHelp: "Enbart PIN-kod öppnar inte dörren. Läsaren kräver kort, eller kort och PIN-kod.",
  nobody: "Släpper in ingen",
  nobodyHelp:
    "Dörren är avstängd i enheten (åtkomstpunkten är inaktiverad), eller saknar autentiseringsprofil där, så varken kort eller PIN-kod öppnar den. Slå på åtkomstpunkten, eller välj en profil för den, i styrenhetens eget gränssnitt och synka åtkomstpunkterna.",
  unknown: "PIN-regler går inte att läsa",
  unknownHelp:
    "Styrenhetens svar om autentiseringsprofiler eller scheman går inte att tolka. PIN-koder skickas ändå, men portalen vet inte när de öppnar. Prova en testkod vid dörren.",
  codes: (words: string, count: number) => (count === 1 ? "1 kod" : `${words} koder`),
  attempts: (codes: string, possible: string, attempts: string) =>
    `${codes} på ${possible} möjliga: en av ${attempts} gissningar öppnar`,
  ownCodes: (words: string, count: number) => (count === 1 ? "1 egen kod" : `${words} egna koder`),
  attemptsAtLeast: (codes: string, possible: string, attempts: string) =>
    `${codes} på ${possible} möjliga: minst en av ${attempts} gissningar öppnar`,
  possibleCodes: (possible: string) => `bara ${possible} möjliga koder`,
  fourDigits: (risk: string) => `Fyra siffror: ${risk}`,
  fourDigitsShort: (attempts: string) => `Fyra siffror, en av ${attempts} gissningar öppnar`,
  fourDigitsOnly: "Bara fyra siffror",
  fourDigitsHelp: (risk: string) =>
    `Läsaren tar bara PIN-koder med fyra siffror: ${risk}. Höj läsarens MaxPINSize till 6 på styrenheten, synka åtkomstpunkterna och ge ut längre koder. Höj MinPINSize när inga fyrsiffriga är kvar.`,
  moreFourDigitDoors: (count: number) =>
    count === 1 ? "1 dörr till tar bara fyra siffror." : `${formatNumber(count)} dörrar till tar bara fyra siffror.`,
  raiseDigits:
    "Höj läsarnas MaxPINSize till 6 på styrenheten och ge ut längre koder. Höj MinPINSize när inga fyrsiffriga är kvar.",
  ofDoor: (door: string, words: string) => `${door}: ${words}.`,
  moreDoors: (count: number) =>
    count === 1 ? "1 dörr till har begränsningar." : `${formatNumber(count)} dörrar till har begränsningar.`,
});
