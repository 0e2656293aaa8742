import { defineErrors } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const restoreErrors = defineErrors({
  restore_nothing_waits: { status: 409, code: "conflict",
    sv: "Ingen styrenhet väntar på att jämföras efter en återställning. Inget har ändrats.",
    en: "No controller waits to be compared after a restore. Nothing has been changed." },
  restore_nothing_to_confirm: { status: 409, code: "conflict",
    sv: "Det finns inget att bekräfta. Läs av styrenheterna först. Inget har ändrats.",
    en: "There is nothing to confirm. Read the controllers first. Nothing has been changed." },
});
