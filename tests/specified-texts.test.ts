// Checks that each text of the specification has a test that makes the product say it: on the screen (`sees`), or in a reply.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SPECIFIED, specified } from "./specified-texts.ts";

const root = join(import.meta.dirname, "..");
const all = Object.entries(SPECIFIED).flatMap(([place, texts]) => texts.map((text) => `${place}: ${text}`));

/** Finds `await sees("place", "text", …)` in a test of a part of the page, and `specified("place", "text")` in one of a reply. */
function shownBy(file: string): string[] {
  const calls = readFileSync(join(root, file), "utf8").matchAll(
    /(?:await sees|(?<!not\.)\b(?:toMatch|stringMatching)\(\s*specified)\(\s*"([\w-]+)",((?:\s*(?:"[^"\n]*"|'[^'\n]*'),?)+)\s*\)/g,
  );
  return [...calls].flatMap(([, place, texts = ""]) =>
    [...texts.matchAll(/"([^"\n]*)"|'([^'\n]*)'/g)].map(([, double, single]) => `${place}: ${double ?? single}`),
  );
}

const files = globSync("{web,tests/integration}/**/*.test.{ts,tsx}", { cwd: root });
const shown = new Set(files.flatMap(shownBy));

test("every text of the specification has a test that reads it where people do", () => {
  expect(all.filter((text) => !shown.has(text))).toEqual([]);
  expect(all.length).toBeGreaterThan(190);
  expect(new Set(all).size).toBe(all.length);
});

test("a text is matched whole, with anything where a part varies", () => {
  expect("Dörrar (12)").toMatch(specified("organization-controllers", "Dörrar ({n})"));
  expect("Dörrar ()").not.toMatch(specified("organization-controllers", "Dörrar ({n})"));
  expect("Alla dörrar (1)").not.toMatch(specified("organization-controllers", "Dörrar ({n})"));
  expect("Felet").not.toMatch(specified("sign-in", "Fel"));
});
