import { expect, test } from "vitest";
import { REFUSED_PLATES, TAKEN_PLATES } from "#tests/support/typed-plates.ts";
import { plateProblem } from "./plate-problem.ts";

test.each(TAKEN_PLATES)("%j is a plate", (text) => {
  expect(plateProblem(text)).toBeNull();
});

test.each(REFUSED_PLATES)("%j is none: %s", (text, problem) => {
  expect(plateProblem(text)).toBe(problem);
});
