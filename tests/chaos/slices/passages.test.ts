// Slices of `npm run explain`: refusals with known causes.
import { expect, test } from "vitest";
import { seededRandom } from "#scripts/seed/random.ts";
import { explainPassage } from "#server/passages/explain-passage.rules.ts";
import { startTestPortal } from "#tests/support/build-portal.ts";
import { explainAtDoors } from "../passages/at-doors.ts";
import { explainAtGates } from "../passages/at-gates.ts";
import { drawSeveral } from "../passages/draw.ts";
import { explainDrawn, explainDrawnGates } from "../passages/pure.ts";

test("two thousand drawn refusals at doors have each cause named, and a single one first", () => {
  expect(explainDrawn({ count: 2_000, seed: 7 })).toEqual({ singles: 1_000, several: 1_000, wrong: [], unnamed: [] });
});

test("two thousand drawn refusals at gates have each cause named, and a single one first", () => {
  expect(explainDrawnGates({ count: 2_000, seed: 7 })).toEqual({
    singles: 1_000,
    several: 1_000,
    wrong: [],
    unnamed: [],
  });
});

test("a cause that the rules are not shown is missed, so the drawing sees", () => {
  const drawn = drawSeveral(seededRandom(3));
  const { credential } = drawn.facts;
  const hidden = {
    ...drawn.facts,
    reason: "other" as const,
    credential: credential && { ...credential, version: null },
  };
  const found = explainPassage(hidden).reasons.map(({ code }) => code);
  expect(drawn.causes.every((cause) => found.includes(cause))).toBe(false);
});

test("at a door the cause of then is named though it was changed since, and the first fix lets the code in", async () => {
  const portal = await startTestPortal();
  const result = await explainAtDoors(portal, { count: 16, seed: 5 });
  expect(result).toMatchObject({ asked: 16, changed: 8, wrong: [], byToday: [], notFixed: [] });
  expect(result.several).toBeGreaterThan(1);
  expect(result.fixed).toBeGreaterThan(3);
  await portal.close();
});

test("at a gate the cause of then is named though it was changed since", async () => {
  const portal = await startTestPortal();
  const result = await explainAtGates(portal, { count: 20, seed: 5 });
  expect(result).toMatchObject({ asked: 20, wrong: [], byToday: [] });
  expect(result.changed).toBeGreaterThan(5);
  await portal.close();
});
