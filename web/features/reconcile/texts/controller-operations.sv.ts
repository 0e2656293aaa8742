import { counted } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const controllerOperationTexts = texts("controllerOperations", {
  syncNow: "Synka nu",
  syncing: "Synkar...",
  syncStarted: (count: string, many: boolean) =>
    many ? `Försöker nå ${count} styrenheter igen` : `Försöker nå ${count} styrenhet igen`,
  syncOneStarted: (name: string) => `Försöker nå ${name} igen`,
  syncFailed: "Kunde inte synkronisera",
  compare: "Jämför nu",
  comparing: (name: string) => `${name} jämförs...`,
  compared: (name: string, count: string) => `${name} är jämförd: ${counted(count, "avvikelse", "avvikelser")}`,
  comparedClean: (name: string) => `${name} är jämförd utan avvikelser`,
  rebuild: "Återställ styrenhet",
  retire: "Avveckla styrenhet",
  retireOnline: "Styrenheten svarar",

  test: "Testa anslutning",
  testOk: "Anslutning lyckades",
  testFailed: "Anslutning misslyckades",
  testOkHelp: (name: string) => `${name} svarar. Det som väntar skrivs nu.`,
});
