import { expect, test } from "vitest";
import { generateRules, NOTHING_CHOSEN } from "./generate-rules.ts";

const CHOSEN = { ...NOTHING_CHOSEN, controllerIds: ["a"] };
const said = (values: typeof NOTHING_CHOSEN) =>
  generateRules.safeParse(values).error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

// Covers: 5.10
test("codes need a controller", () => {
  expect(said(NOTHING_CHOSEN)).toEqual([["controllerIds", "Välj minst en styrenhet"]]);
  expect(said(CHOSEN)).toEqual([]);
});

test.each(["", " ", "0", "54", "-1", "1.5", "1e1", "två", "٣", "🙂", "999"])("%j is no number of weeks", (weeks) => {
  expect(said({ ...CHOSEN, weeks })).toEqual([["weeks", "Skriv ett tal mellan 1 och 53"]]);
});

test.each([
  ["1", 1],
  [" 53 ", 53],
])("%j is %i weeks", (weeks, count) => {
  expect(generateRules.parse({ ...CHOSEN, weeks }).weeks).toBe(count);
});
