// Restores from the page: their steps, and why one was refused or failed. Each trouble says what happened, what was kept, what to do.
import { z } from "zod";

/** In their order. */
export const RESTORE_STEPS = ["queued", "checking", "saving", "loading", "replacing"] as const;

export const restoreTroubles = {
  unverified: "Filen är inte verifierad. Inget har ändrats. Tryck på Verifiera, och försök igen när filen är läst.",
  wrong_key:
    "Filen är gjord med en annan nyckel. Inget har ändrats. Sätt PORTAL_BACKUP_KEY, eller lägg tillbaka backup.key i datamappen.",
  other_secret_key:
    "PIN-koderna i filen är krypterade med en annan nyckel. Inget har ändrats. Sätt PORTAL_SECRET_KEY, eller lägg tillbaka secret.key i datamappen.",
  newer_schema:
    "Filen är gjord av en nyare version av portalen. Inget har ändrats. Uppdatera portalen och försök igen.",
  other_history:
    "Filen är gjord av en version från före den första utgåvan. Inget har ändrats. Återställ den med den version som gjorde den.",
  cut_short: "Filen slutar för tidigt. Inget har ändrats. Välj en annan säkerhetskopia och kontrollera disken.",
  damaged: "Filen är skadad. Inget har ändrats. Välj en annan säkerhetskopia och kontrollera disken.",
  file_missing: "Filen finns inte i mappen. Inget har ändrats. Lägg tillbaka den, eller välj en annan säkerhetskopia.",
  not_fetched:
    "Kopian kunde inte hämtas från S3. Inget har ändrats. Kontrollera att lagringen svarar och försök igen. Orsaken står i serverns logg.",
  may_not_create:
    "Portalens inloggning får inte skapa och byta databaser. Inget har ändrats. Återställ med kommandot restore på servern (handboken, Drift), eller ge inloggningen CREATEDB.",
  running: "En återställning pågår redan. Inget har ändrats. Vänta tills den är klar.",
  not_saved:
    "Det som finns nu kunde inte säkerhetskopieras. Inget har återställts. Orsaken står vid säkerhetskopian i listan. Rätta den och försök igen.",
  disk_full: "Disken blev full. Allt är som förut. Frigör plats för en databas till och försök igen.",
  in_use: "Ett annat program använder databasen. Allt är som förut. Stäng det och försök igen.",
  interrupted: "Servern stannade innan återställningen var klar. Allt är som förut. Försök igen.",
  unexpected: "Säkerhetskopian kunde inte återställas. Allt är som förut. Orsaken står i serverns logg.",
};
export type RestoreTrouble = keyof typeof restoreTroubles;

export const englishRestoreTroubles: Record<RestoreTrouble, string> = {
  unverified:
    "The file is not verified. Nothing has been changed. Press Verify, and try again when the file has been read.",
  wrong_key:
    "The file was made with another key. Nothing has been changed. Set PORTAL_BACKUP_KEY, or put backup.key back in the data folder.",
  other_secret_key:
    "The PINs in the file are encrypted with another key. Nothing has been changed. Set PORTAL_SECRET_KEY, or put secret.key back in the data folder.",
  newer_schema:
    "The file was made by a newer version of the portal. Nothing has been changed. Update the portal and try again.",
  other_history:
    "The file was made by a version from before the first release. Nothing has been changed. Restore it with the version that made it.",
  cut_short: "The file ends too early. Nothing has been changed. Choose another back-up and check the disk.",
  damaged: "The file is damaged. Nothing has been changed. Choose another back-up and check the disk.",
  file_missing: "The file is not in the folder. Nothing has been changed. Put it back, or choose another back-up.",
  not_fetched:
    "The copy could not be fetched from S3. Nothing has been changed. Check that the storage answers and try again. The cause is in the server's log.",
  may_not_create:
    "The portal's login may not create and replace databases. Nothing has been changed. Restore with the command restore on the server (handbook, Drift), or give the login CREATEDB.",
  running: "Another restore is under way. Nothing has been changed. Wait until it is done.",
  not_saved:
    "What is there now could not be backed up. Nothing has been restored. The cause stands at the back-up in the list. Mend it and try again.",
  disk_full: "The disk became full. Everything is as before. Free the space of one more database and try again.",
  in_use: "Another program uses the database. Everything is as before. Close it and try again.",
  interrupted: "The server stopped before the restore was done. Everything is as before. Try again.",
  unexpected: "The back-up could not be restored. Everything is as before. The cause is in the server's log.",
};

/** A code that this version does not know is shown as unexpected. */
export const restoreTroubleSchema = z
  .enum(Object.keys(restoreTroubles) as [RestoreTrouble, ...RestoreTrouble[]])
  .catch("unexpected");
