// Swedish stands only beside its English: in contract/, the page's texts, the mail templates and the settings.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const SOURCES = [
  "server/**/*.ts",
  "rest/**/*.ts",
  "drivers/**/*.ts",
  "scripts/*.ts",
  "scripts/lib/**/*.ts",
  "web/**/*.{ts,tsx}",
  "database/**/*.sql",
];
/** Places where Swedish may stand: the page's texts, mail templates, browser tests, released SQL. */
const ELSEWHERE =
  /\.test\.tsx?$|^web\/texts\/|^web\/features\/[a-z-]+\/texts\/|^server\/\w+\/mails\.ts$|^server\/platform\/mail\/(?:layout|mail-template|clock-time)\.ts$|^server\/platform\/(?:telemetry\/|copy-)?settings\.ts$|^scripts\/lighthouse\.ts|^database\/migrations\/|^database\/people\/plates\.|^database\/seed\/|conformance/;
/** Files whose Swedish is a list of words to guess passwords by, and no sentence. */
const NO_SENTENCES = ["server/auth/passwords/strength-worker.ts", "web/features/auth/sign-in/password-strength.ts"];

const LETTERS = /[åäöÅÄÖ]/;
/** The letters of plates in a regular expression are an alphabet. */
const ALPHABET = /\[[^\]"']*ÅÄÖÆØÜ[^\]"']*\]/g;
const SMALL_WORDS =
  /(?:^|[\s"'`}])(?:av|till|och|på|för|inte|är|har|från|med|som|ett|alla|kan|inget|finns|gäller)(?=[\s"'`.,:;{]|$)/i;

const withoutComments = (file: string, text: string) =>
  file.endsWith(".sql")
    ? text.replace(/--.*$/gm, "")
    : text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*$/gm, "$1");

const literals = (line: string) =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|`([^`]*)`|'((?:[^'\\]|\\.)*)'/g)].map(([all]) => all);

function swedish(file: string, text: string): string[] {
  return withoutComments(file, text)
    .replace(ALPHABET, "")
    .split("\n")
    .filter((line) => LETTERS.test(line) || literals(line).some((said) => SMALL_WORDS.test(said)));
}

test("the search sees a Swedish sentence, and no comment", () => {
  expect(swedish("a.ts", 'throw new Error("Inget har sparats.");')).toHaveLength(1);
  expect(swedish("a.ts", "const said = `Kanalen ${name} kan inte läsas`;")).toHaveLength(1);
  expect(swedish("a.ts", "// Åtkomstlogg, på svenska\n/** är inte */\nconst a = 1;")).toEqual([]);
  expect(swedish("a.sql", "message = 'Kontot finns inte';")).toHaveLength(1);
  expect(swedish("a.sql", "-- Händelselogg")).toEqual([]);
  expect(swedish("a.sql", "plate ~ '^[0-9A-ZÅÄÖÆØÜ]+$'")).toEqual([]);
  expect(swedish("a.sql", "plate ~ '[ÅÄÖÆØÜ]' or said = 'Händelse'")).toHaveLength(1);
});

test("no Swedish sentence stands outside contract/, the page's texts, the mail templates and the settings", () => {
  const files = globSync(SOURCES, { cwd: root }).filter(
    (file) => !ELSEWHERE.test(file) && !NO_SENTENCES.includes(file),
  );
  expect(files.length).toBeGreaterThan(400);
  const found = files.flatMap((file) =>
    swedish(file, readFileSync(join(root, file), "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});
