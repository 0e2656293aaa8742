// Finds Swedish words in components instead of text files: they would stay Swedish for English readers.
import { expect, test } from "vitest";
import { isSwedish } from "#tests/support/is-swedish.ts";

const sources = import.meta.glob<string>(
  ["../{app,features,lib,routes,ui}/**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}", "!../features/*/texts/**"],
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
    "../../contract/forms/*.ts",
    "!../../contract/forms/*.test.ts",
    "../../contract/alert-sentences.ts",
    "../../contract/passage-causes.*.ts",
    "../../contract/field-kit.ts",
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
  inloggning: /\bsession(?:en|er|erna)\b/i,
  "e-postserver, and e-post for the medium": /mailserver|\b(?:med|via) mail\b/i,
  återställning: /återläs/i,
  "ladda ner": /\bladda(?:r|s|de)? ned\b/i,
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

/** Shapes that a Swede does not write; each has what is written instead. */
const OTHER_SHAPES = {
  "tillgång, but for the specified words": /åtkomst(?!punkt|logg|tjänst|profil|token)(?!en? tilldelad| tilldelad)/i,
  "registreringsnummer of a person, skylt of what a camera saw":
    /nummerplåt|registreringsskylt|nummerlist|\b(?:koder?|PIN-koder) (?:och|eller) skylt|^["`]skylt["`]$/i,
  "number plate of a person": /\bcodes? (?:and|or) plates?\b|^["`]Plate["`]$/,
  macro: /makro/i,
  "three full stops": /(?<!till|to)…["`]/,
  registreringsnumret: /(?<![a-zåäö])numre[tn]\b(?! (?:på kamerans I\/O-port|eller ID:t|med \+|och testa öppningen))/i,
  automatiskt: /\bav sig själ/i,
  automatically: /\bby (?:itself|themselves)\b(?!: )/i,
  "kräver of a device": /\b(?:enheten|läsaren|dörren)(?: där| vid [^ ]+)? vill ha (?!lösenordet)/i,
  "requires of a device": /\b(?:device|reader|door)(?: there| at the door)? wants (?!the password|something)/i,
  "nekade, of a device": /\bsade nej\b/i,
  "gick inte att tolka": /obegriplig/i,
  "could not be read": /incomprehensib/i,
  "misslyckades, kunde inte skickas": /\bg(?:er|av|ivit)s? upp\b/i,
  failed: /\bgiven up\b/i,
  "ännu inte, before the verb": /(?<!\p{L})(?<!(?:äldre|längre|större|mer|fler|mindre) )än(?=[.,;:`"])/u,
  "a comma before så": /(?:["`]|[.] )\p{Lu}\p{Ll}+ [^.,:;?]*[^.,:;] så (?:skapa|skicka|kan|få|visa|komm|väl)\p{Ll}*/u,
  "the verb instead of its noun": /\b(?:kopplingen|tilldelningen) av\b|\bbegärde byte\b/i,
  "whom it serves before what it does": /(?:["`]|[.] )Att du|får veta (?:att|vem)/,
};

/** A maker or a standard before a Swedish noun is written with a hyphen: "Axis-utgång". These words may follow one. */
const MAY_FOLLOW =
  /^(?:(?:är|har|hade|ska|kan|får|fick|måste|gäller|räcker|räckte|räcka|finns|saknas|skickas|hör|kräver|tillåts|tillåtas|behövs|skulle|skrivs|is)|(?:i|på|av|för|till|från|vid|med|mot|om|mellan|utan|enligt|under|inom|hos|som|och|eller|men|så|när|där|här|nu|inte|bara|dygnet|direkt|kvar|exporterad|tillåten|first|names|rules?|patterns?))$/;
const MAKERS =
  /(?<![\w-])(?:2N|Axis|Axxon|Hikvision|Shelly|UniFi|LPR|CSV|PIN|HTTPS?|JSON|TLS|SMS|QR|ID) (\p{Ll}[\p{Ll}-]*)/gu;

const apart = (said: string): string[] =>
  [...said.matchAll(MAKERS)].flatMap(([both, next = ""]) => (MAY_FOLLOW.test(next) ? [] : [both]));

function otherShapes(file: string, text: string): string[] {
  const sentences = [...withoutComments(text).matchAll(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g)].map(([said]) => said);
  return sentences
    .filter((said) => !SPECIFIED_SHAPES.includes(said.slice(1, -1)))
    .flatMap((said) => [
      ...Object.entries(OTHER_SHAPES).flatMap(([better, shape]) =>
        shape.test(said) ? [`${said}: say ${better}`] : [],
      ),
      ...(file.endsWith(".en.ts") || !isSwedish(said) ? [] : apart(said).map((both) => `${said}: hyphen in ${both}`)),
    ]);
}

/** Words of the specification, the columns of an import file, and a kind of camera. */
const SPECIFIED_SHAPES = [
  "Nummerplåt",
  "Saknar nummerplåt",
  "Axis-kamera för nummerplåtar",
  "Format: Organisation, Nummerplåt, Användare, Fordonstyp, Skapad",
];

test("no text has a shape that is forbidden, in either language", () => {
  const examples = [
    'a: "Ge åtkomst"',
    'a: "Skriv nummerplåten."',
    'a: "Det ändras av sig självt"',
    'a: "Inte läst än"',
    'a: "Lämna tomt så skapar portalen en kod"',
    'a: "Axis utgång för grinden"',
    'a: "Enheten sade nej"',
    'a: "Att du har tittat står i loggen"',
    'a: "Visar koder och skyltar"',
    'a: "Skylt"',
    'a: "Läser av…"',
  ];
  expect(examples.filter((text) => otherShapes("a.sv.ts", text).length === 0)).toEqual([]);
  expect(
    otherShapes(
      "a.sv.ts",
      'a: "Hantera åtkomstpunkter", b: "Larma när kopian är äldre än … timmar", c: "En PIN är dold"',
    ),
  ).toEqual([]);
  const found = Object.entries(TEXT_FILES).flatMap(([file, text]) =>
    otherShapes(file, text).map((other) => `${file}: ${other}`),
  );
  expect(found).toEqual([]);
});

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
