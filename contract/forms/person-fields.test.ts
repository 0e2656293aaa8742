import { expect, expectTypeOf, test } from "vitest";
import type { OrgAdminDatabase } from "../generated/org-admin.ts";
import type { SystemAdminDatabase } from "../generated/system-admin.ts";
import { PERSON_FIELDS, type PersonField, personFields } from "../person-fields.ts";
import { personFieldProblem, personFieldText } from "./person-fields.ts";

type Written<Database extends { public: { Tables: { end_users: { Update: object } } } }> =
  Database["public"]["Tables"]["end_users"]["Update"];

test("an email address is refused as too long or as none, and may be left out", () => {
  const long = `${"a".repeat(250)}@demo.example`;
  expect(personFieldProblem("email", long)).toBe("E-postadressen får vara högst 255 tecken");
  expect(personFieldProblem("email", "a".repeat(300))).toBe("E-postadressen får vara högst 255 tecken");
  expect(personFieldProblem("email", "alva")).toBe("Ogiltig e-postadress");
  expect(personFieldProblem("email", "alva@demo.example")).toBeNull();
  expect(personFieldProblem("email", "")).toBeNull();
});

test("a phone number is kept as people write it, and anything else is refused", () => {
  for (const phone of ["070-123 45 67", "+46 (0)70 123 45 67", "08/12 34 56", "112"])
    expect(personFields.phone.schema.parse(phone)).toBe(phone);
  expect(personFields.phone.schema.parse(" 070\u2013123\u00a045 67 ")).toBe("070-123 45 67");
  for (const phone of ["ring mig", "070-123 45 67 (Alva)", "-", "070\u0661"])
    expect(personFieldProblem("phone", phone), phone).toBe(
      "Skriv telefonnumret med siffror, till exempel 070-123 45 67",
    );
  expect(personFieldProblem("phone", "0".repeat(41))).toBe("Telefonnumret får ha högst 40 tecken");
});

test("a note keeps its lines, an apartment stands on one", () => {
  expect(personFields.note.schema.parse(" Hund.\r\nRing\tförst.\u202e ")).toBe("Hund.\nRing först.");
  expect(personFields.apartment.schema.parse("Lgh\n1203 ")).toBe("Lgh 1203");
});

test("a text without a visible character is refused as that, and not as too long", () => {
  for (const hidden of ["\u0007", "\u0001\u0002", "\u200b", " \u0085 "]) {
    expect(personFieldProblem("apartment", hidden)).toBe("Lägenheten har inga tecken som syns");
    expect(personFieldProblem("note", hidden)).toBe("Anteckningen har inga tecken som syns");
  }
});

test("every optional text of a person has a limit, and no value is the empty text", () => {
  for (const field of PERSON_FIELDS) {
    expect(personFieldProblem(field, "x".repeat(100_000)), field).toBe(personFieldText(field, "long"));
    expect(personFields[field].schema.safeParse("").success, `${field} empty`).toBe(false);
  }
});

test("every text of a person that an administrator may write is a field of the form", () => {
  expectTypeOf<PersonField>().toEqualTypeOf<Exclude<keyof Written<OrgAdminDatabase>, "first_name" | "last_name">>();
  expectTypeOf<PersonField>().toEqualTypeOf<Exclude<keyof Written<SystemAdminDatabase>, "first_name" | "last_name">>();
});
