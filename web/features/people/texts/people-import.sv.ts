import type { PeopleColumn } from "#contract/people-columns.ts";
import type { PersonField } from "#contract/person-fields.ts";
import { texts } from "#web/texts/language.ts";

const columns: Record<Exclude<PeopleColumn, PersonField>, string> = {
  first_name: "Namn",
  last_name: "Efternamn",
  pin: "PIN-kod",
  doors: "Dörrar",
  groups: "Grupp",
  plate: "Registreringsnummer",
  validity: "Giltighet",
};

export const peopleImportTexts = texts("peopleImport", {
  title: "Importera användare",
  subtitle: "Lägg till många användare från en fil",
  formatHint: "CSV eller Excel (.xlsx), en rad per person. Kolumnernas rubriker känns igen automatiskt.",
  dropHere: "Dra hit en fil",
  formatTitle: "Så kan filen se ut",
  formatHelp:
    "Varje rad har ett namn, och en PIN-kod eller ett registreringsnummer. Skriv generera i stället för en PIN-kod om portalen ska välja den. Skriv dörrarnas namn med semikolon emellan, eller alla. En kolumn med rubriken Grupp lägger personen i den grupp som har namnet. Skriv ingen där om personen inte ska vara med i någon.",
  sampleLabel: "Exempel på fil",
  downloadTemplate: "Ladda ner mall",
  templateName: "anvandare-mall.csv",
  sample: [
    ["Alva Exempelsson", "alva@exempel.example", "1101", "070-123 45 67", "generera", "", "", "12 månader"],
    ["Nils Provberg", "", "1102", "", "", "", "ABC 123", "2027-06-30"],
  ],
  chooseOrganization: "Välj organisation först.",
  columns,
  columnsTitle: "Kolumner i filen",
  wholeName: "Hela namnet, om efternamnet inte har en egen kolumn.",
  notInFile: "Läs inte in",
  column: (place: string, head: string) => (head === "" ? `Kolumn ${place}` : `${place}: ${head}`),
  twice: "Kolumnen är redan vald.",
  unread: (columns: string) => `Läses inte in: ${columns}`,
  accessTitle: "Tillgång",
  doors: "Dörrar, när raden inte anger några",
  searchDoors: "Sök dörr",
  noDoors: "Organisationen har inga dörrar.",
  group: "Grupp, när raden inte anger någon",
  period: "Giltighet, när raden inte anger någon",
  generates: "Generera en PIN-kod åt rader utan",
  otherFile: "Välj en annan fil",
  steps: ["Välj fil", "Granska", "Lägg till"],
  nothingYet: "Inget sparas förrän du godkänner. Importen kan ångras i 24 timmar.",
  checking: "Jämför med dem som finns...",
  checkFailed: "Det gick inte att se vilka som redan finns.",
  previewTitle: "Förhandsgranskning",
  ready: "läggs till",
  known: "finns redan",
  refused: (isOne: boolean): string => (isOne ? "rad har fel" : "rader har fel"),
  addKnown: "Lägg till även dem som redan finns",
  isKnown: "Finns redan",
  isNew: "Ny",
  isRefused: "Fel",
  row: "Rad",
  lineOf: (row: number) => `rad ${String(row)}`,
  status: "Status",
  made: "Genereras",
  zeroLost: (which: string, isOne: boolean) =>
    `${isOne ? "PIN-koden" : "PIN-koderna"} på rad ${which} är kortare än de andra. Kalkylprogram tar bort nollan först i ett tal. Har en nolla försvunnit? Gör om kolumnen till text, skriv nollan och välj filen igen.`,
  joining: (people: string, isOne: boolean) =>
    isOne ? `${people} av personerna läggs i en grupp.` : `${people} av personerna läggs i grupper.`,
  givenPins: (isOne: boolean): string => (isOne ? "PIN-kod genereras" : "PIN-koder genereras"),
  table: "Personer i filen",
  more: (count: string, exact: number) =>
    exact === 1 ? "1 rad till visas inte här." : `${count} rader till visas inte här.`,
  none: "Inga personer hittades i filen. Kontrollera kolumnen för namn.",
  approve: (count: string, _isOne: boolean) => `Importera ${count} användare`,
  unit: "användare",
  paused: (row: number) =>
    `Rad ${String(row)}: Portalen har föreslagit många PIN-koder den senaste tiden och gör en paus. Inget har sparats. Importera raden igen om en stund.`,
  leaveTitle: "Lämna sidan och avbryta importen?",
  leave: "Avbryt importen",
  leaveHelp:
    "De som redan har lagts till är kvar och kan ångras. Resten av filen läses inte in, och lapparna går förlorade.",
  stay: "Stanna kvar",
  doneTitle: "Importen är klar",
  cancelledTitle: "Importen avbröts",
  stoppedTitle: "Importen stannade",
  added: (count: string, exact: number) => (exact === 1 ? "1 användare lades till." : `${count} användare lades till.`),
  failed: (count: string, exact: number) =>
    exact === 1 ? "1 rad kunde inte läggas till:" : `${count} rader kunde inte läggas till:`,
  slips: (count: string, exact: number) => (exact === 1 ? "Skriv ut 1 lapp" : `Skriv ut ${count} lappar`),
  slipsHelp:
    "En lapp per person, åtta på ett A4 med skärmärken. Skriv ut innan du lämnar sidan: sedan visas koderna bara en i taget hos varje användare.",
  mail: "Skicka koder med e-post",
  mailCount: (mailable: string, all: string) => `${mailable} av ${all} har e-post.`,
  mailing: "Skickar koder",
  mailUnit: "koder",
  mailSent: (count: string, exact: number) => (exact === 1 ? "1 kod är skickad." : `${count} koder är skickade.`),
  mailQueued: (count: string, exact: number) =>
    `${exact === 1 ? "1 kod skickas" : `${count} koder skickas`} så snart e-postservern svarar, inom en timme.`,
  mailRepeated: (count: string, exact: number) =>
    exact === 1
      ? "1 kod var redan skickad, och skickas inte igen."
      : `${count} koder var redan skickade, och skickas inte igen.`,
  mailRefused: (count: string, exact: number) =>
    exact === 1 ? "1 kod kunde inte skickas." : `${count} koder kunde inte skickas.`,
  mailList: "Så gick det för var och en",
  mailOutcomes: { sent: "skickad", queued: "skickas snart", repeated: "redan skickad" },
  report: "Ladda ner felrapport",
  reportName: (file: string) => `felrapport-${file}.csv`,
  reason: "Orsak",
  showUsers: "Visa användare",
  again: "Importera en fil till",
});
