import { formatNumber } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

const causes: Record<string, string> = {
  unreachable: "svarar inte",
  timeout: "svarar inte",
  connection_lost: "svarar inte",
  aborted: "svarar inte",
  auth_failed: "fel inloggning",
  password_not_asked: "bad inte om lösenord",
  sign_in_downgraded: "svagare inloggning än förut",
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
  https_required: "kräver https",
  unsupported_firmware: "programvaran stöds inte",
  no_plate_lists: "saknar fordonslistor",
  plate_list_fixed: "tar inte emot listan",
  plate_list_too_long: "för lång fordonslista",
  overloaded: "överbelastad",
  nonsense_reply: "svaret gick inte att tolka",
  reply_too_large: "för stort svar",
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
  types: { axis: "Axis", axxon_lpr: "AxxonSoft LPR", http_relay: "Relä", axis_lpv: "Axis-kamera för nummerplåtar" },
  doors: (count: number) => (count === 1 ? "1 dörr" : `${formatNumber(count)} dörrar`),
  gate: "1 grind",
  plainHttp: "Okrypterad förbindelse: lösenordet skickas som klartext",
  plain: "Okrypterad",
  oldTls: "Äldre TLS",
  oldTlsUsed: "Tillåten för den här styrenheten: PIN-koder och lösenord har ett svagare skydd på nätet",
  oldTlsNotNeeded: "Behövs inte längre: enheten talar nyare TLS. Ta bort undantaget under Redigera.",
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

  notYetRead: "Styrenheten har ännu inte lästs av.",
  failedSince: (since: string, next: string) => `Fel sedan ${since}. Nästa försök ${next}.`,
  nextTry: (next: string) => `Nästa försök ${next}.`,
  lastRead: (when: string) => `Hela innehållet jämfört ${when}.`,
  waitingOnIt: (count: string, isOne: boolean) =>
    isOne ? "1 ändring är inte skriven på styrenheten." : `${count} ändringar är inte skrivna på styrenheten.`,

  causes,

  test: "Testa anslutning",
  examine: "Undersök enheten",
  users: "Användare",
  syncDoors: "Synka åtkomstpunkter",
  manageDoors: "Hantera åtkomstpunkter",
  showSync: "Visa synkstatus",
  setup: "Namnge, tilldela och testa",
  setupGate: "Tilldela och prova",
  testing: "Testar...",
  testOk: "Anslutning lyckades",
  testFailed: "Anslutning misslyckades",
  testedName: (name: string, found: string) => (found === "" ? name : `${name}: ${found}`),
  macros: (count: number) => (count === 1 ? "1 macro" : `${formatNumber(count)} macron`),
  updated: "Styrenhet uppdaterades",
});

export const doorSyncTexts = texts("doorSync", {
  synced: "Åtkomstpunkter synkade",
  syncedText: (name: string, doors: number, added: number, missing: number) =>
    [
      `${name}: ${doors === 1 ? "1 dörr" : `${formatNumber(doors)} dörrar`} på enheten`,
      added > 0 && (added === 1 ? "1 ny" : `${formatNumber(added)} nya`),
      missing > 0 && (missing === 1 ? "1 saknas" : `${formatNumber(missing)} saknas`),
    ]
      .filter(Boolean)
      .join(", "),
  syncFailed: "Kunde inte synkronisera",
});
