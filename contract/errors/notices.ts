import { defineErrors } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const noticeErrors = defineErrors({
  notices_link_dead: { status: 404, code: "not_found",
    sv: "Länken fungerar inte längre. Inget har ändrats. Logga in och stäng av aviseringarna under Mitt konto.",
    en: "The link no longer works. Nothing has been changed. Sign in and turn the notices off under My account." },
});
