import { BACKUPS_KEPT, backupTroubles } from "#contract/backups.ts";
import { restoreTroubles } from "#contract/restores.ts";
import { counted } from "#web/texts/counted.ts";
import { texts } from "#web/texts/language.ts";

const { days, weeks, months } = BACKUPS_KEPT;

export const backupsTexts = texts("backups", {
  title: "Säkerhetskopior",
  nightly: (at: string) =>
    `Görs varje natt ${at} och läses tillbaka direkt. ${days} dagar, ${weeks} veckor och ${months} månader sparas.`,
  notNightly: "Ingen görs automatiskt, eftersom BACKUP_AT är off.",
  failed: "Säkerhetskopiorna kunde inte hämtas.",
  make: "Gör säkerhetskopia nu",
  making: "En säkerhetskopia görs.",
  already: "En säkerhetskopia görs redan",
  made: "Säkerhetskopian är gjord och läst tillbaka",

  newest: "Senaste",
  next: "Nästa",
  none: "Ingen",
  saved: "Sparade",
  savedAre: (count: string, size: string) => `${counted(count, "kopia", "kopior")}, ${size}`,
  empty: "Inga säkerhetskopior ännu.",
  list: "Säkerhetskopior",
  more: (count: string) => `Visa ${count} till`,

  kinds: {
    nightly: "Nattlig",
    manual: "Gjord härifrån",
    console: "Från serverns konsol",
    update: "Före en uppdatering",
    found: "Hittad bland filerna",
  },
  by: (name: string) => `Gjord av ${name}`,
  version: (version: string) => `version ${version}`,
  holds: (people: string, doors: string) =>
    `${counted(people, "person", "personer")}, ${counted(doors, "dörr eller grind", "dörrar och grindar")}`,
  size: "Storlek",

  queued: "Väntar på sin tur",
  writing: (share: string) => `Skriver, ${share}`,
  reading: "Läser tillbaka",
  notMade: "Kunde inte göras",
  unreadable: "Går inte att läsa",
  verified: "Verifierad",
  unverified: "Inte verifierad",
  elsewhere: "Finns inte i mappen på den här servern",
  copied: "Kopia i S3",
  onlyCopied: "Finns bara i S3",
  copying: "Kopieras till S3",
  notCopied: "Ingen kopia i S3.",

  download: "Ladda ner",
  downloadIt: (when: string) => `Ladda ner säkerhetskopian ${when}`,
  verify: "Verifiera",
  verifyIt: (when: string) => `Verifiera säkerhetskopian ${when}`,
  verifying: "Filen läses tillbaka",

  restore: "Återställ",
  restoreIt: (when: string) => `Återställ säkerhetskopian ${when}`,
  restoreUnverified: "Verifiera filen först",
  restoreAsk: (when: string) => `Återställ säkerhetskopian ${when}?`,
  restoreSentence: "Allt i portalen blir som det var då. Det som finns nu säkerhetskopieras först.",
  restoreConsequences: [
    "Alla loggas ut, även du.",
    "Inget skickas till dörrarna och ingen grind öppnas förrän du har gått igenom skillnaderna här i Drift. Dörrarna fortsätter så länge med de koder de har.",
  ],
  restoreOlder: "Filen är från en äldre version och uppgraderas när den läses in.",
  restoreAgree: (when: string) => `Jag förstår att ändringar efter ${when} försvinner`,
  restoreAgreeFirst: "Kryssa i rutan först. Inget har ändrats.",
  restoreBegins: "Börjar...",
  inFile: "I filen",
  now: "Nu",
  moment: "Tidpunkt",
  portalVersion: "Version",
  people: "Personer",
  doors: "Dörrar och grindar",
  unknown: "Okänt",
  restoreSteps: {
    queued: (_share: string): string => "Återställningen väntar på sin tur.",
    checking: (_share: string): string => "Återställer: läser igenom filen.",
    saving: (_share: string): string => "Återställer: säkerhetskopierar det som finns nu.",
    loading: (share: string) => `Återställer: läser in filen, ${share}.`,
    replacing: (_share: string): string => "Återställer: byter databas.",
  },
  restoreStays: "Allt är som förut tills det är klart. Då loggas alla ut.",
  notRestored: "Inget återställdes.",

  sameDisk: (folder: string) =>
    `Kopiorna ligger i ${folder}, på samma disk som databasen. Går disken sönder är båda borta: sätt BACKUP_DIR till en annan disk, eller ladda ner en kopia ibland.`,
  copies: (place: string) => `Varje kopia läggs också i ${place} och läses tillbaka därifrån.`,
  keys: "Utan nycklarna går ingen kopia att återställa. Spara backup.key och secret.key, eller PORTAL_BACKUP_KEY och PORTAL_SECRET_KEY, på ett annat ställe än kopiorna.",
  troubles: backupTroubles,
  restoreTroubles: restoreTroubles,
});
