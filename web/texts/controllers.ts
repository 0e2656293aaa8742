import { texts } from "./language.ts";

const causes: Record<string, string> = {
  unreachable: "svarar inte",
  timeout: "svarar inte",
  connection_lost: "svarar inte",
  aborted: "svarar inte",
  auth_failed: "fel inloggning",
  account_locked: "kontot är spärrat",
  certificate_changed: "nytt certifikat",
  certificate_error: "fel certifikat",
  tls_too_old: "talar bara gammal TLS",
  serial_changed: "en annan enhet svarar",
  system_shared: "samma nätverk som en annan styrenhet",
  basic_over_http_refused: "kräver https",
  address_forbidden: "adressen är inte tillåten",
  address_invalid: "fel adress",
  not_this_kind_of_device: "fel typ av enhet",
  https_wanted: "vill ha https",
  unsupported_firmware: "programvaran stöds inte",
  no_plate_lists: "saknar nummerlistor",
  overloaded: "överbelastad",
  nonsense_reply: "obegripligt svar",
  reply_too_large: "obegripligt svar",
};

const warnings: Record<string, string> = {
  clock_skew: "Enhetens klocka går fel. Ställ in den, annars gäller behörigheter på fel tider.",
  macro_missing: "Macrot finns inte på LPR-servern.",
  macro_disabled: "Macrot är avstängt på LPR-servern, så grinden öppnas inte. Slå på det där.",
  macro_list_unavailable: "Kontot får inte läsa listan över macron.",
  camera_clock_wrong:
    "Kamerans klocka går fel. Grinden öppnas inte för läsningar vars tid inte stämmer. Ställ klockan mot en tidsserver.",
  relay_unit_unknown: "Enheten svarade, men inte på anslutningstestets sökväg. Kontrollera numret och testa öppningen.",
  plain_http: "Förbindelsen är okrypterad.",
};

export const controllersTexts = texts("controllers", {
  add: "Lägg till styrenhet",
  emptyTitle: "Inga styrenheter hittades",
  emptyHelp: "Lägg till den första styrenheten för att hämta dess dörrar eller grind.",
  emptyFilteredHelp: "Ingen styrenhet matchar sökningen och filtren.",
  search: "Sök namn eller adress",
  count: (total: string, isOne: boolean) => (isOne ? `${total} styrenhet` : `${total} styrenheter`),
  loadFailed: "Styrenheterna kunde inte hämtas",

  lastSync: "Senaste synk",
  never: "Aldrig",
  answered: "Svarade",
  neverAnswered: "Har inte svarat ännu",
  axis: "Axis",
  axxon: "AxxonSoft LPR",
  types: { axis: "Axis", axxon_lpr: "AxxonSoft LPR", http_relay: "Relä", axis_lpv: "Axis nummerplåtskamera" },
  doors: (count: number) => (count === 1 ? "1 dörr" : `${count} dörrar`),
  gate: "1 grind",
  plainHttp: "Okrypterad förbindelse: lösenordet skickas som klartext",
  plain: "Okrypterad",
  plainAxis: "PIN-koderna skickas som klartext mellan portalen och enheten",

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
  setup: "Namnge, tilldela och testa",
  testing: "Testar...",
  testOk: "Anslutning lyckades",
  testFailed: "Anslutning misslyckades",
  testedName: (name: string, found: string) => (found === "" ? name : `${name}: ${found}`),
  macros: (count: number) => (count === 1 ? "1 macro" : `${count} macron`),
  warnings,

  updated: "Styrenhet uppdaterades",
});
