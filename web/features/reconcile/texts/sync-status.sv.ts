// Texts of Synkstatus, and Swedish for controller workers' error codes.
import { ownWord } from "#contract/own-word.ts";
import { counted } from "#web/texts/counted.ts";
import { withUnit } from "#web/texts/durations.ts";
import { texts } from "#web/texts/language.ts";

const differs: Record<string, string> = {
  user_missing: "Användaren saknas på enheten",
  name: "Ändrat namn på enheten",
  credential_missing: "PIN saknas på enheten",
  user_token: "PIN hör till fel användare på enheten",
  pin: "Ändrad PIN på enheten",
  valid_from: "Ändrad giltighet på enheten",
  valid_to: "Ändrad giltighet på enheten",
  disabled: "Inaktiverad på enheten",
  profiles: "Andra dörrar på enheten",
  user_left: "Användare kvar på enheten",
  credential_left: "PIN kvar på enheten",
  orphan_replica: "Dubblett på enheten",
};

export const syncTexts = texts("syncStatus", {
  title: "Synkstatus",
  systemSubtitle: "Vad som finns i portalen men ännu inte är bekräftat på dörrarna",
  orgSubtitle: "Ändringar för era användare som ännu inte är bekräftade på dörrarna",

  synced: "Synkad",
  pending: "Väntar på styrenhet",
  pendingRemoval: "Väntar på borttagning",
  failed: "Fel",
  drift: "Avvikelser",
  figures: "Visa bara",

  allSynced: "Allt är synkat.",
  lastFull: (time: string) => `Alla styrenheter är jämförda. Den äldsta jämförelsen gjordes ${time}.`,
  orgAllSynced: "Alla PIN-koder finns på dörrarna, och de som tagits bort är borta.",
  /** Has the length of the most common answer, so that the layout does not move. */
  lineReading: "Läser synkstatus: vad portalen har bestämt mot vad dörrarna har bekräftat.",
  lineFailed: "Synkstatus kunde inte hämtas. Dörrarna påverkas inte, och portalen försöker igen.",
  allSyncedSaid: "Allt är synkat",
  nothingYet: "Inget att synka ännu.",
  nothingYetHelp: "Ingen har fått en PIN-kod till en dörr, så det finns inget att skriva eller jämföra.",
  unreachedNote: (names: string, _isOne: boolean) => `${names} har inte hörts av på mer än tio minuter.`,
  listUnread: (names: string, isOne: boolean) =>
    isOne
      ? `Fordonslistan på ${names} går inte att jämföra just nu.`
      : `Fordonslistorna på ${names} går inte att jämföra just nu.`,
  unreachedHelp: "Vad som finns där just nu är inte känt. Portalen fortsätter att fråga.",
  noContactNote: "Ingen kontakt med servern.",
  noContactHelp: "Det som visas är det senaste som lästes och kan ha ändrats sedan dess.",
  reviewCertificate: "Granska certifikatet",

  syncPaused: (since: string) => `Synkningen är pausad sedan ${since}.`,
  syncPausedHelp: "Ändringar sparas och skrivs när den återupptas. Det som finns på dörrarna fungerar.",
  pauseReason: (reason: string) => `Orsak: ${reason}.`,
  pauseCompare: "Jämför nu läser av en styrenhet utan att ändra något på den.",
  resume: "Återuppta synkningen",
  resuming: "Återupptar...",
  resumed: "Synkningen är återupptagen",
  whenResumed: "när synkningen återupptas",

  noteSince: (name: string, what: string, since: string) => `${name} ${what} sedan ${since}.`,
  noteNever: (name: string, what: string) => `${name} ${what}.`,
  kept: (count: string, many: boolean) =>
    many
      ? `${count} ändringar är sparade och skrivs när den är tillbaka.`
      : `${count} ändring är sparad och skrivs när den är tillbaka.`,
  nothingWaits: "Inget väntar på att skrivas.",
  stillWork: "PIN-koder som redan finns på enheten fungerar.",
  pausedNote: (name: string) => `${name} är inaktiverad.`,
  pausedKept: (count: string, many: boolean) =>
    many ? `${count} ändringar väntar tills den aktiveras.` : `${count} ändring väntar tills den aktiveras.`,
  gateNote: (name: string, time: string) => `${name} öppnade inte vid den senaste passagen ${time}.`,
  gateHelp: "Portalen fortsätter att avgöra varje passage. Kontrollera grinden och dess Macro-ID.",
  toController: "Öppna styrenheten",
  toControllers: "Till styrenheterna",
  toLogs: "Till åtkomstloggarna",
  moreNotes: (count: string) =>
    `${counted(count, "styrenhet", "styrenheter")} till svarar inte. Se överst i listan över styrenheter.`,

  lineWaiting: (count: string, many: boolean) =>
    many
      ? `${count} ändringar är sparade och skrivs till dörrarna så snart de svarar.`
      : `${count} ändring är sparad och skrivs till dörrarna så snart de svarar.`,

  queue: "Kö",
  queueNote: (changes: string, many: boolean, controllers: string) =>
    `${changes} ${many ? "ändringar" : "ändring"} på ${controllers}`,
  controllersCount: (count: string, many: boolean) => (many ? `${count} styrenheter` : `${count} styrenhet`),
  controller: "Styrenhet",
  state: "Tillstånd",
  change: "Ändring",
  concerns: "Gäller",
  since: "Sedan",
  attempts: "Försök",
  nextTry: "Nästa försök",
  everyDoor: "Alla dörrar",
  gone: "Borttagen person",
  addPin: "Lägg till PIN",
  changePin: "Ändra PIN",
  removePin: "Ta bort PIN",
  onDevice: "PIN finns på enheten",
  suspended: (until: string) => `Spärrad, tas bort ${until}`,
  notOnDevice: "Ingen PIN på enheten",
  addPlate: "Lägg till i grindens lista",
  changePlate: "Ändra i grindens lista",
  removePlate: "Ta bort ur grindens lista",
  onList: "Finns i grindens lista",
  notOnList: "Inte i grindens lista",
  weeklyCode: (week: string) => `Veckokod ${week}`,
  removeWeeklyCode: (week: string) => `Ta bort veckokod ${week}`,
  running: "pågår",
  soon: "strax",
  whenEnabled: "när styrenheten aktiveras",
  inSeconds: (count: string) => `om ${withUnit(count, "s")}`,
  inMinutes: (count: string) => `om ${withUnit(count, "min")}`,
  emptyState: "Inget i det här läget",
  emptyStateHelp: "Välj en annan siffra, eller visa alla som väntar.",
  showAll: "Visa alla som väntar",
  queueFailed: "Kön kunde inte hämtas",

  driftTitle: "Avvikelser",
  driftNote: (time: string) => `senaste jämförelse ${time}`,
  driftNone: "Inga avvikelser",
  driftNotCompared: "Ännu är ingen styrenhet jämförd",
  difference: "Avvikelse",
  outcome: "Utfall",
  driftFailed: "Avvikelserna kunde inte hämtas",
  driftHelp:
    "Portalen jämför och rättar automatiskt. Välj Jämför nu på en styrenhet för att se vad som skiljer just nu.",
  unknownPin: "Okänd PIN på enheten",
  unknownUser: "Okänd användare på enheten",
  unknownCredential: "Okänd behörighet på enheten",
  notOurs: "Ägs inte av portalen och rörs inte",
  hoursDiffer: "Tiderna på enheten är andra än portalens",
  orphan: "Kvarglömd kopia på enheten",
  orphanHelp: "Tillhörde ingen längre och är borttagen",
  shared: "Okänd PIN är samma som en användares",
  sharedHelp: (name: string) => `${name} · ägs inte av portalen och rörs inte`,
  repairing: "Rättas",
  repaired: "Rättad",
  removed: "Borttagen",
  removedLater: "Tas bort sedan",
  orphanWaits: "Tillhör ingen längre och tas bort när synkningen återupptas",
  leftAlone: "Rörs inte",
  differs,
  differsElse: "Skiljer sig på enheten",

  controllers: "Styrenheter",
  waiting: "Väntar",
  lastContact: "Senaste kontakt",
  fullComparison: "Senaste fulla jämförelse",
  never: "Aldrig",
  untested: "Ännu inte kontaktad",
  controllersFailed: "Styrenheterna kunde inte hämtas",
  noControllers: "Inga dörrstyrenheter ännu",
  noControllersHelp: "Grindar har inget att synka: portalen avgör varje passage själv.",
});

