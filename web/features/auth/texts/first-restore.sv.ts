import { restoreTroubles } from "#contract/restores.ts";
import { texts } from "#web/texts/language.ts";

export const firstRestoreTexts = texts("firstRestore", {
  title: "Återställ en säkerhetskopia",
  subtitle: "Portalen är tom. Den får allt som finns i filen, och du loggar in med ditt konto därifrån.",
  file: "Säkerhetskopia",
  choose: "Välj fil",
  chooseOther: "Välj en annan fil",
  fileRequired: "Välj filen med säkerhetskopian",
  backupKey: "Nyckel till filen",
  backupKeyHint:
    "Innehållet i backup.key i den gamla portalens datamapp, eller PORTAL_BACKUP_KEY. Den ska finnas i förvar, skild från säkerhetskopiorna.",
  backupKeyRequired: "Ange nyckeln till filen",
  secretKey: "Nyckel till PIN-koderna",
  secretKeyHint:
    "Innehållet i secret.key i den gamla portalens datamapp, eller PORTAL_SECRET_KEY. Finns det flera: den senaste först, med mellanslag emellan.",
  secretKeyRequired: "Ange nyckeln till PIN-koderna",
  read: "Läs filen",
  reading: "Läser filen...",
  uploading: "Laddar upp",
  unit: "MB",
  stop: "Avbryt",
  makeAdmin: "Skapa en administratör i stället",

  holdsTitle: "Återställa den här?",
  holds: "Filen innehåller",
  taken: "Gjord",
  version: "Version",
  people: "Personer",
  doors: "Dörrar och grindar",
  unknown: "Okänt",
  consequences: [
    "Portalen startar om. Du loggar in med ett konto från säkerhetskopian.",
    "Inget skickas till dörrar och ingen grind öppnas förrän en systemadministratör har fortsatt under Drift.",
    "Portalens nycklar byts till dem som du har angett.",
  ],
  older: "Filen är från en äldre version och uppdateras.",
  restore: "Återställ",
  begins: "Startar...",
  back: "Tillbaka",

  goesOn: "Säkerhetskopian återställs",
  goesOnHelp: "Stäng inte servern. Avbryts det är portalen tom som förut, och du kan försöka igen.",
  steps: {
    queued: "Väntar på sin tur",
    checking: "Läser hela filen",
    saving: "Förbereder",
    loading: (share: string) => `Läser in, ${share}`,
    replacing: "Byter databas",
  },
  notRestored: "Inget återställdes.",
  troubles: restoreTroubles,
  done: "Säkerhetskopian är återställd",
  doneHelp:
    "Logga in med ditt konto från säkerhetskopian. Fortsätt sedan under Drift, så att dörrar och grindar följer portalen igen.",
  toLogin: "Till inloggningen",
});
