import type { LogReason } from "#contract/devices.ts";
import { counted } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

const reasons: Record<LogReason, string> = {
  valid_credential: "Giltig legitimation",
  expired: "Utgången",
  no_match: "Ingen matchning",
  disabled: "Inaktiverad",
  gate_not_found: "Grind hittades ej",
  no_access_assignment: "Ingen åtkomst tilldelad",
  invalid_configuration: "Ogiltig konfiguration",
  not_yet_valid: "Ännu inte giltig",
  outside_hours: "Utanför tiderna",
  read_too_late: "Läsningen kom för sent",
  opened_from_portal: "Öppnad härifrån",
};

export const accessLogsTexts = texts("accessLogs", {
  title: "Åtkomstloggar",
  passages: "Passager",
  subtitle24: (what: string) => `${what} de senaste 24 timmarna, nyast först`,
  subtitleFrom: (what: string, from: string) => `${what} från ${from}, nyast först`,
  subtitleTo: (what: string, to: string) => `${what} till och med ${to}, nyast först`,
  subtitleRange: (what: string, from: string, to: string) =>
    from === to ? `${what} ${from}, nyast först` : `${what} ${from} – ${to}, nyast först`,

  liveHelp: "Nya passager visas automatiskt",
  pause: "Pausa",
  resume: "Fortsätt",
  newRows: (count: string, many: boolean) => (many ? `${count} nya` : `${count} ny`),
  newRowsSaid: (count: string) => `${counted(count, "ny passage", "nya passager")} väntar`,
  exportCsv: "Exportera CSV",
  exporting: "Exporterar...",
  exported: "CSV exporterad",
  exportCut: (rows: string) => `Filen har de ${rows} nyaste raderna. Välj en kortare period för resten.`,
  fileName: (day: string) => `atkomstloggar-grindar-${day}.csv`,

  search: "Sök registreringsnummer",
  allControllers: "Alla styrenheter",
  controllerFilter: "Styrenhet",
  statusFilter: "Status",
  all: "Alla",
  grantedMany: "Beviljade",
  deniedMany: "Nekade",
  last24: "Senaste 24 timmarna",

  shown: (shown: string, total: string, isCut: boolean) =>
    isCut ? `${shown} nyaste av ${total}` : counted(total, "passage", "passager"),
  onePassage: "1 passage",
  noPassages: "0 passager",

  time: "Tid",
  person: "Person",
  organization: "Organisation",
  controller: "Styrenhet",
  reason: "Orsak",
  macro: "Macro",
  unknownGate: "Okänd grind",
  removedController: "Borttagen styrenhet",
  /** Shown behind the name of a person, gate, door or controller that has been deleted. */
  removedSuffix: "(borttagen)",
  rowName: (plate: string, time: string) => `${plate} ${time}`,

  sending: "Skickas",
  executed: "Utförd",
  refused: "Misslyckades",
  unknown: "Okänt",
  repeat: "Upprepad läsning",

  empty: "Inga passager de senaste 24 timmarna",
  emptyHelp: "När en kamera läser en skylt visas passagen här direkt. Äldre passager visas för en längre period.",
  noGates: "Här finns inga grindar",
  noGatesHelp: "Passager vid dörrar står under Dörrar och under Alla.",
  emptyFiltered: "Inga passager matchar",
  emptyFilteredHelp: "Ändra sökningen, filtren eller perioden.",
  failed: "Loggen kunde inte hämtas",

  reasons,

  unreadAt: (gate: string) => `Oläst skylt vid ${gate}`,
  detailWhen: "När",
  detailRead: "Som kameran läste",
  detailGate: "Var",
  detailWho: "Vem",
  detailNobody: "Ingen i portalen har registreringsnumret",
  detailGone: "Personen eller fordonet är borttaget",
  detailMacro: "Macro",
  detailWhy: "Varför",
  detailValidity: "Giltighetstid",
  validityRange: (from: string, to: string) => `${from} – ${to}`,
  validityOpen: (from: string) => `från ${from}, utan slutdatum`,

  fixUsers: "Till slutanvändarna",
  fixControllers: "Till styrenheterna",
  macroWhy: {
    sending: "Grinden har fått öppningskommandot. Svaret är på väg.",
    executed: "Grinden svarade att den öppnade.",
    refused: "Grinden svarade att den inte kunde öppna. Kontrollera Macro-ID och grindens egen logg.",
    unknown: "Grinden svarade inte i tid. Den kan ha öppnat ändå. Kommandot skickas aldrig två gånger.",
    repeat:
      "Samma skylt lästes igen inom 10 sekunder. Grinden hade redan fått sitt kommando och öppnades inte en gång till.",
    none: "Inget skickades till grinden.",
  },
});
