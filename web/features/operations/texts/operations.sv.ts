import { ownWord } from "#contract/own-word.ts";
import { counted } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

const differs: Record<string, string> = {
  user_missing: "personen saknas på enheten",
  credential_missing: "PIN saknas på enheten",
  user_token: "PIN hör till en annan person på enheten",
  pin: "annan PIN på enheten",
  valid_from: "annan giltighet på enheten",
  valid_to: "annan giltighet på enheten",
  disabled: "inaktiverad på enheten",
  profiles: "andra dörrar på enheten",
  credential_left: "PIN finns kvar på enheten",
};

const troubles: Record<string, string> = {
  device_unreachable: "Enheten svarar inte.",
  device_timeout: "Enheten svarade inte i tid.",
  device_auth_failed: "Enheten godtog inte inloggningen.",
  device_certificate_changed: "Enhetens certifikat har ändrats.",
  device_serial_changed: "Det är en annan enhet på adressen.",
};

const accesses = (count: string) => counted(count, "behörighet", "behörigheter");

export const operationsTexts = texts("operations", {
  title: "Drift",
  subtitle: "Hur portalen själv mår",
  failed: "Läget kunde inte hämtas. Försök igen om en stund.",
  retry: "Försök igen",

  portal: "Portalen",
  version: "Version",
  started: "Startad",
  runtime: "Node och PostgreSQL",
  schema: "Databasens schema",
  schemaNewer: (database: number, code: number) =>
    `Databasen är på ${String(database)}, den här servern känner till ${String(code)}. Uppdatera servern.`,
  certificate: "Certifikat",
  certificateEnds: (host: string, day: string) => `${host}, går ut ${day}`,
  certificateSoon: {
    proxy: "Certifikatet går snart ut. Förnya det i proxyn.",
    none: "Certifikatet går snart ut. Förnya det i proxyn.",
    files: "Certifikatet går snart ut. Lägg ett nytt i TLS_CERT_FILE.",
    internal: "Certifikatet går snart ut och har inte bytts. Orsaken står i serverns logg.",
  },
  noCertificate: "Portalen nås utan https, eller svarade inte på sin egen adress",

  storage: "Databas och disk",
  database: "Databasens storlek",
  disk: "Ledigt på disken",
  diskOf: (free: string, total: string) => `${free} av ${total}`,
  diskFull: "Disken är snart full. Frigör utrymme innan databasen slutar ta emot ändringar.",
  backup: "Senaste säkerhetskopia",
  noBackup: "Ingen säkerhetskopia är gjord.",
  backupHelp: "Gör en under Säkerhetskopior, här på sidan.",
  backupOld: "Den senaste säkerhetskopian är äldre än ett dygn.",

  work: "Pågående",
  controllers: "Styrenheter",
  controllersAre: (online: string, offline: string) => `${online} svarar, ${offline} svarar inte`,
  workers: "Synkning pågår mot",
  workersOf: (leased: string, due: string) =>
    `${counted(leased, "styrenhet", "styrenheter")}, ${due} väntar på sin tur`,
  syncPaused: "All synkning är pausad.",
  replicas: "Ändringar på väg till enheter",
  replicasAre: (pending: string, failed: string) => `${pending} väntar, ${failed} misslyckades senast`,
  oldestRemoval: "Äldsta borttagning",
  mail: "Mail i kö",
  mailOff: "SMTP_URL är inte satt: mail väntar i kön.",
  mailAre: (queued: string, failed: string) => `${queued} väntar, ${failed} kunde inte skickas det senaste dygnet`,
  none: "Ingen väntar",

  restored: "Återställd säkerhetskopia",
  restoredNote: (taken: string) =>
    `Databasen visar läget ${taken}. Inget skickas till styrenheterna och ingen grind öppnas förrän du har gått igenom skillnaderna och fortsatt.`,
  stillHeld: "Några styrenheter kunde inte läsas efter återställningen. Inget skickas till dem förrän de har jämförts.",
  inspect: "Läs av styrenheterna",
  inspecting: "Läser av...",
  notRead: "Ännu inte läst",
  trouble: (code: string) => ownWord(troubles, code) ?? "Enheten kunde inte läsas.",
  same: "Inga skillnader",
  missing: "Finns i databasen, men inte på enheten",
  missingHelp:
    "Togs troligen bort efter säkerhetskopian. De stängs av, med PIN och registreringsnummer, om du inte kryssar i dem.",
  differing: "Annorlunda på enheten",
  differingHelp: "Ändrades troligen efter säkerhetskopian. Behörigheten stängs av om du inte kryssar i den.",
  pinAlone: "Enbart PIN räcker enligt databasen, men inte på enheten",
  pinAloneHelp:
    "Stängdes troligen av efter säkerhetskopian, och stängs av igen. Slå på det bland åtkomstpunkterna om det ska gälla.",
  unknown: "Finns på enheten, men inte i databasen",
  unknownHelp:
    "Lades troligen till efter säkerhetskopian. De lämnas kvar och kan öppna dörrar om du inte kryssar i dem för borttagning.",
  foreign: (count: string) =>
    count === "1"
      ? "1 objekt hör inte till portalen och lämnas orört."
      : `${count} objekt hör inte till portalen och lämnas orörda.`,
  notListed: (count: string) =>
    count === "1"
      ? "1 objekt till på enheten ryms inte i listan och lämnas kvar."
      : `${count} objekt till på enheten ryms inte i listan och lämnas kvar.`,
  grantAgain: (name: string) => `Ge ${name} tillgång igen`,
  removeIt: (name: string) => `Ta bort ${name} från enheten`,
  unnamed: "utan namn",
  differs: (kinds: readonly string[]) => [...new Set(kinds.map((kind) => ownWord(differs, kind) ?? kind))].join(", "),
  goOn: "Fortsätt",
  goOnTitle: "Fortsätta efter återställningen?",
  goOnSentence: "Synkningen återupptas och grindarna öppnar igen enligt den återställda databasen.",
  goOnConsequence: (off: string, granted: string, removed: string) =>
    `${accesses(off)} stängs av, ${granted} ges igen, ${removed} objekt tas bort från enheter. Styrenheter som inte kunde läsas lämnas orörda.`,
  goOnGates:
    "Registreringsnummer som togs bort efter säkerhetskopian syns inte på någon enhet. Gå igenom dem själv om du vet att några togs bort.",
  wentOn: (off: string) => `Synkningen är igång. ${accesses(off)} stängdes av.`,
});
