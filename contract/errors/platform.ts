// Refusals of no domain's own: who calls, whether the request can be read, whether the database answers.
import { INVALID_FORM_TEXT } from "../forms/invalid-form.ts";
import { defineErrors, given } from "./define-errors.ts";

export const platformErrors = defineErrors({
  sign_in_first: {
    status: 401,
    code: "not_signed_in",
    sv: "Du är inte inloggad. Logga in och försök igen.",
    en: "You are not signed in. Sign in and try again.",
  },
  session_ended: {
    status: 401,
    code: "not_signed_in",
    sv: "Inloggningen gäller inte längre. Logga in igen.",
    en: "The sign-in is no longer valid. Sign in again.",
  },
  password_change_required: {
    status: 403,
    code: "password_change_required",
    sv: "Du behöver byta ditt tillfälliga lösenord innan du kan fortsätta.",
    en: "Change your temporary password before you go on.",
  },
  second_factor_required: {
    status: 403,
    code: "insufficient_aal",
    sv: "Bekräfta inloggningen med ditt andra steg för att fortsätta.",
    en: "Confirm the sign-in with your second factor to go on.",
  },
  no_role: {
    status: 403,
    code: "forbidden",
    sv: "Kontot saknar roll i portalen. Be en systemadministratör om hjälp.",
    en: "The account has no role in the portal. Ask a system administrator for help.",
  },
  not_allowed: {
    status: 403,
    code: "forbidden",
    sv: "Du har inte behörighet att göra detta. Inget har ändrats.",
    en: "You are not allowed to do this. Nothing has been changed.",
  },
  step_up_needed: {
    status: 403,
    code: "reauthentication_needed",
    sv: "Bekräfta att det är du. Inget har ändrats.",
    en: "Confirm that it is you. Nothing has been changed.",
  },
  step_up_by_second_factor: {
    status: 403,
    code: "reauthentication_needed",
    sv: "Bekräfta med ditt andra steg att det är du. Inget har visats eller ändrats.",
    en: "Confirm with your second factor that it is you. Nothing has been shown or changed.",
  },
  step_up_by_password: {
    status: 403,
    code: "reauthentication_needed",
    sv: "Bekräfta med ditt lösenord att det är du. Inget har visats eller ändrats.",
    en: "Confirm with your password that it is you. Nothing has been shown or changed.",
  },
  foreign_website: {
    status: 403,
    code: "forbidden",
    sv: "Anropet kom från en annan webbplats. Inget har gjorts. Öppna portalen själv.",
    en: "The call came from another website. Nothing was done. Open the portal itself.",
  },
  metrics_closed: {
    status: 403,
    code: "forbidden",
    sv: "Mätvärdena läses på servern själv, eller med METRICS_TOKEN.",
    en: "Metrics are read on the server itself, or with METRICS_TOKEN.",
  },
  address_unknown: {
    status: 404,
    code: "not_found",
    sv: "Adressen finns inte.",
    en: "There is no such call or object.",
  },
  function_unknown: {
    status: 404,
    code: "unknown_function",
    sv: "Funktionen finns inte.",
    en: "The function does not exist.",
  },
  action_unknown: given<{ name: string }>({
    status: 400,
    code: "unknown_action",
    field: "action",
    sv: ({ name }) => `Åtgärden finns inte i ${name}. Inget har ändrats.`,
    en: ({ name }) => `The action does not exist in ${name}. Nothing has been changed.`,
  }),
  field_unreadable: given<{ field: string }>({
    status: 400,
    code: "invalid_body",
    sv: ({ field }) => `Begäran kunde inte läsas. Inget har sparats. Kontrollera fältet ${field || "(hela begäran)"}.`,
    en: ({ field }) =>
      `The request could not be read. Nothing has been saved. Check the field ${field || "(the whole request)"}.`,
  }),
  organization_id_required: {
    status: 400,
    code: "invalid_body",
    sv: "Organization ID is required. Inget har sparats.", // begins in the words of the specification (section 8)
    en: "Organization ID is required. Nothing has been saved.",
  },
  request_unreadable: {
    status: 400,
    code: "invalid_body",
    sv: "Begäran kunde inte läsas. Inget har sparats.",
    en: "The request could not be read. Nothing was saved.",
  },
  text_unstorable: {
    status: 400,
    code: "invalid_body",
    sv: "Begäran innehåller tecken som inte kan sparas. Inget har sparats.",
    en: "The request has characters that cannot be saved. Nothing was saved.",
  },
  nested_too_deep: {
    status: 400,
    code: "invalid_body",
    sv: "Begäran är kapslad för djupt. Inget har sparats. Skicka plattare JSON.",
    en: "The request is nested too deep. Nothing was saved. Send flatter JSON.",
  },
  form_invalid: {
    status: 400,
    code: "invalid_body",
    sv: INVALID_FORM_TEXT,
    en: "The form has wrong values. Check all fields.",
  },
  column_sealed: {
    status: 400,
    code: "invalid_body",
    sv: "Kolumnen kan inte skrivas direkt. Använd portalens funktioner.",
    en: "The column cannot be written directly. Use the portal's functions.",
  },
  too_large: {
    status: 413,
    code: "too_large",
    sv: "Begäran är för stor. Inget har sparats.",
    en: "The request is too large. Nothing was saved.",
  },
  rate_limited: {
    status: 429,
    code: "rate_limited",
    sv: "För många försök. Vänta en stund och försök igen.",
    en: "Too many tries. Wait a while and try again.",
  },
  statements_at_once: {
    status: 429,
    code: "rate_limited",
    sv: "För många frågor på en gång. Den här har inte ställts och inget har ändrats. Vänta några sekunder och försök igen.",
    en: "Too many questions at once. This one was not asked and nothing has been changed. Wait some seconds and try again.",
  },
  database_unavailable: {
    status: 503,
    code: "database_unavailable",
    sv: "Databasen svarar inte just nu. Inget har sparats. Försök igen om en stund.",
    en: "The database does not answer right now. Nothing was saved. Try again in a while.",
  },
  database_full: {
    status: 503,
    code: "database_full",
    sv: "Databasen har ont om plats eller minne. Inget har sparats. Be den som driver portalen att titta under Drift, och försök igen sedan.",
    en: "The database is short of space or memory. Nothing has been saved. Ask whoever runs the portal to look at Operation, and try again then.",
  },
  outcome_unknown: {
    status: 503,
    code: "outcome_unknown",
    sv: "Databasen slutade svara just när ändringen sparades, och det är inte säkert om den blev gjord. Ladda om och se efter innan du försöker igen.",
    en: "The database stopped answering just as the change was saved, and it is not certain whether it was made. Reload and look before you try again.",
  },
  internal: {
    status: 500,
    code: "internal",
    sv: "Ett oväntat fel uppstod",
    en: "An unexpected error occurred",
  },
});
