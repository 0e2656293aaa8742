// Checks that the tests named by docs/security.md, docs/security-asvs.md and docs/cra.md exist.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const security = read("docs/security.md");
const asvs = read("docs/security-asvs.md");
const cra = read("docs/cra.md");

function rows(text: string, heading: string): string[][] {
  const [, section = ""] = text.split(`\n${heading}\n`);
  const table = section.split(/\n## /)[0] ?? "";
  return table
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .slice(2)
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

test.each([
  ["docs/security.md", security],
  ["docs/security-asvs.md", asvs],
  ["docs/cra.md", cra],
])("every test that %s names is there", (_file, text) => {
  const named = new Set([...text.matchAll(/`([\w./*-]+\.test\.ts)`/g)].map(([, file = ""]) => file));
  expect(named.size).toBeGreaterThan(20);
  // Files are below tests/integration where no other folder is named, as both documents state.
  const places = (file: string) => [`tests/integration/${file}`, `tests/${file}`, file];
  expect([...named].filter((file) => globSync(places(file), { cwd: root }).length === 0)).toEqual([]);
});

// Covers: tenant.9
test("every promise names a test or a command", () => {
  const promises = rows(security, "## Promises");
  expect(promises.length).toBeGreaterThan(25);
  expect(promises.filter(([, , shown = ""]) => !/\.test\.ts|npm run/.test(shown))).toEqual([]);
});

test("every threat of the model stands in the table", () => {
  const named = rows(security, "## Threats").flatMap(([ids = ""]) => ids.split(", "));
  expect(named).toHaveLength(19);
  expect(new Set(named)).toEqual(new Set(Array.from({ length: 19 }, (_, i) => `T${i + 1}`)));
});

// Covers: tenant.9
test("each requirement of ASVS 5.0.0, levels 1 and 2, is answered once", () => {
  const answers = asvs
    .split("\n")
    .flatMap((line) => [...line.matchAll(/^\| ([\d., ]+) \| (yes|part|no|n\/a|host) \|/g)].map(([, ids = ""]) => ids))
    .flatMap((ids) => ids.split(", "));
  expect(new Set(answers).size).toBe(answers.length);
  // The answers are 70 of level 1 and 183 of level 2.
  expect(answers).toHaveLength(70 + 183);
});

test("each requirement of the Cyber Resilience Act's Annex I is answered once, and each yes names a test, file or command", () => {
  const parts = [rows(cra, "## Annex I, part I: properties"), rows(cra, "## Annex I, part II: vulnerabilities")];
  const numbers = parts.map((part) => part.map(([requirement = ""]) => requirement.split(" ")[0]));
  expect(numbers[0]).toEqual(["1", ..."a b c d e f g h i j k l m".split(" ").map((letter) => `2${letter}`)]);
  expect(numbers[1]).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
  const answered = parts.flat().filter(([, answer = ""]) => answer === "yes");
  expect(answered.length).toBeGreaterThan(12);
  expect(answered.filter(([, , how = ""]) => !/\.test\.ts|npm |\.md/.test(how))).toEqual([]);
  expect(parts.flat().filter(([, answer = ""]) => !/^(?:yes|part|owner|host)$/.test(answer))).toEqual([]);
});
