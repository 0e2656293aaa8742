// Compares every refusal of /auth/v1 with the recorded reply, byte by byte.
import Fastify from "fastify";
import { expect, test } from "vitest";
import { z } from "zod";
import { authErrors } from "#contract/errors/auth.ts";
import type { AuthRefusal } from "#contract/errors/auth-codes.ts";
import { factorErrors } from "#contract/errors/factors.ts";
import { oidcErrors } from "#contract/errors/oidc.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { AuthError, BusyError, sendAuthError } from "./errors.ts";

type Row = [AuthRefusal, [number, string, number, string], string, string, string[]?];

/** Each row: refusal, [status and code of /auth/v1, status and code elsewhere], Swedish, English, reasons. */
const EXPECTED: Row[] = [
  [
    authErrors.invalid_credentials(),
    [400, "invalid_credentials", 401, "not_signed_in"],
    "Fel e-postadress eller lösenord",
    "Invalid login credentials",
  ],
  [
    authErrors.user_banned(),
    [403, "user_banned", 403, "forbidden"],
    "Kontot är spärrat. Kontakta en systemadministratör.",
    "The account is blocked. Contact a system administrator.",
  ],
  [
    authErrors.no_authorization(),
    [401, "no_authorization", 401, "not_signed_in"],
    "Logga in för att fortsätta.",
    "Sign in to continue.",
  ],
  [
    authErrors.bad_jwt(),
    [403, "bad_jwt", 401, "not_signed_in"],
    "Inloggningen gäller inte längre. Logga in igen.",
    "The sign-in is no longer valid. Sign in again.",
  ],
  [
    authErrors.session_not_found(),
    [403, "session_not_found", 401, "not_signed_in"],
    "Inloggningen gäller inte längre. Logga in igen.",
    "The sign-in is no longer valid. Sign in again.",
  ],
  [
    authErrors.session_expired(),
    [401, "session_expired", 401, "not_signed_in"],
    "Inloggningen gäller inte längre. Logga in igen.",
    "The sign-in is no longer valid. Sign in again.",
  ],
  [
    authErrors.session_restored({ at: "2026-11-21 14:02" }),
    [400, "session_restored", 401, "not_signed_in"],
    "Portalen har återställts till en säkerhetskopia från 2026-11-21 14:02, så alla måste logga in igen.",
    "The portal has been restored to a back-up from 2026-11-21 14:02, so everybody has to sign in again.",
  ],
  [
    authErrors.refresh_token_not_found(),
    [400, "refresh_token_not_found", 401, "not_signed_in"],
    "Inloggningen gäller inte längre. Logga in igen.",
    "The sign-in is no longer valid. Sign in again.",
  ],
  [
    authErrors.refresh_token_already_used(),
    [400, "refresh_token_already_used", 401, "not_signed_in"],
    "Inloggningen gäller inte längre. Logga in igen.",
    "The sign-in is no longer valid. Sign in again.",
  ],
  [
    authErrors.over_request_rate_limit(),
    [429, "over_request_rate_limit", 429, "rate_limited"],
    "För många försök. Vänta en stund och försök igen.",
    "Too many attempts. Wait a while and try again.",
  ],
  [
    authErrors.many_sign_ins(),
    [429, "over_request_rate_limit", 429, "rate_limited"],
    "Många loggar in just nu. Försök igen om några sekunder.",
    "Many people are signing in right now. Try again in a few seconds.",
  ],
  [
    authErrors.otp_expired(),
    [403, "otp_expired", 403, "forbidden"],
    "Länken gäller inte längre: den är använd eller för gammal. Begär en ny.",
    "The link is no longer valid: it has been used or is too old. Ask for a new one.",
  ],
  [
    authErrors.flow_state_not_found(),
    [404, "flow_state_not_found", 403, "forbidden"],
    "Länken gäller inte längre: den är använd eller för gammal. Begär en ny.",
    "The link is no longer valid: it has been used or is too old. Ask for a new one.",
  ],
  [
    authErrors.bad_code_verifier(),
    [400, "bad_code_verifier", 403, "forbidden"],
    "Öppna länken i samma webbläsare som du begärde den i, eller begär en ny.",
    "Open the link in the browser where you requested it, or request a new one.",
  ],
  [
    authErrors.reauthentication_needed(),
    [400, "reauthentication_needed", 403, "forbidden"],
    "Bekräfta att det är du: ange ditt lösenord eller ditt andra steg igen.",
    "Confirm that it is you: enter your password or your second step again.",
  ],
  [
    authErrors.insufficient_aal(),
    [403, "insufficient_aal", 403, "insufficient_aal"],
    "Bekräfta inloggningen med ditt andra steg för att fortsätta.",
    "Confirm the sign-in with your second step to continue.",
  ],
  [
    authErrors.temporary_password(),
    [403, "insufficient_aal", 403, "insufficient_aal"],
    "Byt först ditt tillfälliga lösenord.",
    "Change your temporary password first.",
  ],
  [
    factorErrors.mfa_factor_not_found(),
    [404, "mfa_factor_not_found", 404, "not_found"],
    "Det andra steget finns inte längre.",
    "The second step no longer exists.",
  ],
  [
    factorErrors.mfa_verification_failed(),
    [422, "mfa_verification_failed", 403, "forbidden"],
    "Koden stämmer inte. Försök igen med en ny kod.",
    "The code is wrong. Try again with a new code.",
  ],
  [
    authErrors.signup_disabled(),
    [422, "signup_disabled", 403, "forbidden"],
    "Det går inte att skapa ett eget konto. Kontakta en administratör.",
    "Accounts cannot be created here. Contact an administrator.",
  ],
  [
    authErrors.email_address_invalid(),
    [400, "email_address_invalid", 400, "invalid_email"],
    "Ogiltig e-postadress",
    "Invalid email address",
  ],
  [
    authErrors.bad_json(),
    [400, "bad_json", 400, "invalid_body"],
    "Begäran kunde inte läsas.",
    "The request could not be read.",
  ],
  [
    authErrors.user_not_found(),
    [404, "user_not_found", 404, "not_found"],
    "Kontot finns inte längre.",
    "The account no longer exists.",
  ],
  [
    authErrors.email_exists(),
    [422, "email_exists", 409, "email_taken"],
    "E-postadressen används redan",
    "A user with this email address has already been registered",
  ],
  [
    factorErrors.too_many_enrolled_mfa_factors(),
    [422, "too_many_enrolled_mfa_factors", 409, "conflict"],
    "Kontot har redan tio andra steg. Ta bort ett av dem först.",
    "The account already has ten second steps. Remove one first.",
  ],
  [
    factorErrors.mfa_factor_name_conflict(),
    [422, "mfa_factor_name_conflict", 409, "conflict"],
    "Det finns redan ett andra steg med det namnet.",
    "There is already a second step with that name.",
  ],
  [
    factorErrors.mfa_webauthn_enroll_not_enabled(),
    [422, "mfa_webauthn_enroll_not_enabled", 404, "unknown_function"],
    "Passkeys kräver att portalen har ett namn och inte bara en IP-adress.",
    "Passkeys require the portal to have a name, not just an IP address.",
  ],
  [
    factorErrors.mfa_phone_enroll_not_enabled(),
    [422, "mfa_phone_enroll_not_enabled", 404, "unknown_function"],
    "Portalen kan inte skicka sms. Välj ett annat andra steg.",
    "The portal cannot send text messages. Choose another second step.",
  ],
  [
    factorErrors.over_sms_send_rate_limit(),
    [429, "over_sms_send_rate_limit", 429, "rate_limited"],
    "För många sms. Vänta en stund och försök igen.",
    "Too many text messages. Wait a while and try again.",
  ],
  [
    factorErrors.sms_send_failed(),
    [422, "sms_send_failed", 503, "internal"],
    "Det gick inte att skicka sms:et. Försök igen om en stund.",
    "The text message could not be sent. Try again in a while.",
  ],
  [
    factorErrors.mfa_verified_factor_exists(),
    [422, "mfa_verified_factor_exists", 409, "conflict"],
    "Det finns redan återställningskoder. Skapa nya i stället.",
    "There are already recovery codes. Create new ones instead.",
  ],
  [
    factorErrors.mfa_recovery_codes_sole_factor(),
    [422, "mfa_recovery_codes_sole_factor", 409, "conflict"],
    "Lägg först till ett annat andra steg.",
    "Add another second step first.",
  ],
  [
    factorErrors.mfa_challenge_expired(),
    [422, "mfa_challenge_expired", 403, "forbidden"],
    "Det tog för lång tid. Försök igen.",
    "That took too long. Try again.",
  ],
  [
    authErrors.over_email_send_rate_limit(),
    [429, "over_email_send_rate_limit", 429, "rate_limited"],
    "För många mail. Vänta en stund och försök igen.",
    "Too many emails. Wait a while and try again.",
  ],
  [
    authErrors.code_challenge_missing(),
    [400, "validation_failed", 400, "invalid_body"],
    "Begäran saknar code_challenge. Skapa klienten med auth: { flowType: 'pkce' }: portalen lägger aldrig en inloggning i en adress. Inget har skickats.",
    "The request has no code_challenge. Create the client with auth: { flowType: 'pkce' }: the portal never puts a sign-in into an address. Nothing was sent.",
  ],
  [
    oidcErrors.single_identity_not_deletable(),
    [422, "single_identity_not_deletable", 409, "conflict"],
    "Kontot måste ha kvar minst ett sätt att logga in.",
    "The account must keep at least one way to sign in.",
  ],
  [
    oidcErrors.identity_not_found(),
    [404, "identity_not_found", 404, "not_found"],
    "Kopplingen finns inte längre.",
    "The linked sign-in no longer exists.",
  ],
  [
    oidcErrors.identity_already_exists(),
    [422, "identity_already_exists", 409, "conflict"],
    "Inloggningen är redan kopplad till ett konto.",
    "The sign-in is already linked to an account.",
  ],
  [
    oidcErrors.provider_email_needs_verification(),
    [422, "provider_email_needs_verification", 403, "forbidden"],
    "Inloggningen är inte kopplad till något konto. Logga in med lösenord och koppla den under Mitt konto.",
    "The sign-in is not linked to an account. Sign in with a password and link it under My account.",
  ],
  [
    oidcErrors.sign_in_not_linked(),
    [422, "signup_disabled", 403, "forbidden"],
    "Inloggningen är inte kopplad till något konto. Kontakta en administratör.",
    "The sign-in is not linked to an account. Contact an administrator.",
  ],
  [
    oidcErrors.bad_oauth_state(),
    [400, "bad_oauth_state", 403, "forbidden"],
    "Inloggningen tog för lång tid. Börja om.",
    "The sign-in took too long. Start again.",
  ],
  [
    oidcErrors.bad_oauth_callback(),
    [400, "bad_oauth_callback", 403, "forbidden"],
    "Inloggningen avbröts eller gick inte att bekräfta. Försök igen.",
    "The sign-in was cancelled or could not be confirmed. Try again.",
  ],
  [
    oidcErrors.oauth_provider_not_supported(),
    [400, "oauth_provider_not_supported", 404, "not_found"],
    "Den inloggningen finns inte i den här portalen.",
    "There is no such way of signing in.",
  ],
  [
    oidcErrors.oidc_provider_silent(),
    [503, "service_unavailable", 503, "database_unavailable"],
    "Inloggningstjänsten svarar inte just nu. Försök igen om en stund.",
    "The sign-in service is not answering right now. Try again in a while.",
  ],
  [
    authErrors.same_password(),
    [422, "same_password", 400, "weak_password"],
    "Välj ett annat lösenord än det du har nu.",
    "New password should be different from the old password.",
  ],
  [
    authErrors.user_data_too_large(),
    [400, "validation_failed", 400, "invalid_body"],
    "Uppgifterna är för stora för att sparas på kontot. Inget har ändrats. Spara färre uppgifter.",
    "The data is too large to be kept with the account. Nothing was changed. Keep less.",
  ],
  [
    authErrors.password_short(),
    [422, "weak_password", 400, "weak_password"],
    "Lösenordet måste vara minst 6 tecken",
    "Password should be at least 6 characters.",
    ["length"],
  ],
  [
    authErrors.password_long(),
    [400, "validation_failed", 400, "invalid_body"],
    "Lösenordet får vara högst 1024 tecken.",
    "The password can have at most 1024 characters.",
  ],
  [
    authErrors.password_weak(),
    [422, "weak_password", 400, "weak_password"],
    "Lösenordet är för svagt",
    "The password is too weak",
    ["characters"],
  ],
  [
    authErrors.auth_call_unknown({ call: "POST /auth/v1/nothing" }),
    [404, "not_found", 404, "not_found"],
    "Okänt anrop: POST /auth/v1/nothing",
    "Unknown call: POST /auth/v1/nothing",
  ],
  [
    authErrors.reauthentication_not_valid(),
    [400, "reauthentication_not_valid", 403, "forbidden"],
    "Lösenordet eller koden stämmer inte.",
    "The password or the code is wrong.",
  ],
  [
    authErrors.session_already_ended(),
    [404, "not_found", 404, "not_found"],
    "Inloggningen är redan avslutad.",
    "The sign-in has already ended.",
  ],
  [
    authErrors.grant_unknown(),
    [400, "validation_failed", 400, "invalid_body"],
    "Okänt sätt att logga in.",
    "Unknown way to sign in.",
  ],
  [
    authErrors.temporary_password_ended(),
    [403, "otp_expired", 403, "forbidden"],
    "Det tillfälliga lösenordet har gått ut. Be en administratör om ett nytt.",
    "The temporary password has expired. Ask an administrator for a new one.",
  ],
];

