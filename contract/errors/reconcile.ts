import { defineErrors } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const reconcileErrors = defineErrors({
  sync_controller_gone: { status: 404, code: "controller_not_found",
    sv: "Styrenheten finns inte längre. Ladda om sidan.",
    en: "The controller is no longer there. Reload the page." },
  sync_of_gate: { status: 400, code: "invalid_body", field: "controller_id",
    sv: "En grind har inget att synka: portalen avgör varje passage själv. Inget har ändrats.",
    en: "A gate has nothing to sync: the portal decides every passage itself. Nothing has been changed." },
  sync_of_plate_list: { status: 400, code: "invalid_body", field: "controller_id",
    sv: "En grinds lista jämförs i sin helhet vid varje synkning. Välj Synka nu. Inget har ändrats.",
    en: "A gate's list is compared as a whole at every sync. Choose Sync now. Nothing has been changed." },
  sync_paused: { status: 409, code: "conflict",
    sv: "Synkningen är pausad för alla styrenheter. Inget har skickats. Återuppta den under Synkstatus.",
    en: "Syncing is paused for all controllers. Nothing has been sent. Resume it under Sync status." },
  controller_busy: { status: 409, code: "conflict",
    sv: "Styrenheten är upptagen med andra ändringar. Inget har gått förlorat. Försök igen om en stund.",
    en: "The controller is busy with other changes. Nothing is lost. Try again in a while." },
  saved_unconfirmed: { status: 503, code: "saved_unconfirmed",
    sv: "Ändringen är sparad, men databasen slutade svara innan enheterna hade fått den. De får den när databasen svarar igen.",
    en: "The change is saved, but the database stopped answering before the devices had it. They get it when the database answers again." },
});
