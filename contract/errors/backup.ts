import { englishRestoreTroubles, type RestoreTrouble, restoreTroubles } from "../restores.ts";
import { defineErrors, type Refusal } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const backupErrors = defineErrors({
  backup_gone: { status: 404, code: "not_found",
    sv: "Säkerhetskopian finns inte i serverns mapp. Inget har ändrats. Läs om listan.",
    en: "The back-up is not in the server's folder. Nothing has been changed. Read the list again." },
  backup_ticket_ended: { status: 403, code: "forbidden",
    sv: "Nedladdningen gäller inte längre. Inget har ändrats. Tryck på Ladda ned igen.",
    en: "The download is no longer valid. Nothing has been changed. Press Download again." },
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
