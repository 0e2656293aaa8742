// Refusals of signing in, sessions, passwords and mailed links.
import { PASSWORD_MAX_LENGTH } from "../auth.ts";
import { type AuthFacts, is } from "./auth-codes.ts";
import { defineErrors, given } from "./define-errors.ts";

export const authErrors = defineErrors({
  invalid_credentials: {
    ...is("invalid_credentials", 400),
    sv: "Fel e-postadress eller lösenord",
    en: "Wrong email address or password",
  },
  user_banned: {
    ...is("user_banned", 403),
    sv: "Kontot är spärrat. Kontakta en systemadministratör.",
    en: "The account is blocked. Contact a system administrator.",
  },
  no_authorization: {
    ...is("no_authorization", 401),
    sv: "Logga in för att fortsätta.",
    en: "Sign in to go on.",
  },
  bad_jwt: {
    ...is("bad_jwt", 403),
    sv: "Inloggningen gäller inte längre. Logga in igen.",
    en: "The sign-in is no longer valid. Sign in again.",
  },
  session_not_found: {
    ...is("session_not_found", 403),
    sv: "Inloggningen gäller inte längre. Logga in igen.",
    en: "The sign-in is no longer valid. Sign in again.",
  },
  session_expired: {
    ...is("session_expired", 401),
    sv: "Inloggningen gäller inte längre. Logga in igen.",
    en: "The sign-in is no longer valid. Sign in again.",
  },
  refresh_token_not_found: {
    ...is("refresh_token_not_found", 400),
    sv: "Inloggningen gäller inte längre. Logga in igen.",
    en: "The sign-in is no longer valid. Sign in again.",
  },
  refresh_token_already_used: {
    ...is("refresh_token_already_used", 400),
    sv: "Inloggningen gäller inte längre. Logga in igen.",
    en: "The sign-in is no longer valid. Sign in again.",
  },
  over_request_rate_limit: {
    ...is("over_request_rate_limit", 429),
    sv: "För många försök. Vänta en stund och försök igen.",
    en: "Too many tries. Wait a while and try again.",
  },
  many_sign_ins: {
    ...is("over_request_rate_limit", 429),
    sv: "Många loggar in just nu. Försök igen om några sekunder.",
    en: "Many people are signing in right now. Try again in a few seconds.",
  },
  otp_expired: {
    ...is("otp_expired", 403),
    sv: "Länken gäller inte längre: den är använd eller för gammal. Begär en ny.",
    en: "The link is no longer valid: it has been used or is too old. Ask for a new one.",
  },
  flow_state_not_found: {
    ...is("flow_state_not_found", 404),
    sv: "Länken gäller inte längre: den är använd eller för gammal. Begär en ny.",
    en: "The link is no longer valid: it has been used or is too old. Ask for a new one.",
  },
  bad_code_verifier: {
    ...is("bad_code_verifier", 400),
    sv: "Öppna länken i samma webbläsare som du begärde den i, eller begär en ny.",
    en: "Open the link in the same browser that you asked for it in, or ask for a new one.",
  },
  reauthentication_needed: {
    ...is("reauthentication_needed", 400),
    sv: "Bekräfta att det är du: ange ditt lösenord eller ditt andra steg igen.",
    en: "Confirm that it is you: enter your password or your second factor again.",
  },
  insufficient_aal: {
    ...is("insufficient_aal", 403),
    sv: "Bekräfta inloggningen med ditt andra steg för att fortsätta.",
    en: "Confirm the sign-in with your second factor to go on.",
  },
  temporary_password: {
    ...is("insufficient_aal", 403),
    sv: "Byt först ditt tillfälliga lösenord.",
    en: "Change your temporary password first.",
  },
  signup_disabled: {
    ...is("signup_disabled", 422),
    sv: "Det går inte att skapa ett eget konto. Kontakta en administratör.",
    en: "Accounts cannot be created here. Contact an administrator.",
  },
  email_address_invalid: {
    ...is("email_address_invalid", 400),
    sv: "Ogiltig e-postadress",
    en: "Invalid email address",
  },
  bad_json: {
    ...is("bad_json", 400),
    sv: "Begäran kunde inte läsas.",
    en: "The request could not be read.",
  },
  user_not_found: {
    ...is("user_not_found", 404),
    sv: "Kontot finns inte längre.",
    en: "The account no longer exists.",
  },
  email_exists: {
    ...is("email_exists", 422),
    sv: "E-postadressen används redan",
    en: "The email address is already in use",
  },
  over_email_send_rate_limit: {
    ...is("over_email_send_rate_limit", 429),
    sv: "För många e-postmeddelanden. Vänta en stund och försök igen.",
    en: "Too many emails. Wait a while and try again.",
  },
  code_challenge_missing: {
    ...is("validation_failed", 400),
    sv: "Begäran saknar code_challenge. Skapa klienten med auth: { flowType: 'pkce' }: portalen lägger aldrig en inloggning i en adress. Inget har skickats.",
    en: "The request has no code_challenge. Create the client with auth: { flowType: 'pkce' }: the portal never puts a sign-in into an address. Nothing was sent.",
  },
  same_password: {
    ...is("same_password", 422),
    sv: "Välj ett annat lösenord än det du har nu.",
    en: "Choose another password than the one you have now.",
  },
  user_data_too_large: {
    ...is("validation_failed", 400),
    sv: "Uppgifterna är för stora för att sparas på kontot. Inget har ändrats. Spara färre uppgifter.",
    en: "The data is too large to be kept with the account. Nothing was changed. Keep less.",
  },
  password_short: {
    ...is("weak_password", 422),
    reasons: ["length"],
    sv: "Lösenordet måste vara minst 6 tecken",
    en: "The password must have at least 6 characters",
  },
  password_long: {
    ...is("validation_failed", 400),
    sv: `Lösenordet får vara högst ${PASSWORD_MAX_LENGTH} tecken.`,
    en: `The password can have at most ${PASSWORD_MAX_LENGTH} characters.`,
  },
  password_weak: {
    ...is("weak_password", 422),
    reasons: ["characters"],
    sv: "Lösenordet är för svagt",
    en: "The password is too weak",
  },
  auth_call_unknown: given<{ call: string }, AuthFacts>({
    ...is("not_found", 404),
    sv: ({ call }) => `Okänt anrop: ${call}`,
    en: ({ call }) => `Unknown call: ${call}`,
  }),
  reauthentication_not_valid: {
    ...is("reauthentication_not_valid", 400),
    sv: "Lösenordet eller koden stämmer inte.",
    en: "The password or the code is wrong.",
  },
  session_already_ended: {
    ...is("not_found", 404),
    sv: "Inloggningen är redan avslutad.",
    en: "The sign-in has already ended.",
  },
  grant_unknown: {
    ...is("validation_failed", 400),
    sv: "Okänt sätt att logga in.",
    en: "Unknown way to sign in.",
  },
  temporary_password_ended: {
    ...is("otp_expired", 403),
    sv: "Det tillfälliga lösenordet har gått ut. Be en administratör om ett nytt.",
    en: "The temporary password has ended. Ask an administrator for a new one.",
  },
  field_of_auth_unreadable: given<{ field: string | null }, AuthFacts>({
    ...is("validation_failed", 400),
    sv: ({ field }) => `Begäran kunde inte läsas. Kontrollera fältet ${field ?? "(hela begäran)"}.`,
    en: ({ field }) => `The request could not be read. Check the field ${field ?? "(the whole request)"}.`,
  }),
});
