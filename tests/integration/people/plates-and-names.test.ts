// Tests that SQL and TypeScript have one rule for plates and names.
import { afterAll, beforeAll, expect, test } from "vitest";
import { plateKey } from "#contract/plate.ts";
import { plateProblem } from "#contract/plate-problem.ts";
import { one, openWorld, type World } from "#tests/integration/platform/world.ts";
import { REFUSED_PLATES, TAKEN_PLATES } from "#tests/support/typed-plates.ts";

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

const signs = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => from + at)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code));
/** Characters among which accents, separators and look-alikes lie. */
const NEAR = [...signs(1, 0x3000), ...signs(0xfe00, 0x10000)];

// Every character stands among digits; the nearer ones also stand after a character, at an edge and at a word's beginning.
test.each([
  [
    "K2?18",
    signs(1, 0x110000).filter(
      (sign) => /[\p{L}\p{N}\p{M}\p{P}\p{Z}\p{C}]/u.test(sign) && !/[\p{Co}\p{Cn}]/u.test(sign),
    ),
  ],
  ["A?1", NEAR],
  ["?ö 123", NEAR],
  ["ABC 123?vo", NEAR],
])("every sign of Unicode has one key in both, in the place of %s", async (round, all) => {
  const texts = all.map((sign) => round.replace("?", sign));
  const { rows } = await world.admin.query<{ key: string; taken: boolean }>(
    `select private.plate_key(t) as key, private.is_plate(t) as taken
     from unnest($1::text[]) with ordinality as s (t, place) order by place`,
    [texts],
  );
  const other = texts.filter(
    (text, at) => rows[at]?.key !== plateKey(text) || rows[at]?.taken !== (plateProblem(text) === null),
  );
  expect(other).toEqual([]);
  expect(rows).toHaveLength(texts.length);
});

test("the database takes the plates that the form takes, and no other", async () => {
  const typed = [...TAKEN_PLATES, ...REFUSED_PLATES.map(([text]) => text)];
  const { rows } = await world.admin.query<{ taken: boolean }>(
    "select private.is_plate(t) as taken from unnest($1::text[]) with ordinality as s (t, place) order by place",
    [typed],
  );
  expect(typed.map((text, at) => [text, rows[at]?.taken])).toEqual(
    typed.map((text) => [text, plateProblem(text) === null]),
  );
});

test("names are searched without regard to case, in Swedish characters too", async () => {
  expect(await one(world.admin, "select private.search_key('ÅSA ÄRLIG ÖBERG ØRSTED') as key")).toEqual({
    key: "åsa ärlig öberg ørsted",
  });
});
