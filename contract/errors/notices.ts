import { defineErrors, given } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const noticeErrors = defineErrors({
  notices_link_dead: { status: 404, code: "not_found",
    sv: "Länken fungerar inte längre. Inget har ändrats. Logga in och stäng av aviseringarna under Mitt konto.",
    en: "The link no longer works. Nothing has been changed. Sign in and turn the notices off under My account." },
  test_mails_used_up: given<{ limit: number }>({ status: 429, code: "rate_limited",
    sv: ({ limit }) => `Högst ${limit} testmail i timmen skickas till ett konto. Inget mail skickades. Försök igen senare.`,
    en: ({ limit }) => `At most ${limit} test emails an hour are sent to one account. No email was sent. Try again later.` }),
});
