import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

export const examinationTexts = texts("controllerExamination", {
  title: "Undersök enheten",
  help: (seconds: number) =>
    `Portalen frågar enheten om allt den bygger på: dörrar, läsare, scheman, klocka, logg och certifikat. Inget ändras och inget om personer läses. Det tar oftast några sekunder, högst ${formatNumber(seconds)}, och ändringar skrivs till enheten efteråt.`,
  whenNeeded: "Gör det när en styrenhet är ny, har fått ny programvara eller inte gör som väntat.",
  run: "Undersök",
  again: "Undersök igen",
  running: "Undersöker...",
  failed: "Enheten kunde inte undersökas",
  resultOf: (name: string) => `Undersökning av ${name}`,
  examinedAt: (when: string) => `Undersökt ${when}`,
  allWorks: "Allt som portalen behöver fungerar.",
  someDiffer: (count: string, isOne: boolean) =>
    isOne ? "Enheten fungerar, med en sak att känna till." : `Enheten fungerar, med ${count} saker att känna till.`,
  someFail: (count: string, isOne: boolean) => (isOne ? "En sak fungerar inte." : `${count} saker fungerar inte.`),
  print: "Skriv ut",
  download: "Hämta protokollet",
  fileName: (moment: string) => `undersokning-${moment}.json`,
  fileHelp:
    "Protokollet är vad enheten svarade, utan namn, koder, konto, adress och serienummer. Det kan skickas till den som sköter portalen.",
  trialTitle: "Prova med en tillfällig användare",
  trialHelp:
    "Frågorna visar inte om en ny kod öppnar dörren. Det gör ett prov från kommandoraden på portalens dator: en testanvändare läggs in på dörr 1, läses tillbaka och tas bort. Ingen dörr rör sig.",
  cleanTitle: "Ta bort det som är kvar efter ett prov",
  cleanHelp: "Ett tidigare prov avbröts. Kommandot tar bort det som är kvar och läser tillbaka att det är borta.",
  command: "Kommando",
});
