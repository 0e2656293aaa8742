import { defineErrors, given } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const weeklyCodeErrors = defineErrors({
  weekly_controllers_missing: { status: 400, code: "invalid_body", field: "controllerIds",
    sv: "Välj minst en styrenhet.",
    en: "Choose at least one controller." },
  weekly_code_gone: { status: 404, code: "not_found",
    sv: "Veckokoden finns inte längre. Ladda om listan.",
    en: "The weekly code is no longer there. Reload the list." },
  no_weekly_code_now: { status: 404, code: "not_found",
    sv: "Styrenheten har ingen veckokod den här veckan. Ladda om sidan.",
    en: "The controller has no weekly code this week. Reload the page." },
  weekly_code_of_others_too: { status: 403, code: "forbidden",
    sv: "Veckokoden öppnar även dörrar som inte är organisationens. Inget har visats. Be en systemadministratör om den.",
    en: "The weekly code also opens doors that are not the organisation's. Nothing has been shown. Ask a system administrator for it." },
  weekly_codes_nearly_used_up: { status: 409, code: "pin_in_use",
    sv: "Det finns nästan inga lediga koder på de valda styrenheterna. Inget har sparats. Välj färre styrenheter.",
    en: "There are almost no free codes on the chosen controllers. Nothing has been saved. Choose fewer controllers." },
  weekly_code_at_gate: given<{ controller: string }>({ status: 400, code: "invalid_body", field: "controllerIds",
    sv: ({ controller }) => `${controller} är en grind och tar inga koder. Inget har sparats. Välj Axis-styrenheter.`,
    en: ({ controller }) => `${controller} is a gate and takes no codes. Nothing has been saved. Choose Axis controllers.` }),
  weekly_code_lengths_differ: { status: 400, code: "pin_length", field: "controllerIds",
    sv: "De valda styrenheternas läsare tar koder av olika längd. Inget har sparats. Välj styrenheterna var för sig.",
    en: "The readers of the chosen controllers take codes of different lengths. Nothing has been saved. Choose the controllers one by one." },
});
