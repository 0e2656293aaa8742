// Plates and names by the same rule in SQL and TypeScript.
import { afterAll, beforeAll, expect, test } from "vitest";
import { plateKey } from "#contract/plate.ts";
import { one, openWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await openWorld({ filled: false });
});
afterAll(() => world[Symbol.asyncDispose]());

const PLATES = [
  "ABC 123",
  "abc-123",
  "  mlb 84a ",
  "АВЕ 123",
  "авек мнор",
  "СТУХ99",
  "ÅÄÖ 1",
  "åäö 1",
  "A\u030AB 12",
  "ØÆÜ-7",
  "øæü 7",
  "ＡＢＣ１２３",
  "№ 5",
  "ß 12",
  "{plate}",
  "",
  "日本 12",
  "🚗 ABC 12",
  "İı 34",
  "A\u0000B".replace("\u0000", ""),
  "%_\\",
  "x'y\"z",
];

test.each(PLATES)("the plate %j has one key in the database and in the server", async (plate) => {
  expect(await one(world.admin, "select private.plate_key($1) as key", [plate])).toEqual({ key: plateKey(plate) });
});

test("names are searched without regard to case, in Swedish characters too", async () => {
  expect(await one(world.admin, "select private.search_key('ÅSA ÄRLIG ÖBERG ØRSTED') as key")).toEqual({
    key: "åsa ärlig öberg ørsted",
  });
});
