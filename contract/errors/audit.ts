import { defineErrors } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const auditErrors = defineErrors({
  audited_acts_of_day: { status: 429, code: "rate_limited", constraint: "audited_acts_of_day",
    sv: "Kontot har nått dagens gräns för export, visning och provning, som alla antecknas i händelseloggen. Inget har gjorts. Försök igen i morgon.",
    en: "The account has reached today's limit of exports, reveals and trials, which are all noted in the event log. Nothing was done. Try again tomorrow." },
  audited_acts_of_minute: { status: 429, code: "rate_limited", constraint: "audited_acts_of_minute",
    sv: "För många exporter, visningar eller provningar på en minut. Var och en antecknas i händelseloggen. Inget har gjorts. Vänta en minut och försök igen.",
    en: "Too many exports, reveals or trials in a minute. Each one is noted in the event log. Nothing was done. Wait a minute and try again." },
});
