// Refusals about second factors.
import { is } from "./auth-codes.ts";
import { defineErrors } from "./define-errors.ts";

export const factorErrors = defineErrors({
  mfa_factor_not_found: {
    ...is("mfa_factor_not_found", 404),
    sv: "Det andra steget finns inte längre.",
    en: "The second factor does not exist.",
  },
  mfa_verification_failed: {
    ...is("mfa_verification_failed", 422),
    sv: "Koden stämmer inte. Försök igen med en ny kod.",
    en: "The code is wrong. Try again with a new code.",
  },
  too_many_enrolled_mfa_factors: {
    ...is("too_many_enrolled_mfa_factors", 422),
    sv: "Kontot har redan tio andra steg. Ta bort något först.",
    en: "The account already has ten second factors. Remove one first.",
  },
  mfa_factor_name_conflict: {
    ...is("mfa_factor_name_conflict", 422),
    sv: "Det finns redan ett andra steg med det namnet.",
    en: "There is already a second factor with that name.",
  },
  mfa_webauthn_enroll_not_enabled: {
    ...is("mfa_webauthn_enroll_not_enabled", 422),
    sv: "Passkeys kräver att portalen har ett namn och inte bara en IP-adress.",
    en: "Passkeys need the portal to have a name and not only an IP address.",
  },
  mfa_phone_enroll_not_enabled: {
    ...is("mfa_phone_enroll_not_enabled", 422),
    sv: "Portalen kan inte skicka sms. Välj ett annat andra steg.",
    en: "The portal cannot send text messages. Choose another second factor.",
  },
  over_sms_send_rate_limit: {
    ...is("over_sms_send_rate_limit", 429),
    sv: "För många sms. Vänta en stund och försök igen.",
    en: "Too many text messages. Wait a while and try again.",
  },
  sms_send_failed: {
    ...is("sms_send_failed", 422),
    sv: "Det gick inte att skicka sms:et. Försök igen om en stund.",
    en: "The text message could not be sent. Try again in a while.",
  },
  mfa_verified_factor_exists: {
    ...is("mfa_verified_factor_exists", 422),
    sv: "Det finns redan återställningskoder. Skapa nya i stället.",
    en: "There are recovery codes already. Make new ones instead.",
  },
  mfa_recovery_codes_sole_factor: {
    ...is("mfa_recovery_codes_sole_factor", 422),
    sv: "Lägg först till ett annat andra steg.",
    en: "Add another second factor first.",
  },
  mfa_challenge_expired: {
    ...is("mfa_challenge_expired", 422),
    sv: "Det tog för lång tid. Försök igen.",
    en: "That took too long. Try again.",
  },
});
