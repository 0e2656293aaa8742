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
