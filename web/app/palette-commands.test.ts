import { expect, test } from "vitest";
import { passageAddress } from "#web/lib/passages/passage-address.ts";
import type { Found, FoundPerson } from "./api/find-anything.ts";
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
const found = (...people: FoundPerson[]): Found => ({ people, controllers: [], doors: [], organizations: [], why: [] });

/** Returns the shown text of each person found. */
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

test("results that are alike in everything are told apart by their place, as in the list", () => {
  expect(shown("org_admin", person(1, NORD), person(2, NORD))).toEqual(["Anna Skog · rad 1", "Anna Skog · rad 2"]);
});

/** Returns the groups with their titles and contents, for a question or a name. */
const groups = (all: Found) =>
  foundCommands(AREAS.org_admin, all)
    .filter(({ commands }) => commands.length > 0)
    .map(({ title, commands }) => [title, ...commands.map(({ label }) => label)]);
const refusal = { at: "door", id: "0".repeat(8), time: "2026-11-25T18:03:00Z", place: "Soprum" } as const;

test("so are they where the palette is asked why somebody did not come in", () => {
  const why = [person(1, NORD, "MLB84A"), person(2, NORD)].map((one) => ({ person: one, refusal: null }));
  const [asked] = foundCommands(AREAS.org_admin, { ...found(), why }).filter(({ commands }) => commands.length > 0);
  expect(asked?.commands.map(({ plates }) => plates)).toEqual([["MLB84A"], []]);
});

test("beside a name stands why that person did not come in, which leads to the explanation", () => {
  const all = { ...found(person(1, NORD)), why: [{ person: person(1, NORD), refusal }] };
  expect(groups(all)).toEqual([
    ["Användare", "Anna Skog"],
    ["Varför", "Anna Skog kom inte in i Soprum"],
  ]);
  for (const role of ["org_admin", "system_admin"] as const) {
    const why = foundCommands(AREAS[role], all).find(({ title }) => title === "Varför");
    expect(why?.commands[0]).toMatchObject({ href: passageAddress(role, refusal.id), time: "2026-11-25 19:03" });
  }
});