export const controllerTroubles: Record<string, string> = texts("controllerTroubles", {
  disabled: "är inaktiverad",
  unreachable: "svarar inte",
  timeout: "svarar inte",
  connection_lost: "svarar inte",
  silent: "hör inte av sig",
  overloaded: "är överbelastad",
  auth_failed: "godtar inte inloggningen",
  password_not_asked: "bad inte om något lösenord",
  sign_in_downgraded: "bad om lösenordet på ett svagare sätt än förut",
  account_locked: "har spärrat inloggningen",
  basic_over_http_refused: "kräver lösenordet okrypterat",
  certificate_changed: "har ett annat certifikat",
  certificate_error: "har ett certifikat som inte kan användas",
  tls_too_old: "talar bara gammal TLS",
  serial_changed: "har bytts mot en annan enhet",
  system_shared: "hör till samma nätverk som en annan styrenhet",
  not_this_kind_of_device: "är inte en enhet av rätt typ",
  https_required: "kräver https",
  unsupported_firmware: "har en programvara utan åtkomsttjänst",
  no_plate_lists: "har inga fordonslistor",
  plate_list_fixed: "tar inte emot ändringar av sina fordonslistor",
  plate_list_too_long: "har längre fordonslistor än portalen läser",
  address_forbidden: "har en adress som portalen inte får anropa",
  address_invalid: "har en adress som inte kan läsas",
  else: "kan inte skrivas till",
});

