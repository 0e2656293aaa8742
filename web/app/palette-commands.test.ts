import { expect, test } from "vitest";
import type { FoundPerson } from "./api/find-anything.ts";
import { AREAS } from "./navigation.ts";
import { foundCommands } from "./palette-commands.ts";

const person = (id: number, organization: string, ...plates: string[]): FoundPerson => ({
  id: `00000000-0000-4000-8000-00000000000${id}`,
  first_name: "Anna",
  last_name: "Skog",
  organizations: { name: organization },
  credentials: plates.map((credential_value) => ({ credential_value })),
});
const NORD = "Brf Norrgården";
const found = (...people: FoundPerson[]) => ({ people, controllers: [], doors: [], organizations: [], refusals: null });

/** Of each person found, as it stands there. */
const shown = (role: keyof typeof AREAS, ...people: FoundPerson[]) =>
  foundCommands(AREAS[role], found(...people))[0]?.commands.map(({ label, note, plates = [] }) =>
    [label, note, ...plates].filter(Boolean).join(" · "),
  );

test("two of one name are distinguished by their vehicles, for an organisation's admin, too", () => {
  expect(shown("org_admin", person(1, NORD, "MLB84A"), person(2, NORD, "ABC123", "ABC124"))).toEqual([
    "Anna Skog · MLB84A",
    "Anna Skog · ABC123 · ABC124",
  ]);
});

test("a system admin sees which organisation each is of, and within one by their vehicles", () => {
  expect(shown("system_admin", person(1, NORD), person(2, "Brf Söder"), person(3, NORD, "MLB84A"))).toEqual([
    "Anna Skog · Brf Norrgården",
    "Anna Skog · Brf Söder",
    "Anna Skog · Brf Norrgården · MLB84A",
  ]);
});

test("those who are alike in all that are called by their place, as in the list", () => {
  expect(shown("org_admin", person(1, NORD), person(2, NORD))).toEqual(["Anna Skog · rad 1", "Anna Skog · rad 2"]);
});

test("so are they where the palette is asked why somebody did not come in", () => {
  const [why] = foundCommands(AREAS.org_admin, {
    ...found(person(1, NORD, "MLB84A"), person(2, NORD)),
    refusals: new Map(),
  });
  expect(why?.commands.map(({ plates }) => plates)).toEqual([["MLB84A"], []]);
});
