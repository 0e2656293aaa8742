import { expect, test } from "vitest";
import { type PersonRow, personRowProblem } from "../people-file.ts";
import { ofPersonFields, PERSON_FIELDS } from "../person-fields.ts";
import { personProblemSentence } from "./people-rows.ts";

const ROW: PersonRow = {
  ...ofPersonFields(() => ""),
  row: 2,
  first_name: "Anna",
  last_name: "Berg",
  doors: [],
  groups: [],
  pin: "",
  plate: "MLB84A",
  validity: "12_months",
};
const PLACES = { doors: [], chosen: [], groups: [], joining: [], hasGates: true };

function said(fields: Partial<PersonRow>): string | null {
  const problem = personRowProblem({ ...ROW, ...fields }, PLACES, { now: new Date("2026-11-21T18:00:00Z") });
  return problem && personProblemSentence(problem, "sv");
}

test.each([
  [{ apartment: "\u0007" }, "Lägenheten har inga tecken som syns."],
  [{ apartment: "x".repeat(41) }, "Lägenheten får ha högst 40 tecken."],
  [{ phone: "\u0007" }, "Telefonnumret ska ha siffror, till exempel 070-123 45 67."],
  [{ phone: "0".repeat(41) }, "Telefonnumret får ha högst 40 tecken."],
  [{ note: "\u200b" }, "Anteckningen har inga tecken som syns."],
  [{ note: "x".repeat(501) }, "Anteckningen får ha högst 500 tecken."],
  [{ email: "alva" }, "E-postadressen är inte giltig."],
  [{ email: `${"a".repeat(250)}@demo.example` }, "E-postadressen får ha högst 255 tecken."],
  [{}, null],
])("a text of a person is refused for its own fault: %o", (fields, sentence) => {
  expect(said(fields)).toBe(sentence);
});

test("every text of a person has a sentence for a value that is too long", () => {
  for (const field of PERSON_FIELDS) expect(said({ [field]: "1".repeat(600) }), field).toContain("får ha högst");
});
