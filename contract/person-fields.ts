// The optional texts of a person. A key is the column of end_users, the field of form and payload, and the word of the event log.
import { z } from "zod";
import { EMAIL_MAX_LENGTH } from "./limits.ts";
import { plainLine, plainLines } from "./plain-line.ts";

/** Characters of a text. Twins: the checks of end_users. */
export const APARTMENT_MAX_LENGTH = 40;
export const PHONE_MAX_LENGTH = 40;
export const NOTE_MAX_LENGTH = 500;
/** Digits, and the characters that people write between them. Twin: the check of end_users.phone. */
const PHONE_PATTERN = /^(?=.*\d)[\d+() ./-]+$/;

/** Replaces the dashes that phones and programs write in numbers. */
const plainPhone = (text: string) => plainLine(text).replace(/[\u2010-\u2015\u2212]/g, "-");

export type PersonFieldInput = "text" | "email" | "tel" | "lines";

interface PersonFieldRule {
  /** A text that is not empty. */
  schema: z.ZodType<string, string>;
  input: PersonFieldInput;
  /** Folded under "Fler uppgifter" in the form while empty. */
  isFolded: boolean;
  /** Headings of the field's column in a file of people, without case, dots, spaces and hyphens. */
  heads: string;
}

export const personFields = {
  /** The PIN may be mailed here. Nobody signs in with it. */
  email: {
    schema: z.email().max(EMAIL_MAX_LENGTH),
    input: "email",
    isFolded: false,
    heads: "epost epostadress mejl mail email emailaddress",
  },
  /** Apartment or object number. The list finds people by this text. */
  apartment: {
    schema: z.string().overwrite(plainLine).min(1).max(APARTMENT_MAX_LENGTH),
    input: "text",
    isFolded: true,
    heads: "lägenhet lägenhetsnummer lgh lghnr lghnummer objekt objektsnummer apartment apartmentnumber unit",
  },
  /** Allows the forms that people write. The list finds people by the digits of the number. */
  phone: {
    schema: z.string().overwrite(plainPhone).min(1).max(PHONE_MAX_LENGTH).regex(PHONE_PATTERN),
    input: "tel",
    isFolded: true,
    heads: "telefon telefonnummer tel mobil mobilnummer mobiltelefon phone phonenumber mobile",
  },
  /** For administrators: in no mail and log line, and the event log says only that it changed. */
  note: {
    schema: z.string().overwrite(plainLines).min(1).max(NOTE_MAX_LENGTH),
    input: "lines",
    isFolded: true,
    heads: "anteckning anteckningar notering kommentar note notes comment",
  },
} as const satisfies Record<string, PersonFieldRule>;
export type PersonField = keyof typeof personFields;

/** Returns why a value is refused; null for one that is empty or may be saved. */
export function personFieldFault(field: PersonField, value: string): "long" | "invalid" | null {
  const issues = value === "" ? undefined : personFields[field].schema.safeParse(value).error?.issues;
  if (issues === undefined) return null;
  return issues.some(({ code }) => code === "too_big") ? "long" : "invalid";
}

export const isPersonField = (name: string): name is PersonField => Object.hasOwn(personFields, name);
export const PERSON_FIELDS = Object.keys(personFields).filter(isPersonField);

/** Makes one value for each field. */
export function ofPersonFields<Value>(make: (field: PersonField) => Value): Record<PersonField, Value> {
  return Object.fromEntries(PERSON_FIELDS.map((field) => [field, make(field)])) as Record<PersonField, Value>;
}
