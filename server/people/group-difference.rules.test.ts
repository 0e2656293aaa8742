import { expect, test } from "vitest";
import { groupDifference } from "./group-difference.rules.ts";

const access = (people: Record<string, number[]>) =>
  new Map(Object.entries(people).map(([person, places]) => [person, new Set(places)]));

test("a person counts once however many places they gain or lose, and who keeps all is not counted", () => {
  const before = access({ anna: [0, 1], bo: [0], cy: [2] });
  const after = access({ anna: [2], bo: [0], dag: [0, 2] });
  expect(groupDifference(before, after, 3)).toEqual({
    gain: { people: 2, rights: 3 },
    lose: { people: 2, rights: 3 },
    places: [
      { gain: 1, lose: 1 },
      { gain: 0, lose: 1 },
      { gain: 2, lose: 1 },
    ],
  });
  expect(groupDifference(before, before, 3)).toMatchObject({ gain: { people: 0 }, lose: { people: 0 } });
});
