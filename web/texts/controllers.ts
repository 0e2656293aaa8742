// Texts of /system-admin/controllers: the list, its filters, the create/edit dialog and the panel for the LPR system.
import { texts } from "./language.ts";

/** Short causes after "Fel · ", by the code a lane stores. */
const causes: Record<string, string> = {
  unreachable: "svarar inte",
  timeout: "svarar inte",
  connection_lost: "svarar inte",
  aborted: "svarar inte",
  auth_failed: "fel inloggning",
  account_locked: "kontot är spärrat",
  certificate_changed: "nytt certifikat",
  certificate_error: "fel certifikat",
  serial_changed: "en annan enhet svarar",
  basic_over_http_refused: "kräver https",
  address_forbidden: "adressen är inte tillåten",
  address_invalid: "fel adress",
  not_this_kind_of_device: "fel typ av enhet",
  unsupported_firmware: "programvaran stöds inte",
  no_plate_lists: "saknar nummerlistor",
  overloaded: "överbelastad",
  nonsense_reply: "obegripligt svar",
  reply_too_large: "obegripligt svar",
};

/** What a device that answered warns of, by code. */
const warnings: Record<string, string> = {
  clock_skew: "Enhetens klocka går fel. Ställ in den, annars gäller behörigheter fel tider.",
  macro_missing: "Macrot finns inte på LPR-servern.",
  macro_list_unavailable: "Kontot får inte läsa listan över macron.",
  plain_http: "Förbindelsen är okrypterad.",
};

