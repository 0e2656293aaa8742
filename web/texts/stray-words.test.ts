// Finds Swedish words in components instead of text files: they would stay Swedish for English readers.
import { expect, test } from "vitest";

const sources = import.meta.glob<string>(
  [
    "../{app,features,lib,routes,ui}/**/*.{ts,tsx}",
    "!../**/*.test.{ts,tsx}",
    "!../routes/kit/**",
    "!../routes/kit.tsx",
    "!../**/sample-*.ts",
  ],
  { query: "?raw", import: "default", eager: true },
);

const SMALL_WORDS = /(?:^|[\s}>])(?:av|till|och|på|för|inte|är|har|från|med|som|ett|alla|kan)(?:[\s{<.,]|$)/;
const LETTERS = /[åäöÅÄÖ]/;

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*$/gm, "$1");

function* saidIn(text: string): Generator<string> {
  for (const [, said = ""] of text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)) yield said;
  for (const [, said = ""] of text.matchAll(/`((?:[^`\\]|\\.)*)`/g)) yield said;
  for (const [, said = ""] of text.matchAll(/[>}]([^<>{}=;()$`"]+)(?=[<{])/g)) yield said.trim();
}

function strayWords(text: string): string[] {
  return [...saidIn(withoutComments(text))].filter((said) => LETTERS.test(said) || SMALL_WORDS.test(said));
}

test("the search for stray words sees them", () => {
  expect(strayWords("const a = `${done} av ${total}`;")).toEqual(["${done} av ${total}"]);
  expect(strayWords("<p>Tab</p>\n<p>{name} till</p>")).toEqual(["till"]);
  expect(strayWords("return <p>Sparad på servern</p>; // till och från")).toEqual(["Sparad på servern"]);
  expect(strayWords('const label = "Lägg till";')).toEqual(["Lägg till"]);
});

// Covers: feel.7
test("no word that a person reads stands outside the text files", () => {
  const found = Object.entries(sources).flatMap(([file, text]) => strayWords(text).map((said) => `${file}: ${said}`));
  expect(Object.keys(sources).length).toBeGreaterThan(200);
  expect(found).toEqual([]);
});
