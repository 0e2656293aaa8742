// Labels of a person's optional texts, apart from the messages: the people's list shows them before any form. English: web/texts/forms.en.ts.
import type { PersonField } from "../person-fields.ts";
import { otherWords } from "./language.ts";

export const swedishLabels = {
  email_label: "E-post",
  apartment_label: "Lägenhet",
  phone_label: "Telefon",
  note_label: "Anteckning",
} satisfies Record<`${PersonField}_label`, string>;

const labels: typeof swedishLabels = { ...swedishLabels, ...otherWords() };

export const personFieldLabel = (field: PersonField): string => labels[`${field}_label`];