export const controllersTexts = texts("controllers", {
  add: "Lägg till styrenhet",
  emptyTitle: "Inga styrenheter hittades",
  emptyHelp: "Lägg till den första styrenheten för att hämta dess dörrar eller grind.",
  emptyFilteredHelp: "Ingen styrenhet passar sökningen och filtren.",
  search: "Sök namn eller adress",
  count: (total: string, isOne: boolean) => (isOne ? `${total} styrenhet` : `${total} styrenheter`),
  loadFailed: "Styrenheterna kunde inte hämtas",

  lastSync: "Senaste synk",
  never: "Aldrig",
  axis: "Axis",
  axxon: "AxxonSoft LPR",
  doors: (count: number) => (count === 1 ? "1 dörr" : `${count} dörrar`),
  gate: "1 grind",
  plainHttp: "Okrypterad förbindelse: lösenordet skickas som klartext",

  filterType: "Typ",
  allTypes: "Alla typer",
  filterState: "Tillstånd",
  allStates: "Alla tillstånd",

  switchLabel: (name: string) => `${name} aktiverad`,
  pauseNote: "PIN-koder som redan finns på styrenheten fungerar fortfarande. Ändringar skrivs när den aktiveras igen.",
  pausedTip: "Styrenheten är inaktiverad. PIN-koder som redan finns på den fungerar fortfarande.",
  disableGateTitle: "Inaktivera grinden",
  disableGate: (name: string) => `${name} öppnas inte för någon så länge den är inaktiverad.`,
  disableGatePeople: (people: string, isOne: boolean) =>
    isOne ? "1 person kommer inte in genom grinden." : `${people} personer kommer inte in genom grinden.`,
  disable: "Inaktivera",

  notYetRead: "Styrenheten har inte lästs av ännu.",
  failedSince: (since: string, next: string) => `Fel sedan ${since}. Nästa försök ${next}.`,
  nextTry: (next: string) => `Nästa försök ${next}.`,
  lastRead: (when: string) => `Hela innehållet jämfört ${when}.`,
  waitingOnIt: (count: string, isOne: boolean) =>
    isOne ? "1 ändring är inte skriven på styrenheten." : `${count} ändringar är inte skrivna på styrenheten.`,

  causes,

  test: "Testa anslutning",
  users: "Användare",
  syncDoors: "Synka åtkomstpunkter",
  manageDoors: "Hantera åtkomstpunkter",
  showSync: "Visa synkstatus",
  testing: "Testar...",
  testOk: "Anslutning lyckades",
  testFailed: "Anslutning misslyckades",
  testedName: (name: string, found: string) => (found === "" ? name : `${name}: ${found}`),
  macros: (count: number) => (count === 1 ? "1 macro" : `${count} macron`),
  warnings,

  deleteTitle: "Ta bort styrenhet",
  deleteQuestion: "Är du säker på att du vill ta bort denna styrenhet? Denna åtgärd kan inte ångras.",
  deleteDoors: (name: string, doors: number) =>
    doors === 0
      ? `${name} tas bort. Passagerna i loggen blir kvar.`
      : `${name} och dess ${doors === 1 ? "dörr" : `${doors} dörrar`} tas bort. Passagerna i loggen blir kvar.`,
  /** The thing in the sentences of specification section 8. */
  thing: "Styrenheten",
  thingInside: "styrenheten",

  created: "Styrenhet skapades",
  updated: "Styrenhet uppdaterades",
  deleted: "Styrenhet raderades",
  createdNext: "Dess dörrar hämtas nu.",

  createTitle: "Skapa styrenhet",
  editTitle: "Redigera styrenhet",
  createSubmit: "Skapa styrenhet",
  name: "Namn",
  deviceType: "Enhetstyp",
  deviceTypeLocked: "Typen kan inte ändras på en sparad styrenhet.",
  address: "Adress",
  addressHint: "IP-adress, värdnamn eller en adress som börjar med https://",
  port: "Port",
  username: "Användarnamn",
  password: "Lösenord",
  passwordKept: "Lämna tomt för att behålla det nuvarande.",
  passwordNeeded: "Skriv lösenordet för att testa de ändrade uppgifterna.",
  enabled: "Aktiverad",
  enabledHelpAxis: "En inaktiverad styrenhet tar inte emot ändringar.",
  enabledHelpGate: "En inaktiverad grind öppnas inte för någon.",
  pausedHelp: "PIN-koder som redan finns på den fungerar fortfarande.",

  lprSection: "Grindens macro",
  macroId: "Macro-ID",
  macroHint: "ID för det macro som öppnar grinden.",
  fetchMacros: "Hämta macron",
  chooseMacro: "Välj macro",
  chooseMacroPlaceholder: "Välj bland serverns macron",
  noMacros: "LPR-servern har inga macron ännu.",
  preview: "Förhandsvisning av macro-anrop",
  previewMissing: "{macro-id}",
  previewHelp: "Portalen anropar adressen med Basic-inloggning när någon släpps in.",
  plainWarning:
    "Förbindelsen är okrypterad (http): lösenordet kan läsas på nätet mellan portalen och LPR-servern. Välj https om servern har det. Sparar du tillåter du det, och det skrivs i händelseloggen.",
  setup: "Så ställer du in LPR-systemet",
  setupSteps: [
    "Skapa macrot ”Öppna grind” i LPR-systemet: en händelseregel utan startvillkor som slår på grindens utgång i några sekunder. Dess ID skrivs i fältet Macro-ID.",
    "Skapa macrot ”Skicka regnr”: startvillkor att kameran har läst en registreringsskylt, åtgärd att skicka en webbfråga.",
    "Spara styrenheten här. Portalen visar sedan metod, adress, användarnamn och lösenord att skriva i webbfrågan.",
  ],
  setupWarning: "Använd aldrig ID för ”Skicka regnr” som Macro-ID: det skulle anropa portalen igen.",
  testMacro: "Testa Macro-anrop",
  testMacroQuestion: (name: string) => `Grinden vid ${name} öppnas på riktigt. Se till att ingen står i vägen.`,
  testMacroSaved: "Testet använder de sparade anslutningsuppgifterna.",
  testMacroConfirm: "Öppna grinden",
  testMacroRunning: "Öppnar...",
  macroOk: "Macro-test lyckades",
  macroOkText: (name: string) => `Grinden vid ${name} har fått öppningssignalen.`,
  macroFailed: "Macro-test misslyckades",
  unknownError: "Okänt fel",

  panelTitle: "Styrenhet skapad!",
  panelHelp: "Skriv de här värdena i webbfrågan i macrot ”Skicka regnr” i LPR-systemet.",
  panelMethod: "Metod",
  panelProtocol: "Protokoll",
  panelHost: "Värd",
  panelPort: "Port",
  panelPath: "Sökväg",
  panelAuth: "Autentisering",
  panelUsername: "Användarnamn",
  panelPassword: "Lösenord",
  panelFailed: "Användarnamn och lösenord kunde inte hämtas. Styrenheten är sparad.",
  panelLater: "Värdena finns kvar under Redigera. Varje visning skrivs i händelseloggen.",
  showPanel: "Visa värden för LPR-systemet",
});
