// Back-ups in BACKUP_DIR: which are kept, and why one could not be made or read. Each trouble says what happened, what was kept, what to do.
import { z } from "zod";

/**
 * The newest back-up of each of this many days, weeks and months that have one is kept. A back-up that a person asked for is kept
 * this many days in any case.
 */
export const BACKUPS_KEPT = { days: 7, weeks: 4, months: 12, manualDays: 30 };

/** The origin of a back-up. `update`: a server that was about to migrate. `found`: a file that somebody put into the folder. */
export const BACKUP_KINDS = ["nightly", "manual", "console", "update", "found"] as const;

export const backupTroubles = {
  disk_full:
    "Disken blev full. Äldre säkerhetskopior finns kvar. Frigör utrymme, eller välj en annan mapp med BACKUP_DIR.",
  folder_read_only:
    "Mappen går inte att skriva i. Äldre säkerhetskopior finns kvar. Ge portalens konto rätt att skriva där, eller välj en annan mapp med BACKUP_DIR.",
  folder_missing: "Mappen finns inte och kunde inte skapas. Inget har ändrats. Rätta BACKUP_DIR eller anslut disken.",
  file_missing: "Filen finns inte i mappen. Inget har ändrats. Lägg tillbaka den, eller gör en ny säkerhetskopia.",
  cut_short:
    "Filen slutar för tidigt och går inte att återställa. Den lämnas kvar. Gör en ny säkerhetskopia och kontrollera disken.",
  damaged:
    "Filen är skadad och går inte att återställa. Den lämnas kvar. Gör en ny säkerhetskopia och kontrollera disken.",
  wrong_key:
    "Filen är gjord med en annan nyckel. Den lämnas kvar. Sätt PORTAL_BACKUP_KEY, eller lägg tillbaka backup.key i datamappen.",
  newer_format: "Filen är gjord av en nyare version av portalen. Den lämnas kvar. Uppdatera portalen för att läsa den.",
  s3_refused:
    "S3 godtog inte inloggningen. Kopian i mappen finns kvar. Rätta BACKUP_S3_ACCESS_KEY och BACKUP_S3_SECRET_KEY, eller ge dem rätt att lista, läsa, skriva och ta bort.",
  s3_clock:
    "S3 säger att serverns klocka går fel. Kopian i mappen finns kvar. Ställ klockan rätt, så görs ett nytt försök inom en timme.",
  s3_missing:
    "Lagringsplatsen (bucket) finns inte i S3. Kopian i mappen finns kvar. Skapa den, eller rätta BACKUP_S3_URL.",
  s3_region: "Lagringsplatsen ligger i en annan region. Kopian i mappen finns kvar. Rätta BACKUP_S3_REGION.",
  s3_full: "Lagringen i S3 är full. Kopian i mappen finns kvar. Frigör eller beställ utrymme.",
  s3_busy: "S3 är överbelastad. Kopian i mappen finns kvar. Ett nytt försök görs inom en timme.",
  s3_unreachable:
    "S3 svarar inte, eller bröt anslutningen. Kopian i mappen finns kvar. Kontrollera nätet och BACKUP_S3_URL. Ett nytt försök görs inom en timme.",
  interrupted: "Servern stannade innan säkerhetskopian var klar. Äldre säkerhetskopior finns kvar. Gör en ny.",
  unexpected:
    "Säkerhetskopian kunde inte göras eller läsas. Äldre säkerhetskopior finns kvar. Orsaken står i serverns logg.",
};
export type BackupTrouble = keyof typeof backupTroubles;

export const BACKUP_TROUBLES = Object.keys(backupTroubles) as [BackupTrouble, ...BackupTrouble[]];
/** A code that this version does not know is shown as unexpected. */
export const backupTroubleSchema = z.enum(BACKUP_TROUBLES).catch("unexpected");
