// Checks that 'Laddar...' is visible to everybody wherever grey bars are shown.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const web = join(import.meta.dirname, "../../web");
const sources = globSync("**/*.tsx", { cwd: web })
  .filter((file) => !file.includes(".test."))
  .map((file) => ({ file, text: readFileSync(join(web, file), "utf8") }));

// Covers: 2.20
test("no part says it to screen readers alone: each has the words of LoadingWords", () => {
  const own = sources.filter(({ file, text }) => />\s*\{words\.loading\}/.test(text) && file !== "ui/skeleton.tsx");
  expect(own.map(({ file }) => file)).toEqual([]);
  expect(sources.filter(({ text }) => text.includes("<LoadingWords")).length).toBeGreaterThan(7);
});
