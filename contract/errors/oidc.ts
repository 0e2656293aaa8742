import { is } from "./auth-codes.ts";
import { defineErrors } from "./define-errors.ts";

// biome-ignore format: the two sentences of a refusal under one another
export const oidcErrors = defineErrors({
  single_identity_not_deletable: { ...is("single_identity_not_deletable", 422),
    sv: "Kontot måste ha kvar minst ett sätt att logga in.",
    en: "The account must keep at least one way to sign in." },
  identity_not_found: { ...is("identity_not_found", 404),
    sv: "Kopplingen finns inte längre.",
    en: "The linked sign-in no longer exists." },
  identity_already_exists: { ...is("identity_already_exists", 422), constraint: "identities_provider_provider_id_key",
    sv: "Inloggningen är redan kopplad till ett konto.",
    en: "The sign-in is already linked to an account." },
  provider_email_needs_verification: { ...is("provider_email_needs_verification", 422),
    sv: "Inloggningen är inte kopplad till något konto. Logga in med lösenord och koppla den under Mitt konto.",
    en: "The sign-in is not linked to an account. Sign in with a password and link it under My account." },
  sign_in_not_linked: { ...is("signup_disabled", 422),
    sv: "Inloggningen är inte kopplad till något konto. Kontakta en administratör.",
    en: "The sign-in is not linked to an account. Contact an administrator." },
  bad_oauth_state: { ...is("bad_oauth_state", 400),
    sv: "Inloggningen tog för lång tid. Börja om.",
    en: "The sign-in took too long. Start again." },
  bad_oauth_callback: { ...is("bad_oauth_callback", 400),
    sv: "Inloggningen avbröts eller gick inte att bekräfta. Försök igen.",
    en: "The sign-in was cancelled or could not be confirmed. Try again." },
  oauth_provider_not_supported: { ...is("oauth_provider_not_supported", 400),
    sv: "Den inloggningen finns inte i den här portalen.",
    en: "There is no such way of signing in." },
  oidc_provider_silent: { ...is("service_unavailable", 503),
    sv: "Inloggningstjänsten svarar inte just nu. Försök igen om en stund.",
    en: "The sign-in service is not answering right now. Try again in a while." },
});
