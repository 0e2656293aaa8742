// The campaigns share one world; their files depend on each other in one direction only.
import { expect, test } from "vitest";
import { circles, importGraph } from "./source-imports.ts";

const graph = importGraph("{tests/chaos,bench}/**/*.ts");

test("no file of the campaigns or measurements imports itself by way of others, types included", () => {
  expect(graph.size).toBeGreaterThan(80);
  expect(circles(graph)).toEqual([]);
});
