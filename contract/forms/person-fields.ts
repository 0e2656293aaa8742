// Hints and messages of a person's optional texts. English: web/texts/forms.en.ts.
import { type PersonField, personFieldFault } from "../person-fields.ts";
import { otherWords } from "./language.ts";
import { swedishLabels } from "./person-labels.ts";
import { formTexts } from "./texts.ts";

/** `hint`: "" for none; `changed`: the end of "Anna Ek ändrade …"; `long` and `invalid`: why a value is refused. */
type FieldText = "label" | "hint" | "changed" | "long" | "invalid";

export const personFieldTexts = {
  ...swedishLabels,
  email_hint: "Hit kan koden skickas. Inget skickas automatiskt.",
  email_changed: "e-postadressen",
  email_long: formTexts.email_long,
  email_invalid: formTexts.email_invalid,
  apartment_hint: "Lägenhetens eller lokalens nummer",
  apartment_changed: "lägenheten",
  apartment_long: "Lägenheten får ha högst 40 tecken",
  apartment_invalid: "Lägenheten har inga tecken som syns",
  phone_hint: "",
  phone_changed: "telefonnumret",
  phone_long: "Telefonnumret får ha högst 40 tecken",
  phone_invalid: "Skriv telefonnumret med siffror, till exempel 070-123 45 67",
  note_hint: "Syns bara för administratörer, men följer med när personen begär ut sina uppgifter.",
  note_changed: "anteckningen",
  note_long: "Anteckningen får ha högst 500 tecken",
  note_invalid: "Anteckningen har inga tecken som syns",
} satisfies Record<`${PersonField}_${FieldText}`, string>;

export type PersonFieldTexts = typeof personFieldTexts;

const texts: PersonFieldTexts = { ...personFieldTexts, ...otherWords() };

export function personFieldText(field: PersonField, what: FieldText): string {
  return texts[`${field}_${what}`];
}

/** Returns why the form refuses a value; null when it does not. */
export function personFieldProblem(field: PersonField, value: string): string | null {
  const fault = personFieldFault(field, value);
  return fault === null ? null : personFieldText(field, fault);
}