async function answer(error: unknown, language?: string) {
  const app = Fastify();
  app.setErrorHandler(sendAuthError);
  app.get("/", () => {
    throw error;
  });
  const headers = language === undefined ? {} : { "accept-language": language };
  const { statusCode, body, headers: sent } = await app.inject({ url: "/", headers });
  return { status: statusCode, body, language: sent["content-language"], retryAfter: sent["retry-after"] };
}

test.each(EXPECTED)("$reason is answered as it always was", async (refusal, codes, sv, en, reasons) => {
  const [status, code, portalStatus, portalCode] = codes;
  expect(new AuthError(refusal)).toMatchObject({ status: portalStatus, code: portalCode });
  const body = (msg: string) =>
    JSON.stringify({
      code: status,
      error_code: code,
      msg,
      ...(reasons && { weak_password: { message: msg, reasons } }),
    });
  const swedish = { status, body: body(sv), language: "sv", retryAfter: undefined };
  expect(await answer(new AuthError(refusal))).toEqual(swedish);
  expect(await answer(new AuthError(refusal), "*")).toEqual(swedish);
  expect(await answer(new AuthError(refusal), "en")).toEqual({ ...swedish, body: body(en), language: "en" });
});

test("every refusal of the catalogue stands in the table", () => {
  const catalogue = [authErrors, factorErrors, oidcErrors].flatMap((errors) => Object.keys(errors));
  const read = "field_of_auth_unreadable";
  expect([...EXPECTED.map(([{ reason }]) => reason), read].sort()).toEqual(catalogue.sort());
});

