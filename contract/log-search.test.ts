import { expect, test } from "vitest";
import { type NamedIds, searchConditions, searchWords } from "./log-search.ts";

const ID = "00000000-0000-4000-8000-000000000001";
const NOTHING = {
  credential_id: [],
  access_point_id: [],
  controller_id: [],
  command_id: [],
  hold_id: [],
  removed_controller: [],
  removed_door: [],
};
const anna: NamedIds = { ...NOTHING, credential_id: [ID] };

test("a search finds names in any order, and signs of the query language are none", () => {
  expect(searchWords("  Skisslund anna ")).toEqual(["Skisslund", "anna"]);
  expect(searchWords('a%b_c"d\\e*f')).toEqual(["a", "b", "c", "d", "e", "f"]);
  expect(searchWords(" % ")).toEqual([]);
});

test("a word is asked of the columns that it names something in, and of plates as cameras write them", () => {
  expect(searchConditions(["anna"], [anna], false)).toEqual([[`credential_id.in.(${ID})`]]);
  expect(searchConditions(["lb84"], [anna], true)).toEqual([
    [`credential_id.in.(${ID})`, 'plate_number.ilike."%LB84%"', 'plate_number.ilike."%LB 84%"'],
  ]);
  expect(searchConditions(["mlb84a"], [NOTHING], true)).toEqual([
    ['plate_number.ilike."%MLB84A%"', 'plate_number.ilike."%MLB 84A%"'],
  ]);
  expect(searchConditions(["ingen"], [NOTHING], false)).toEqual([[]]);
});

test("a deleted place is asked for by the name that its rows kept, whatever signs it has", () => {
  const kept: NamedIds = { ...NOTHING, removed_controller: ["Södra"], removed_door: ['Port 2, "gamla" (b)', "Entré"] };
  expect(searchConditions(["port"], [kept], false)).toEqual([
    ['removed_controller.in.("Södra")', 'removed_door.in.("Port 2, \\"gamla\\" (b)","Entré")'],
  ]);
  const long: NamedIds = { ...NOTHING, removed_door: Array.from({ length: 60 }, () => "Å".repeat(200)) };
  expect(searchConditions(["å"], [long], false)).toEqual([['search_text.ilike."%å%"']]);
});

test("a word that names too much, or ids too many for an address, are compared with each row's names", () => {
  expect(searchConditions(["anna"], [null], false)).toEqual([['search_text.ilike."%anna%"']]);
  const many = { ...NOTHING, credential_id: Array.from({ length: 150 }, () => ID) };
  const [first, second] = searchConditions(["a", "b"], [many, many], false);
  expect(first?.[0]).toMatch(/^credential_id/);
  expect(second).toEqual(['search_text.ilike."%b%"']);
});
