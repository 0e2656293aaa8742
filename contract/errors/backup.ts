import { englishRestoreTroubles, type RestoreTrouble, restoreTroubles } from "../restores.ts";
import { defineErrors, given, type Refusal } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const backupErrors = defineErrors({
  backup_gone: { status: 404, code: "not_found",
    sv: "Säkerhetskopian finns varken i serverns mapp eller i S3. Inget har ändrats. Läs om listan.",
    en: "The back-up is neither in the server's folder nor in S3. Nothing has been changed. Read the list again." },
  backup_copy_unreachable: { status: 409, code: "conflict",
    sv: "Kopian kunde inte hämtas från S3. Inget har ändrats. Kontrollera att lagringen svarar och försök igen. Orsaken står i serverns logg.",
    en: "The copy could not be fetched from S3. Nothing has been changed. Check that the storage answers and try again. The cause is in the server's log." },
  backup_copy_damaged: { status: 409, code: "conflict",
    sv: "Kopian i S3 är skadad, eller en annan än den som portalen skrev. Inget har ändrats. Verifiera den i listan, och ladda ner en annan.",
    en: "The copy in S3 is damaged, or another than the one that the portal wrote. Nothing has been changed. Verify it in the list, and download another." },
  backup_ticket_ended: { status: 403, code: "forbidden",
    sv: "Nedladdningen gäller inte längre. Inget har ändrats. Tryck på Ladda ner igen.",
    en: "The download is no longer valid. Nothing has been changed. Press Download again." },
  installation_not_empty: { status: 409, code: "conflict",
    sv: "Portalen har redan uppgifter, som en återställning skulle ersätta. Inget har ändrats. Skapa en administratör och återställ under Drift.",
    en: "The portal already has data, which a restore would replace. Nothing has been changed. Make an administrator and restore under Operations." },
  upload_too_large: given<{ gigabytes: number }>({ status: 413, code: "too_large",
    sv: ({ gigabytes }) => `Filen är större än ${gigabytes} GB, som servern tar emot. Inget har ändrats. Höj RESTORE_UPLOAD_MAX_GB, eller återställ med kommandot restore på servern (handboken, Drift).`,
    en: ({ gigabytes }) => `The file is larger than the ${gigabytes} GB that the server takes. Nothing has been changed. Raise RESTORE_UPLOAD_MAX_GB, or restore with the command restore on the server (handbook, Drift).` }),
  upload_is_a_zip: { status: 400, code: "invalid_body", field: "file",
    sv: "Filen är ett zip-arkiv, inte en säkerhetskopia. Inget har ändrats. Packa upp det och välj filen som slutar på .backup.",
    en: "The file is a ZIP archive, not a back-up. Nothing has been changed. Unpack it and choose the file that ends in .backup." },
  upload_not_a_backup: { status: 400, code: "invalid_body", field: "file",
    sv: "Filen är ingen säkerhetskopia från portalen. Inget har ändrats. Välj filen som slutar på .backup.",
    en: "The file is no back-up of the portal. Nothing has been changed. Choose the file that ends in .backup." },
  upload_out_of_step: { status: 409, code: "conflict",
    sv: "Uppladdningen bröts, eller pågår i ett annat fönster. Inget har ändrats. Välj filen igen.",
    en: "The upload was interrupted, or goes on in another window. Nothing has been changed. Choose the file again." },
  upload_disk_full: { status: 409, code: "conflict",
    sv: "Serverns disk blev full. Det som hade skickats är borttaget. Frigör plats för filen och för databasen, och välj filen igen.",
    en: "The server's disk became full. What had been sent is removed. Free the space of the file and of the database, and choose the file again." },
  upload_missing: { status: 409, code: "conflict",
    sv: "Filen finns inte på servern. Inget har ändrats. Välj filen igen.",
    en: "The file is not on the server. Nothing has been changed. Choose the file again." },
  typed_backup_key_wrong: { status: 400, code: "invalid_body", field: "backupKey",
    sv: "Nyckeln öppnar inte filen. Inget har ändrats. Ange backup.key, eller PORTAL_BACKUP_KEY, från portalen som gjorde filen.",
    en: "The key does not open the file. Nothing has been changed. Give backup.key, or PORTAL_BACKUP_KEY, of the portal that made the file." },
  typed_secret_key_wrong: { status: 400, code: "invalid_body", field: "secretKey",
    sv: "PIN-koderna i filen är krypterade med en annan nyckel. Inget har ändrats. Ange secret.key, eller PORTAL_SECRET_KEY, från portalen som gjorde filen.",
    en: "The PINs in the file are encrypted with another key. Nothing has been changed. Give secret.key, or PORTAL_SECRET_KEY, of the portal that made the file." },
  typed_secret_keys_many: given<{ most: number }>({ status: 400, code: "invalid_body", field: "secretKey",
    sv: ({ most }) => `Ange högst ${most} nycklar, den senaste först. Inget har ändrats.`,
    en: ({ most }) => `Give at most ${most} keys, the latest first. Nothing has been changed.` }),
  secret_key_configured: { status: 409, code: "conflict", field: "secretKey",
    sv: "Den här servern har en annan PORTAL_SECRET_KEY. Inget har ändrats. Sätt den till filens nyckel, starta om och försök igen.",
    en: "This server has another PORTAL_SECRET_KEY. Nothing has been changed. Set it to the file's key, restart and try again." },
});

/** Refuses a restore: the request, or the restore once it has begun, for the same reasons in the same words. */
export function restoreRefused(trouble: RestoreTrouble): Refusal {
  return {
    status: 409,
    code: "conflict",
    reason: `restore_${trouble}`,
    sv: restoreTroubles[trouble],
    en: englishRestoreTroubles[trouble],
  };
}