const unreadable = z.object({ email: z.string() }).safeParse({ email: 1 }).error;

test.each([
  [
    new BusyError(),
    429,
    "over_request_rate_limit",
    "Många loggar in just nu. Försök igen om några sekunder.",
    "Many people are signing in right now. Try again in a few seconds.",
  ],
  [
    unreadable,
    400,
    "validation_failed",
    "Begäran kunde inte läsas. Kontrollera fältet email.",
    "The request could not be read. Check the field email.",
  ],
  [new Error("boom"), 500, "unexpected_failure", "Ett oväntat fel uppstod", "An unexpected error occurred"],
  [
    Object.assign(new Error("x"), { statusCode: 413 }),
    413,
    "request_too_large",
    "Begäran är för stor. Inget har sparats.",
    "The request is too large. Nothing was saved.",
  ],
  [
    Object.assign(new Error("x"), { code: "ECONNREFUSED" }),
    503,
    "service_unavailable",
    "Databasen svarar inte just nu. Inget har sparats. Försök igen om en stund.",
    "The database is not answering right now. Nothing was saved. Try again in a while.",
  ],
  [
    Object.assign(new Error("x"), { code: "22021" }),
    400,
    "validation_failed",
    "Begäran innehåller tecken som inte kan sparas. Inget har sparats.",
    "The request has characters that cannot be saved. Nothing was saved.",
  ],
  [
    new PortalError(platformErrors.foreign_website()),
    403,
    "cross_site_request",
    "Anropet kom från en annan webbplats. Inget har gjorts. Öppna portalen själv.",
    "The call came from another website. Nothing was done. Open the portal itself.",
  ],
])("a foreign error is reported in the shape of /auth/v1: %s", async (error, status, code, sv, en) => {
  expect(await answer(error)).toMatchObject({
    status,
    body: JSON.stringify({ code: status, error_code: code, msg: sv }),
  });
  expect(await answer(error, "en-GB")).toMatchObject({
    body: JSON.stringify({ code: status, error_code: code, msg: en }),
  });
});

test("the time to wait is sent beside the refusal", async () => {
  expect(await answer(new AuthError(authErrors.over_request_rate_limit(), { retryAfter: 12.2 }))).toMatchObject({
    retryAfter: "13",
  });
  expect(await answer(new BusyError())).toMatchObject({ retryAfter: "2" });
});
