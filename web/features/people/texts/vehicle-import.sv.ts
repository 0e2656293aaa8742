import type { VehicleProblem } from "#contract/vehicle-csv.ts";
import { texts } from "#web/texts/language.ts";

const problems: Record<VehicleProblem, string> = {
  missing_plate: "Saknar nummerplåt",
  missing_user: "Saknar användare",
  several_plates: "Ser ut som flera registreringsnummer. Skriv en rad per fordon.",
  plate_with_remark:
    "Ser ut som ett registreringsnummer och en anmärkning. Skriv bara registreringsnumret, utan mellanslag om allt hör till det.",
  invalid_plate: "Ogiltigt registreringsnummer",
  name_too_long: "Namnet är för långt",
  vehicle_type_too_long: "Fordonstypen är för lång",
};

export const vehicleImportTexts = texts("vehicleImport", {
  open: "Importera fordon",
  formatTitle: "Så ska filen se ut",
  formatHelp:
    "En rad per fordon med registreringsnummer, användare och fordonstyp. Användaren skrivs med förnamn och efternamn. Andra kolumner går bra, du väljer vilka som är vad.",
  fields: ["Organisation", "Nummerplåt", "Användare", "Fordonstyp", "Skapad"],
  sample: [
    ["Brf Exempel", "MLB 84A", "Alva Exempelsson", "Personbil", "2026-03-12"],
    ["Brf Exempel", "ABC 123", "Nils Provberg", "Lastbil", "2026-03-12"],
  ],
  sampleLabel: "Exempel på fil",
  factsTitle: "Det här får fordonen",
  validityFact: "12 månaders giltighet, från importen",
  gatesFact: "Tillgång till alla grindar som organisationen har",
  noGates:
    "Organisationen har inga grindar, så inga fordon kan importeras ännu. En systemadministratör tilldelar grindarna.",
  formats: "CSV med komma, semikolon eller tabb, eller en Excel-fil (.xlsx). Högst 20 000 rader och 5 MB.",
  downloadTemplate: "Ladda ner mall",
  templateName: "fordon-mall.csv",
  imported: (count: string) => `${count} fordon lades till.`,
  showUsers: "Visa användare",

  title: "Importera fordon",
  group: "Grupp för alla i filen",
  steps: ["Ladda upp", "Förhandsgranska", "Importera"],
  stepsLabel: "Steg i importen",
  stepDone: "klart",

  dropHere: "Dra hit en CSV-fil",
  dropNow: "Släpp filen här",
  choose: "Välj fil",
  formatHint: "Format: Organisation, Nummerplåt, Användare, Fordonstyp, Skapad",
  reading: "Läser filen...",
  dropLabel: "Yta att släppa en fil på",

  fileProblems: {
    empty: "Filen är tom. Välj en fil med minst en rad.",
    too_large: "Filen är större än 5 MB. Dela den i flera och importera en i taget.",
    too_many_rows: "Filen har fler än 20 000 rader. Dela den i flera och importera en i taget.",
    old_excel: "Filen är i ett äldre Excel-format eller har lösenord. Spara den som CSV eller .xlsx utan lösenord.",
    nothing_seen:
      "Filens alla rader är dolda eller bortfiltrerade. Visa dem i kalkylprogrammet, spara och välj filen igen.",
    too_much_inside:
      "Arbetsboken är för stor att läsa: packad är den liten, men bladen är mycket stora. Kopiera raderna till en ny arbetsbok, eller spara bladet som CSV.",
    password: "Filen är skyddad med lösenord. Spara den utan lösenord, som .xlsx eller CSV, och välj den igen.",
    binary_excel: "Filen är en binär Excel-fil (.xlsb). Öppna den i Excel och spara den som .xlsx eller CSV.",
    web_page:
      "Filen är en webbsida (HTML) och ingen Excel-fil, även om den kan heta .xls. Öppna den i Excel och spara den som .xlsx eller CSV.",
    xml_spreadsheet:
      "Filen är ett XML-kalkylblad från Excel 2003 och ingen .xls. Öppna den i Excel och spara den som .xlsx eller CSV.",
    open_document:
      "Filen är ett OpenDocument-kalkylblad (.ods). Öppna den i LibreOffice och spara den som .xlsx eller CSV.",
    numbers: "Filen är från Numbers. Öppna den i Numbers och exportera den till Excel (.xlsx) eller CSV.",
    pdf: "Filen är en PDF. Hämta listan som CSV eller .xlsx från programmet som gjorde den.",
    image: "Filen är en bild. Hämta listan som CSV eller .xlsx.",
    document:
      "Filen är ett textdokument eller en presentation. Lägg tabellen i ett kalkylblad och spara det som .xlsx eller CSV.",
    archive: "Filen är ett arkiv med andra filer i. Packa upp det och välj filen med tabellen.",
    not_a_table: "Filen kunde inte läsas som en tabell. Spara den som CSV eller .xlsx och försök igen.",
    unreadable: "Filen kunde inte öppnas. Kontrollera att den inte används av ett annat program.",
  },
  oneFile: "Släpp en fil i taget.",
  noVehicles: "Inga fordon hittades i filen. Kontrollera att raderna har fem fält.",

  columns: {
    unknownTitle: "Kolumnerna i filen känns inte igen",
    unknown: "Välj vilken kolumn som är vad. Inget importeras innan du har sett resultatet och godkänt det.",
    asked: "Välj vilken kolumn som är vad. Du ser resultatet innan något importeras.",
    ask: "Välj kolumner",
    plate: "Nummerplåt",
    user: "Användare",
    userHint: "Hela namnet, eller bara förnamnet om efternamnet har en egen kolumn.",
    lastName: "Efternamn",
    vehicleType: "Fordonstyp",
    notInFile: "Finns inte i filen",
    choose: "Välj kolumn",
    column: (place: string, head: string) => (head === "" ? `Kolumn ${place}` : `${place}: ${head}`),
    hasHeader: (row: number) => (row === 1 ? "Första raden är rubriker" : `Rad ${String(row)} är rubriker`),
    sample: "Första raderna i filen",
    unused: "Läses inte in",
    goOn: "Fortsätt",
    missing: "Välj en kolumn.",
    twice: "Kolumnen är redan vald.",
    noPlates: "Inget i kolumnen ser ut som ett registreringsnummer. Välj en annan kolumn.",
    tooFewFields: "Saknar de valda kolumnerna",
    shortLines: (count: string, many: boolean) =>
      many ? `${count} rader saknar de valda kolumnerna` : `${count} rad saknar de valda kolumnerna`,
    noVehicles: "Inga fordon hittades i de valda kolumnerna.",
    fewPlates: (plates: string, filled: string) =>
      `Bara ${plates} av ${filled} rader ser ut som registreringsnummer. Kontrollera att det är rätt kolumn.`,
  },

  summary: "Sammanfattning",
  newCount: (isOne: boolean): string => (isOne ? "ny" : "nya"),
  duplicateCount: (isOne: boolean): string => (isOne ? "dublett" : "dubletter"),
  skippedCount: "hoppas över",
  totalCount: "totalt",

  sheetOf: (sheet: string, file: string) => `Bladet ${sheet} i ${file}`,
  /** Accounts for every line of the file. */
  counted: (lines: string, exact: number, heads: string, exactHeads: number, joined: string, exactJoined: number) =>
    [
      exact === 1 ? "1 rad i filen" : `${lines} rader i filen`,
      ...(exactHeads > 0 ? [exactHeads === 1 ? "1 är rubrik" : `${heads} är rubriker`] : []),
      ...(exactJoined > 0 ? [`${joined} hör till ett fält på raden ovanför`] : []),
    ].join(", "),
  encoding: {
    titles: {
      mixed: "Filen blandar teckenkodningar",
      unsure: "Filens teckenkodning är osäker",
      repaired: "Filen har sparats med fel teckenkodning",
      lost: "Bokstäver har gått förlorade i filen",
    },
    helps: {
      mixed: (rows: string, many: boolean) =>
        `Rad ${rows} är ${many ? "skrivna" : "skriven"} på ett annat sätt än resten. Kontrollera att å, ä, ö och é är rätt.`,
      unsure: (rows: string, _many: boolean) =>
        `Bokstäver som å, ä, ö och é kan ha lästs fel, bland annat på rad ${rows}. Jämför med originalet.`,
      repaired: (rows: string, _many: boolean) =>
        `Till exempel stod det "Ã…sa" i stället för "Åsa" på rad ${rows}. Så här läses filen nu:`,
      lost: (rows: string, _many: boolean) =>
        `På rad ${rows} står tecknet � i stället för en bokstav. Spara filen på nytt från programmet som gjorde den, eller rätta namnen efter importen.`,
    },
    choose: "Teckenkodning",
    names: {
      "utf-8": "UTF-8, som det står i filen",
      "utf-16le": "UTF-16",
      "utf-16be": "UTF-16",
      repaired: "UTF-8, rättad",
      "windows-1252": "Windows (svenska)",
      macintosh: "Mac (äldre Excel)",
      cp850: "DOS (850)",
      cp437: "DOS (437)",
      "windows-1250": "Windows (Centraleuropa)",
    },
    samples: "Så här läses filen",
    isRight: "Bokstäverna stämmer",
  },
  hidden: {
    title: "Dolt i bladet",
    rows: (count: string, exact: number) =>
      exact === 1 ? "1 dold eller bortfiltrerad rad" : `${count} dolda eller bortfiltrerade rader`,
    columns: (count: string, exact: number) => (exact === 1 ? "1 dold kolumn" : `${count} dolda kolumner`),
    leftOut: (what: string) => `${what} lästes inte.`,
    read: (what: string) => `${what} läses också.`,
    and: " och ",
    choose: "Läs in även det dolda",
  },
  sheet: "Blad",

  duplicatesTitle: "Dubletter",
  existsAlready: (plate: string, name: string) => `"${plate}" finns redan - kommer skapa ${name}`,
  repeatedInFile: (plate: string, name: string) => `"${plate}" står flera gånger i filen - kommer skapa ${name}`,
  andMore: (count: string) => `...och ${count} till`,
  leaveOutDuplicates: "Importera inte dubletterna",
  invalidTitle: "Rader som hoppas över",
  rowReason: (row: string, reason: string) => `Rad ${row}: ${reason}`,
  shortLines: (count: string, many: boolean) =>
    many ? `${count} rader har färre än fem fält` : `${count} rad har färre än fem fält`,
  tooFewFields: "Färre än fem fält",
  problems,

  table: "Fordon i filen",
  plate: "Nummerplåt",
  firstName: "Förnamn",
  lastName: "Efternamn",
  vehicleType: "Fordonstyp",
  status: "Status",
  isNew: "Ny",
  isDuplicate: "Dublett",
  approve: (count: string) => `Godkänn och importera ${count} fordon`,

  importing: "Importerar",
  unit: "fordon",
  keepOpen: "Låt fönstret vara öppet. Det som är importerat finns kvar även om du avbryter.",
  waiting: {
    network: "Ingen kontakt med servern. Importen fortsätter när den är tillbaka.",
    session: "Inloggningen har gått ut. Importen fortsätter när du har loggat in igen.",
    server: "Servern kan inte ta emot just nu. Importen försöker igen om en stund.",
  },
  cancelImport: "Avbryt import",
  cancelling: "Avbryter...",

  doneTitle: "Import klar!",
  doneText: (count: string) => `${count} fordon importerade framgångsrikt`,
  partlyTitle: "Import delvis klar",
  partlyText: (succeeded: string, failed: string) => `${succeeded} lyckades, ${failed} misslyckades`,
  cancelledTitle: "Importen avbröts",
  stoppedTitle: "Importen stannade",
  keptText: (done: string, total: string) =>
    `${done} av ${total} fordon är importerade och finns kvar. Importera samma fil igen för resten: de som redan finns visas som dubletter.`,
  report: "Ladda ner felrapport",
  reportName: (file: string) => `felrapport-${file}.csv`,
  row: "Rad",
  reason: "Orsak",

  undo: {
    title: "Senaste importerna",
    note: "Kan ångras i ett dygn",
    vehicles: (count: string) => `${count} fordon`,
    people: (count: string) => `${count} användare`,
    changed: (count: string, exact: number) =>
      exact === 1 ? "1 har ändrats sedan dess" : `${count} har ändrats sedan dess`,
    undo: "Ångra importen",
    undoOf: (when: string) => `Ångra importen, ${when}`,
    undoing: "Ångrar...",
    question: "Ångra importen",
    consequence: {
      vehicles: (count: string, exact: number) =>
        exact === 1
          ? "1 användare tas bort med sitt fordon och kan inte längre passera."
          : `${count} användare tas bort med sina fordon och kan inte längre passera.`,
      people: (count: string, exact: number) =>
        exact === 1
          ? "1 användare tas bort och kan inte längre passera."
          : `${count} användare tas bort och kan inte längre passera.`,
    },
    keeps: (count: string, exact: number) =>
      exact === 1
        ? "1 användare har ändrats sedan importen och blir kvar."
        : `${count} användare har ändrats sedan importen och blir kvar.`,
    untouched: "Inget av det som importerades har ändrats sedan dess.",
    doneTitle: "Importen är ångrad",
    doneText: {
      vehicles: (count: string, exact: number) => (exact === 1 ? "1 fordon togs bort." : `${count} fordon togs bort.`),
      people: (count: string, exact: number) =>
        exact === 1 ? "1 användare togs bort." : `${count} användare togs bort.`,
    },
    keptText: (kept: string, names: string, more: string, exactMore: number) =>
      `${kept} som har ändrats är kvar. Det gäller ${names}${exactMore > 0 ? ` och ${more} till` : ""}.`,
  },
});
