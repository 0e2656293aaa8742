import { describe, expect, test } from "vitest";
import { findPeopleColumns } from "#contract/people-columns.ts";
import { doorsOfRow, groupsOfRow } from "#contract/people-file.ts";
import { splitText } from "#contract/read-csv.ts";
import { readPeople, rowsWithoutZero } from "./read-people.ts";

const door = (id: string, name: string, controller = "Port A") => ({
  id,
  name,
  controller,
  pinMin: null,
  pinMax: null,
});
const DOORS = [door("1", "Entré"), door("2", "Garage"), door("3", "Port, gård")];

const GROUPS = [
  { id: "4", name: "Boende", doorIds: ["1"] },
  { id: "5", name: "Städ, kväll", doorIds: [] },
];

/** Reads a file as the page does. */
function people(text: string, doors = DOORS, joining: typeof GROUPS = []) {
  const lines = splitText(text, 5);
  return readPeople(
    lines,
    {
      layout: findPeopleColumns(lines),
      places: { doors, chosen: [], hasGates: true, groups: GROUPS, joining },
      period: "12_months",
      generates: false,
    },
    new Date("2026-11-29T12:00:00Z"),
  );
}

describe("a file of people", () => {
  test.each(["Giltigt till", "Giltig t.o.m.", "Gäller t o m", "Giltigt till och med", "Slutar", "Upphör", "Expires"])(
    "gives no more time than its column %s says",
    (head) => {
      const [one] = people(`Namn;Regnr;${head}\nAnna Berg;ABC123;2027-01-31\n`);
      expect(one).toMatchObject({ row: { validity: "2027-01-31" }, problem: null });
    },
  );

  test.each([
    ["Boende", ["Boende"], null],
    ["Städ, kväll; Boende", ["Städ, kväll", "Boende"], null],
    ["Boendet", ["Boendet"], { problem: "group_unknown", group: "Boendet", like: ["Boende"] }],
    ["Städ, kväll", ["Städ, kväll"], { problem: "pin_without_doors" }],
  ])("puts a person in the groups of its column Grupp (%s)", (cell, groups, problem) => {
    expect(people(`Namn;PIN;Grupp\nAnna Berg;739164;"${cell}"\n`)).toMatchObject([{ row: { groups }, problem }]);
  });

  test("puts a person in the chosen group, unless its column Grupp names another or none", () => {
    const joining = GROUPS.slice(0, 1);
    const read = people(
      'Namn;PIN;Grupp\nAnna Berg;739164;\nBo Ek;739165;Ingen\nCaj Al;739166;"Städ, kväll"\n',
      DOORS,
      joining,
    );
    const places = { doors: DOORS, chosen: [], hasGates: true, groups: GROUPS, joining };
    expect(read.map(({ row, problem }) => [groupsOfRow(row, places), problem?.problem])).toEqual([
      [{ groups: joining }, undefined],
      [{ groups: [] }, "pin_without_doors"],
      [{ groups: GROUPS.slice(1) }, "pin_without_doors"],
    ]);
    const named = [...GROUPS, { id: "6", name: "Ingen", doorIds: ["2"] }];
    expect(groupsOfRow({ groups: ["ingen"] }, { groups: named, joining })).toEqual({ groups: named.slice(2) });
    expect(doorsOfRow({ doors: [], groups: ["none"] }, { ...places, chosen: DOORS })).toEqual({ doors: DOORS });
  });

  test.each([
    ["Berg, Anna", "Anna", "Berg"],
    ["af Klint-Berg , Anna Maria", "Anna Maria", "af Klint-Berg"],
    ["Anna Berg", "Anna", "Berg"],
    ["Anna", "Anna", "Anna"],
    ["Berg,", "Berg,", "Berg,"],
    ["Berg, Bo, Ek", "Berg,", "Bo, Ek"],
  ])("splits the name %s", (name, first, last) => {
    const [one] = people(`Namn;Regnr\n"${name}";ABC123\n`);
    expect(one?.row).toMatchObject({ first_name: first, last_name: last });
  });

  test.each([
    ["Port, gård", ["Port, gård"]],
    ["Entré, Port, gård; Garage", ["Entré", "Port, gård", "Garage"]],
    ["Port A: Port, gård,Entré", ["Port A: Port, gård", "Entré"]],
    ["Entré,,Källare, norr", ["Entré", "Källare", "norr"]],
  ])("names doors whose names have a comma: %s", (cell, doors) => {
    const [one] = people(`Namn;PIN;Dörrar\nAnna Berg;5816;"${cell}"\n`);
    expect(one?.row.doors).toEqual(doors);
  });

  test("has a PIN that is easy to guess refused", () => {
    const file = (pin: string) => `Namn;PIN;Dörrar\nAnna Berg;${pin};Garage\n`;
    expect(people(file("1234"))[0]?.problem).toEqual({ problem: "pin_trivial" });
    expect(people(file("5816"))[0]?.problem).toBeNull();
  });

  test("gives all doors by a word, and one door that has the word as its name", () => {
    const file = "Namn;PIN;Dörrar\nAnna Berg;5816;Alla\n";
    expect(people(file)[0]).toMatchObject({ row: { doors: ["Alla"] }, problem: null });
    const named = [door("1", "Alla"), door("2", "Alla", "Port B")];
    expect(people(file, named)[0]?.problem).toMatchObject({ problem: "door_ambiguous" });
  });

  test.each([
    ["one of four PINs is shorter", ["58163", "90274", "4123", "73915"], [4]],
    ["a zero stands in the file", ["58163", "00274", "4123", "73915"], []],
    ["all have one length", ["58163", "90274", "41238", "73915"], []],
    ["lengths differ anyway", ["58163", "9027", "4123", "73915"], []],
    ["too few are alike", ["58163", "4123"], []],
    ["the portal chooses some", ["58163", "generera", "90274", "4123", "73915", ""], [5]],
    ["no row has a PIN", ["generera", ""], []],
  ])("tells which PINs may have lost a zero: %s", (_name, pins, rows) => {
    const file = `Namn;PIN\n${pins.map((pin) => `Anna Berg;${pin}`).join("\n")}\n`;
    expect(rowsWithoutZero(people(file))).toEqual(rows);
  });
});
