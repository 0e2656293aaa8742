import { END_DATE_MAX_YEARS, PIN_QUOTAS, SAME_PLATE_MAX } from "../limits.ts";
import { defineErrors, given } from "./define-errors.ts";

const digits = (least: number | null, most: number | null, more: string) =>
  least === most ? String(least) : `${least ?? 1}–${most ?? more}`;

// biome-ignore format: the two sentences of a refusal under one another
export const peopleErrors = defineErrors({
  user_gone: { status: 404, code: "not_found",
    sv: "Användaren finns inte längre. Ladda om listan.",
    en: "The user is no longer there. Reload the list." },
  user_gone_unsaved: { status: 404, code: "not_found",
    sv: "Användaren finns inte längre. Inget har sparats. Ladda om listan.",
    en: "The user is no longer there. Nothing has been saved. Reload the list." },
  user_gone_unchanged: { status: 404, code: "not_found",
    sv: "Användaren finns inte längre. Inget har ändrats. Ladda om listan.",
    en: "The user is no longer there. Nothing has been changed. Reload the list." },
  user_of_other_organization: { status: 403, code: "forbidden", field: "organization_id",
    sv: "Du kan bara hantera användare i din egen organisation. Inget har sparats.",
    en: "You can only manage users of your own organisation. Nothing has been saved." },
  user_save_not_allowed: { status: 403, code: "forbidden",
    sv: "Du har inte behörighet att spara detta. Inget har sparats.",
    en: "You are not allowed to save this. Nothing has been saved." },
  organization_fixed: { status: 409, code: "conflict", field: "organization_id",
    sv: "Organisation kan inte ändras vid redigering",
    en: "The organisation cannot be changed when editing" },
  user_changed_by_other: { status: 409, code: "changed_by_other",
    sv: "Någon annan har ändrat användaren sedan du öppnade formuläret. Inget har sparats. Ladda om eller behåll dina ändringar.",
    en: "Someone else has changed the user since you opened the form. Nothing has been saved. Reload, or keep your changes." },
  access_not_assigned: { status: 400, code: "invalid_body",
    sv: "En vald dörr eller grind är inte tilldelad organisationen längre. Inget har sparats. Ladda om och välj igen.",
    en: "A chosen door or gate is no longer assigned to the organisation. Nothing has been saved. Reload and choose again." },

  end_date_past: { status: 400, code: "invalid_body",
    sv: "Slutdatumet har passerat. Inget har sparats. Välj i dag eller en senare dag.",
    en: "The end date has passed. Nothing has been saved. Choose today or a later day." },
  end_date_far: { status: 400, code: "invalid_body",
    sv: `Slutdatumet får vara högst ${END_DATE_MAX_YEARS} år fram. Inget har sparats. Välj en tidigare dag.`,
    en: `The end date can be at most ${END_DATE_MAX_YEARS} years ahead. Nothing has been saved. Choose an earlier day.` },

  pin_missing: { status: 400, code: "invalid_body", field: "pin.value",
    sv: "PIN-kod saknas. Inget har sparats.",
    en: "The PIN is missing. Nothing has been saved." },
  pin_malformed: { status: 400, code: "invalid_body",
    sv: "PIN måste vara 4-6 siffror",
    en: "The PIN must be 4-6 digits" },
  pin_trivial: { status: 400, code: "trivial_pin",
    sv: "PIN-koden är för lätt att gissa. Inget har sparats. Välj en annan eller låt portalen generera en.",
    en: "The PIN is too easy to guess. Nothing has been saved. Choose another one or let the portal generate one." },
  pin_length_at_door: given<{ door: string; least: number | null; most: number | null }>({
    status: 400,
    code: "pin_length",
    sv: ({ door, least, most }) =>
      `Läsaren vid ${door} tar bara koder med ${digits(least, most, "fler")} siffror. Inget har sparats. Välj en annan längd.`,
    en: ({ door, least, most }) =>
      `The reader at ${door} takes only PINs of ${digits(least, most, "more")} digits. Nothing has been saved. Choose another length.`,
  }),
  pin_length: {
    status: 400,
    code: "pin_length",
    sv: "Läsaren vid en vald dörr tar inte koder med så många siffror. Inget har sparats. Välj en annan längd.",
    en: "The reader at a chosen door does not take PINs of that length. Nothing has been saved. Choose another length.",
  },
  pin_lengths_differ: {
    status: 400,
    code: "pin_length",
    sv: "De valda dörrarnas läsare tar koder av olika längd. Välj dörrarna var för sig.",
    en: "The readers of the chosen doors take PINs of different lengths. Choose the doors one by one.",
  },
  /** `controller` null: the caller may not know its name. */
  pin_in_use: given<{ controller: string | null }>({
    status: 409,
    code: "pin_in_use",
    sv: ({ controller }) =>
      `PIN-koden används redan vid ${controller ?? "en av styrenheterna"}. Inget har sparats. Välj en annan kod eller låt portalen generera en.`,
    en: ({ controller }) =>
      `The PIN is already in use at ${controller ?? "one of the controllers"}. Nothing has been saved. Choose another one or let the portal generate one.`,
  }),
  pins_nearly_used_up: {
    status: 409,
    code: "pin_in_use",
    sv: "Det finns nästan inga lediga PIN-koder på de valda styrenheterna. Välj färre dörrar eller skriv en egen kod.",
    en: "There are almost no free PINs on the chosen controllers. Choose fewer doors or enter a PIN of your own.",
  },
  pins_of_person: {
    status: 409,
    code: "pin_quota",
    sv: `En person kan ha högst ${PIN_QUOTAS.person} PIN-koder. Inget har sparats. Ta bort någon som inte används längre.`,
    en: `A person can have at most ${PIN_QUOTAS.person} PINs. Nothing has been saved. Remove one that is no longer used.`,
  },
  pins_at_controller: {
    status: 409,
    code: "pin_quota",
    sv: `Organisationen har redan ${PIN_QUOTAS.controller} PIN-koder vid en styrenhet som delas med andra. Inget har sparats. Ta bort några som inte används längre.`,
    en: `The organisation already has ${PIN_QUOTAS.controller} PINs at a controller that is shared with others. Nothing has been saved. Remove some that are no longer used.`,
  },
  pin_attempts_used_up: {
    status: 429,
    code: "pin_attempts_used_up",
    sv: "Fler egna PIN-koder kan inte prövas just nu, eftersom styrenheten delas med andra. Inget har sparats. Låt portalen generera en kod, eller försök igen senare.",
    en: "No more PINs of your own can be tried right now, because the controller is shared with others. Nothing has been saved. Let the portal generate a PIN, or try again later.",
  },
  pin_proposals_paused: {
    status: 429,
    code: "rate_limited",
    sv: "Portalen har föreslagit många PIN-koder den senaste tiden och gör en paus. Inget har sparats. Försök igen om en stund.",
    en: "The portal has proposed many PINs lately and is taking a pause. Nothing has been saved. Try again in a while.",
  },
  pin_gone: {
    status: 404,
    code: "not_found",
    sv: "PIN-koden finns inte längre. Ladda om listan.",
    en: "The PIN is no longer there. Reload the list.",
  },
  reveals_used_up: given<{ limit: number }>({ status: 429, code: "rate_limited",
    sv: ({ limit }) => `Du har visat koder ${limit} gånger den senaste timmen, och fler kan inte visas nu. Inget har visats. Försök igen om en stund.`,
    en: ({ limit }) => `You have shown codes ${limit} times in the last hour, and no more can be shown now. Nothing was shown. Try again in a while.` }),

  pin_searches_used_up: { status: 429, code: "rate_limited",
    sv: "Du har sökt på många sifferkombinationer den senaste tiden, och fler går inte att söka på nu, eftersom svaren kan avslöja PIN-koder. Sök på namn eller hela registreringsnumret, eller försök igen om en stund.",
    en: "You have searched for many combinations of digits lately, and cannot search for more now, because the answers can reveal PINs. Search by name or by the whole number plate, or try again in a while." },
  same_plate: { status: 409, code: "conflict",
    sv: `Organisationen har redan registreringsnumret ${SAME_PLATE_MAX} gånger. Inget har sparats. Ta bort någon som inte används längre.`,
    en: `The organisation already has this number plate ${SAME_PLATE_MAX} times. Nothing has been saved. Remove one that is no longer used.` },

  credential_type_missing: { status: 400, code: "invalid_body", field: "credential_type",
    sv: "Behörighetens typ saknas",
    en: "The type of the credential is missing" },
  credential_value_no_text: { status: 400, code: "invalid_body", field: "credential_value",
    sv: "Värdet måste vara en text",
    en: "The value must be text" },

  import_gone: { status: 404, code: "not_found",
    sv: "Importen kan inte ångras längre: den är äldre än ett dygn, eller så är alla dess personer redan borttagna.",
    en: "The import can no longer be undone: it is older than a day, or all its people have already been removed." },
  import_without_gates: { status: 409, code: "conflict",
    sv: "Inga styrenheter hittades för denna organisation",
    en: "No controllers found for this organisation" },
  import_to_other_organization: { status: 403, code: "forbidden", field: "organization_id",
    sv: "Du kan bara importera till din egen organisation. Inget har sparats.",
    en: "You can only import to your own organisation. Nothing has been saved." },
  import_without_organization: { status: 400, code: "no_organization", field: "organization_id",
    sv: "Organisation saknas",
    en: "The organisation is missing" },
});
