import { texts } from "#web/texts/language.ts";

/** Only for the two dialogs, which most visits never open. */
export const rebuildAndRetireTexts = texts("rebuildAndRetire", {
  rebuilding: "Återställer...",
  rebuildQuestion: (name: string) =>
    `Portalen glömmer vad som fanns på ${name}, godkänner den enhet som svarar där nu och skriver allt på nytt. Gör det när enheten har bytts ut eller nollställts.`,
  rebuildConsequence: (people: string, many: boolean) =>
    many ? `${people} personers PIN-koder skrivs på nytt.` : `${people} persons PIN-kod skrivs på nytt.`,
  rebuildNobody: "Ingen person har PIN-kod där just nu.",
  rebuildOffline: "Styrenheten svarar inte just nu. Allt skrivs när den är tillbaka.",
  counting: "Räknar personer...",
  countFailed: "Antalet personer kunde inte hämtas. Försök igen.",
  rebuilt: (name: string) => `${name} skrivs på nytt`,
  retiring: "Avvecklar...",
  retireQuestion: (name: string) =>
    `${name} svarar aldrig igen. Du intygar att enheten är borta eller förstörd: ingen kan längre bevisa vad som finns på den. Alla tas bort från styrenheten, den inaktiveras och kan sedan tas bort.`,
  retireConsequence: (people: string, many: boolean) =>
    many
      ? `${people} personer tas bort från styrenheten, och deras PIN-koder blir lediga.`
      : `${people} person tas bort från styrenheten, och personens PIN-kod blir ledig.`,
  retireNobody: "Ingen person har PIN-kod där just nu.",
  retireReason: "Varför är enheten borta?",
  retireReasonHint: "Antecknas i händelseloggen med ditt namn.",
  retireReasonMissing: "Skriv en orsak",
  retired: (name: string) => `${name} är avvecklad`,
  retiredHelp: (copies: string, many: boolean) =>
    `${copies} ${many ? "koder" : "kod"} räknas som borta. Styrenheten är inaktiverad.`,
});
