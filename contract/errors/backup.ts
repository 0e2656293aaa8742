import { defineErrors } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const backupErrors = defineErrors({
  backup_gone: { status: 404, code: "not_found",
    sv: "Säkerhetskopian finns inte i serverns mapp. Inget har ändrats. Läs om listan.",
    en: "The back-up is not in the server's folder. Nothing has been changed. Read the list again." },
  backup_ticket_ended: { status: 403, code: "forbidden",
    sv: "Nedladdningen gäller inte längre. Inget har ändrats. Tryck på Ladda ned igen.",
    en: "The download is no longer valid. Nothing has been changed. Press Download again." },
});
