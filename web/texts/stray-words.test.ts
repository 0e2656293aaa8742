// Finds Swedish words in components instead of text files: they would stay Swedish for English readers.
import { expect, test } from "vitest";
import { isSwedish } from "#tests/support/is-swedish.ts";

const sources = import.meta.glob<string>(
  [
    "../{app,features,lib,routes,ui}/**/*.{ts,tsx}",
    "!../**/*.test.{ts,tsx}",
    "!../routes/kit/**",
    "!../routes/kit.tsx",
    "!../features/*/texts/**",
  ],
  { query: "?raw", import: "default", eager: true },
);

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*$/gm, "$1");

function* saidIn(text: string): Generator<string> {
  for (const [, said = ""] of text.matchAll(/"((?:[^"\\\n]|\\.)*)"/g)) yield said;
  for (const [, said = ""] of text.matchAll(/`((?:[^`\\]|\\.)*)`/g)) yield said;
  for (const [, said = ""] of text.matchAll(/[>}]([^<>{}=;()$`"]+)(?=[<{])/g)) yield said.trim();
}

function strayWords(text: string): string[] {
  return [...saidIn(withoutComments(text))].filter(isSwedish);
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

const TEXT_FILES = import.meta.glob<string>(
  [
    "./*.ts",
    "../features/*/texts/*.ts",
    "../../contract/errors/*.ts",
    "../../contract/alert-sentences.ts",
    "../../contract/made-texts.ts",
    "../../server/*/mails.ts",
    "../../server/platform/mail/*.ts",
    "!./*.test.ts",
    "!../../server/**/*.test.ts",
  ],
  { query: "?raw", import: "default", eager: true },
);

/** docs/wording.md has one word per thing; these are the rejected ones. */
const OTHER_WORDS = {
  mail: /mejl|e-postmeddelande|\bbrev\b/i,
  passage: /passering|genomgång|inpassage/i,
  passkey: /passnyck|lösennyck|åtkomstnyck/i,
  inloggning: /\bsession(?:en|erna)\b/i,
  "matchar sökningen": /passar sökningen/i,
  // For a certificate, which its own makers renew.
  förläng: /\bförny(?!a det (?:i proxyn|på enheten))/i,
  "avvikelse or Drift, the page": /(?<!\bi )\bdrift(?!ansvarig)/,
  "försöker igen": /försöks igen/i,
  email: /\be-mail|welcome mail\b/i,
  "second step": /second factors?\b/i,
  current: /\bthe present (?:one|week|password)\b/i,
  attempts: /too many tries/i,
  "rename slipped into a sentence": /\b(?:stepUp|steppedUp|replica[A-Z]\w*) /,
};

function otherWords(text: string): string[] {
  const sentences = [...withoutComments(text).matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([said]) => said);
  return sentences.flatMap((said) =>
    Object.entries(OTHER_WORDS).flatMap(([word, other]) => (other.test(said) ? [`${said}: say ${word}`] : [])),
  );
}

test("a thing has one word in every text, in both languages", () => {
  expect(otherWords('a: "Kod från mejlet", b: `Passeringar ${day}`, c: "Kod från mailet",')).toHaveLength(2);
  expect(otherWords('a: "Förnya behörigheten", b: "Förnya det i proxyn.", c: "Loggen över driften"')).toHaveLength(2);
  expect(Object.keys(TEXT_FILES).length).toBeGreaterThan(90);
  const found = Object.entries(TEXT_FILES).flatMap(([file, text]) =>
    otherWords(text).map((other) => `${file}: ${other}`),
  );
  expect(found).toEqual([]);
});