/** The remedy; empty for trouble that passes by itself. */
export const controllerHelps: Record<string, string> = texts("controllerHelps", {
  unreachable: "Kontrollera ström och nätverk.",
  timeout: "Kontrollera ström och nätverk.",
  silent: "Kamerans livstecken har uteblivit. Kontrollera ström, nätverk och att kameran når portalen.",
  auth_failed: "Rätta användarnamn och lösenord på styrenheten.",
  password_not_asked: "Inget lösenord har skickats. Kontrollera adressen och inloggningen på styrenheten.",
  sign_in_downgraded:
    "Inget lösenord har skickats. Har enheten bytts ut eller ställts om, skriv lösenordet igen på styrenheten.",
  account_locked: "Vänta eller lås upp kontot på enheten.",
  basic_over_http_refused: "Använd https och port 443.",
  certificate_changed: "Inget lösenord har skickats. Granska certifikatet om det har bytts ut.",
  certificate_error: "Inget lösenord har skickats. Byt certifikat på enheten.",
  tls_too_old:
    "Inget lösenord har skickats. Uppgradera programvaran på enheten till en med TLS 1.2. Finns ingen kan äldre TLS tillåtas i styrenhetens dialog.",
  serial_changed: "Återställ styrenheten om den har bytts ut.",
  system_shared:
    "Dela upp nätverket på enheterna, eller ta bort en av styrenheterna. Vilken den andra är står på styrenheten.",
  not_this_kind_of_device: "Kontrollera adress, port och typ.",
  https_required: "Skriv https:// före styrenhetens adress.",
  unsupported_firmware: "Byt till en programvara med åtkomsttjänst (A1001 1.65, A1601 1.84 eller 10.12, A1610 10.12).",
  no_plate_lists: "Aktivera fordonslistor på LPR-servern eller i kameran, eller stäng av listan på styrenheten.",
  plate_list_fixed: "Stäng av listan på styrenheten. Portalen avgör passagerna som vanligt.",
  plate_list_too_long:
    "Korta enhetens listor eller stäng av listan på styrenheten. Portalen avgör passagerna som vanligt.",
  address_forbidden:
    "Testa anslutningen på styrenheten. Svaret säger varför adressen inte anropas och vad som hjälper.",
  address_invalid: "Rätta adressen på styrenheten.",
});

export const replicaTroubles: Record<string, string> = texts("replicaTroubles", {
  device_fault: "Enheten nekade",
  item_not_found: "Finns inte på enheten",
  device_failed: "Enheten kunde inte utföra det",
  nonsense_reply: "Svaret från enheten gick inte att tolka",
  reply_too_large: "Svaret från enheten var för stort",
  aborted: "Anropet avbröts",
  pin_on_other_source: "PIN-koden är upptagen tills den är borta från en annan användare",
  pin_on_foreign_object: "PIN-koden används av någon som portalen inte äger",
  read_back_differs: "Enheten behöll inte det som skrevs",
  door_profile_missing: "En dörr är ännu inte synkad från enheten",
  hours_withheld: "Enheten håller inte gruppens tider, så ingen släpps in med dem",
  pin_unreadable: "PIN-koden kan inte läsas. Ange en ny",
  replica_unreadable: "Behörigheten kan inte läsas. Spara den på nytt",
  macro_refused: "Grinden öppnade inte",
  workers_paused: "Synkningen är pausad",
  controller: "Styrenheten",
  else: "Ett oväntat fel på servern",
});

export function controllerTrouble(code: string): string {
  return ownWord(controllerTroubles, code) ?? controllerTroubles["else"] ?? "";
}

export function controllerHelp(code: string): string {
  return ownWord(controllerHelps, code) ?? "";
}

/** Returns a sentence for a cell: "Styrenheten svarar inte". Never a code. */
export function replicaTrouble(code: string): string {
  const [known = code] = code.split(":");
  const state = ownWord(controllerTroubles, known);
  const sentence = ownWord(replicaTroubles, known) ?? (state && `${replicaTroubles["controller"]} ${state}`);
  return sentence ?? replicaTroubles["else"] ?? "";
}
