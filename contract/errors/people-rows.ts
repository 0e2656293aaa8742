// The sentences of a file of people, for the preview and for the import's answer.
import type { Language } from "../language.ts";
import { EMAIL_MAX_LENGTH, END_DATE_MAX_YEARS, NAME_MAX_LENGTH, PIN_MAX_DIGITS, PIN_MIN_DIGITS } from "../limits.ts";
import type { PersonRowProblem } from "../people-file.ts";
import { APARTMENT_MAX_LENGTH, NOTE_MAX_LENGTH, type PersonField, PHONE_MAX_LENGTH } from "../person-fields.ts";
import { PLATE_REFUSALS } from "../vehicle-csv.ts";
import { vehicleProblemSentence } from "./vehicle-rows.ts";

const PIN_DIGITS = `${PIN_MIN_DIGITS}–${PIN_MAX_DIGITS}`;

type Sentences = Readonly<Record<Language, string>>;

// biome-ignore format: the two sentences under one another
const PLAIN = {
  name_missing: { sv: "Förnamn eller efternamn saknas.",
    en: "First or last name missing." },
  name_long: { sv: `Namnet får ha högst ${NAME_MAX_LENGTH} tecken.`,
    en: `The name can have at most ${NAME_MAX_LENGTH} characters.` },
  no_access: { sv: "Varken PIN-kod eller registreringsnummer. Ange minst ett av dem.",
    en: "Neither PIN nor number plate. Give at least one of them." },
  no_gates: { sv: "Registreringsnumret gäller ingenstans: organisationen har inga grindar.",
    en: "The number plate is valid nowhere: the organisation has no gates." },
  pin_digits: { sv: `PIN-koden ska ha ${PIN_DIGITS} siffror. Ett kalkylblad tar bort nollor i början om kolumnen inte är text.`,
    en: `The PIN must have ${PIN_DIGITS} digits. A spreadsheet drops leading zeros unless the column is text.` },
  pin_trivial: { sv: "PIN-koden är för lätt att gissa. Ange en annan eller skriv generera.",
    en: "The PIN is too easy to guess. Give another one or write generate." },
  pin_without_doors: { sv: "Ingen dörr är vald för PIN-koden.",
    en: "No door is chosen for the PIN." },
  doors_without_pin: { sv: "Raden har dörrar men ingen PIN-kod. Ange en eller skriv generera.",
    en: "The line has doors but no PIN. Give one or write generate." },
  validity_unreadable: { sv: "Giltigheten går inte att läsa. Skriv till exempel 12 månader eller 2027-06-30.",
    en: "The validity cannot be read. Write for example 12 months or 2027-06-30." },
  validity_past: { sv: "Slutdatumet har passerat.",
    en: "The end date has passed." },
  validity_far: { sv: `Slutdatumet får vara högst ${END_DATE_MAX_YEARS} år fram.`,
    en: `The end date can be at most ${END_DATE_MAX_YEARS} years ahead.` },
} as const satisfies Record<string, Sentences>;

// biome-ignore format: the two sentences under one another
const FIELDS: Readonly<Record<`${PersonField}_${"long" | "invalid"}`, Sentences>> = {
  email_long: { sv: `E-postadressen får ha högst ${EMAIL_MAX_LENGTH} tecken.`,
    en: `The email address can have at most ${EMAIL_MAX_LENGTH} characters.` },
  email_invalid: { sv: "E-postadressen är inte giltig.",
    en: "The email address is not valid." },
  apartment_long: { sv: `Lägenheten får ha högst ${APARTMENT_MAX_LENGTH} tecken.`,
    en: `The apartment can have at most ${APARTMENT_MAX_LENGTH} characters.` },
  apartment_invalid: { sv: "Lägenheten har inga tecken som syns.",
    en: "The apartment has no visible characters." },
  phone_long: { sv: `Telefonnumret får ha högst ${PHONE_MAX_LENGTH} tecken.`,
    en: `The phone number can have at most ${PHONE_MAX_LENGTH} characters.` },
  phone_invalid: { sv: "Telefonnumret ska ha siffror, till exempel 070-123 45 67.",
    en: "The phone number must have digits, for example 070-123 45 67." },
  note_long: { sv: `Anteckningen får ha högst ${NOTE_MAX_LENGTH} tecken.`,
    en: `The note can have at most ${NOTE_MAX_LENGTH} characters.` },
  note_invalid: { sv: "Anteckningen har inga tecken som syns.",
    en: "The note has no visible characters." },
};

/** Returns why a row is refused, without its number. */
export function personProblemSentence(why: PersonRowProblem, language: Language): string {
  return sentencesOf(why)[language];
}

function sentencesOf(why: PersonRowProblem): Sentences {
  switch (why.problem) {
    case "field":
      return FIELDS[`${why.field}_${why.fault}`];
    case "plate": {
      const problem = PLATE_REFUSALS[why.plate];
      return { sv: vehicleProblemSentence(problem, "sv"), en: vehicleProblemSentence(problem, "en") };
    }
    case "door_unknown":
      return {
        sv: `Organisationen har ingen dörr som heter ${why.door}.`,
        en: `The organisation has no door named ${why.door}.`,
      };
    case "group_unknown": {
      const like = why.like.join(", ");
      return {
        sv: `Organisationen har ingen grupp som heter ${why.group}.${like === "" ? "" : ` Menade du: ${like}?`}`,
        en: `The organisation has no group named ${why.group}.${like === "" ? "" : ` Did you mean: ${like}?`}`,
      };
    }
    case "door_ambiguous":
      return {
        sv: `Flera dörrar heter ${why.door}. Skriv styrenhetens namn före, till exempel ${why.controller}: ${why.door}.`,
        en: `Several doors are named ${why.door}. Put the controller's name first, for example ${why.controller}: ${why.door}.`,
      };
    case "pin_repeated":
      return {
        sv: `Samma PIN-kod som på rad ${why.row}. En kod hör till en person.`,
        en: `The same PIN as on line ${why.row}. A PIN belongs to one person.`,
      };
    case "pin_length":
      return {
        sv: `Läsaren vid ${why.door} tar bara koder med ${digitRange(why.least, why.most, "fler")} siffror.`,
        en: `The reader at ${why.door} takes only PINs of ${digitRange(why.least, why.most, "more")} digits.`,
      };
    default:
      return PLAIN[why.problem];
  }
}

/** Returns the number of digits that a reader takes, as 4 or 4–6; `more` stands for a missing upper limit. */
export const digitRange = (least: number | null, most: number | null, more: string): string =>
  least === most ? String(least) : `${least ?? 1}–${most ?? more}`;
