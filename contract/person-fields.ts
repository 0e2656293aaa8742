// The optional texts of a person. A key is the column of end_users, the field of form and payload, and the word of the event log.
import { z } from "zod";
import { EMAIL_MAX_LENGTH } from "./limits.ts";

interface PersonFieldRule {
  /** A text that is not empty. */
  schema: z.ZodType<string, string>;
  input: "text" | "email";
}

export const personFields = {
  /** The PIN may be mailed here. Nobody signs in with it. */
  email: { schema: z.email().max(EMAIL_MAX_LENGTH), input: "email" },
} as const satisfies Record<string, PersonFieldRule>;
export type PersonField = keyof typeof personFields;

export const isPersonField = (name: string): name is PersonField => Object.hasOwn(personFields, name);
export const PERSON_FIELDS = Object.keys(personFields).filter(isPersonField);

/** Makes one value for each field. */
export function ofPersonFields<Value>(make: (field: PersonField) => Value): Record<PersonField, Value> {
  return Object.fromEntries(PERSON_FIELDS.map((field) => [field, make(field)])) as Record<PersonField, Value>;
}
