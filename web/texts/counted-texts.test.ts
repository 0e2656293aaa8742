// Tests every text that takes a figure, with 0, 1 and 2: the word after the figure has a form for one and a form for several.
import { expect, test, vi } from "vitest";

const swedish = vi.hoisted(() => new Map<string, object>());
vi.mock("./language.ts", async (original) => ({
  ...(await original<object>()),
  texts: (name: string, catalogue: object) => {
    swedish.set(name, catalogue);
    return catalogue;
  },
}));

for (const load of Object.values(import.meta.glob(["./*.sv.ts", "../features/*/texts/*.sv.ts"]))) await load();
const { english } = await import("./en.ts");

type Language = "sv" | "en";
type Text = (...args: unknown[]) => unknown;

/** Parameters that are no figure. Every other one counts something, so a new one is tested. */
const NAMES = new Set(
  `_door _gate act action address after age browser clock code codes day device digits door email fault field fields file
  first found from gate head host hours it kind kinds label last latest meant message moment name names next old organization origin
  page pages period person place places plate port possible provider range read reading reason risk role rule sentence sheet since
  signedInAt size standard state step stored taken technical thing things time title to trouble unclear unit unread until version ways
  calendar group holiday schedule week what when where which who why words year controller`.split(/\s+/),
);
/** Names when they are texts, figures when they are numbers. */
const EITHER = new Set(["controllers", "gates", "items", "pins"]);

function* texts(value: unknown, path: string): Generator<[path: string, text: Text]> {
  if (typeof value === "function") yield [path, value as Text];
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* texts(inner, `${path}.${key}`);
}

/** Returns the names of a text's parameters, as the bundler leaves them. */
const parameters = (text: Text): string[] =>
  (
    /^(?:\(([^)]*)\)|(\w+))\s*=>/
      .exec(String(text))
      ?.slice(1)
      .find((list) => list !== undefined) ?? ""
  )
    .split(",")
    .map((name) => name.replace(/=.*/, "").trim())
    .filter(Boolean);

function argument(name: string, figure: number, asNumber: boolean): unknown {
  const plain = name.replace(/^_/, "");
  if (plain === "isOne" || plain === "one") return figure === 1;
  if (plain === "many") return figure !== 1;
  if (/^exact[A-Z]?/.test(plain)) return figure;
  if (NAMES.has(name) || (EITHER.has(name) && !asNumber)) return "Namn";
  return asNumber ? figure : String(figure);
}

/** Returns the text with this figure, as a number or in written form; "" for a text that takes no figure. */
function said(text: Text, figure: number, asNumber: boolean): string {
  const names = parameters(text);
  if (names.every((name) => NAMES.has(name))) return "";
  try {
    const all = text(...names.map((name) => argument(name, figure, asNumber)));
    return typeof all === "string" ? all : "";
  } catch {
    return "";
  }
}

/** Words between a figure and its noun that are the same for one and for several. */
const BETWEEN: Record<Language, readonly string[]> = {
  sv: [],
  en: ["more", "new", "weekly", "hidden", "door", "number", "test"],
};

/** Returns the words after the figure: "passager" of "12 passager i dag". */
const after = (language: Language, all: string, figure: number): string[] =>
  [...all.matchAll(new RegExp(`(?<![\\d.,:–/-])${figure}((?:[ \\u00a0][\\p{L}-]+)+)`, "gu"))].flatMap(
    ([, words = ""]) => words.split(/[ \u00a0]/).find((word) => word !== "" && !BETWEEN[language].includes(word)) ?? [],
  );

/** Words that have one form, and words that are not counted: prepositions, adverbs, Swedish verbs and English adjectives. */
const INVARIANT: Record<Language, ReadonlySet<string>> = {
  sv: new Set(
    `Namn användare nyaste fordon larm anrop försök utskick objekt system fält fel dörrnamn registreringsnummer s min h
    av till med på och som så tills åt inte kvar per har är tas ges hör står finns kunde svarar väntar slutar saknas erbjuds lyckades
    misslyckades får förlorar`.split(/\s+/),
  ),
  en: new Set(
    `Namn s min h of at as to by and among until per not left waiting failed succeeded could given answering missing or system unknown unclear unread
    granted denied enabled chosen assigned done newest opens changed active`.split(/\s+/),
  ),
};

/** Sentences that are only used for several things, or that take a name or a range instead of the figure. */
const OF_SEVERAL: Record<Language, readonly string[]> = {
  sv: [
    "calendars.holidaysWithin: helgdagar",
    "calendars.typedMany: helgdagar",
    "controllerSetup.tryHelp: minuter",
    "doorPin.attempts: gissningar",
    "doorPin.attemptsAtLeast: gissningar",
    "doorPin.fourDigitsShort: gissningar",
    "nearMisses.allCameras: kameror",
    "organizations.lastDoor: dörrar",
    "overview.expiresIn: dagar",
    "privacy.logDaysHint: dagar",
    "vehicleImport.columns.fewPlates: rader",
  ],
  en: [
    "calendars.holidaysWithin: holidays",
    "calendars.typedMany: holidays",
    "controllerSetup.tryHelp: minutes",
    "nearMisses.allCameras: cameras",
    "organizations.lastDoor: doors",
    "overview.expiresIn: days",
    "credentialAnswer.wasThere: does",
    "personDialog.deletesWillWait: are",
    "personDialog.retired: has",
    "privacy.logDaysHint: days",
    "privacy.erasedWaits: has",
    "vehicleImport.columns.fewPlates: lines",
  ],
};

/** Returns the words that are the same for one and for two, or other for none; null where the figure has no word. */
function wordsWithoutForms(language: Language, text: Text, asNumber: boolean): string[] | null {
  if (!/\b2\b/.test(said(text, 2, asNumber))) return null;
  const [none = [], one = [], two = []] = [0, 1, 2].map((figure) =>
    after(language, said(text, figure, asNumber), figure),
  );
  return [
    ...one.filter((word) => two.includes(word) && !INVARIANT[language].has(word)),
    ...none.filter((word) => two.length > 0 && !two.includes(word)).map((word) => `0 ${word}`),
  ];
}

/** A text takes its figure as a number or in written form; the form with fewer faults counts. */
function withoutForms(language: Language, text: Text): string[] {
  const readings = [true, false].flatMap((asNumber) => {
    const found = wordsWithoutForms(language, text, asNumber);
    return found === null ? [] : [found];
  });
  return readings.reduce((least, found) => (found.length < least.length ? found : least), readings[0] ?? []);
}

// Covers: page.13
test.each(["sv", "en"] as const)("in %s the word after a figure has a form for 0, 1 and 2", (language) => {
  const catalogues = language === "sv" ? [...swedish] : Object.entries(english.catalogues);
  const all = catalogues.flatMap(([name, catalogue]) => [...texts(catalogue, name)]);
  expect(all.filter(([, text]) => /\b2\b/.test(said(text, 2, true))).length).toBeGreaterThan(100);
  const found = all.flatMap(([path, text]) => withoutForms(language, text).map((word) => `${path}: ${word}`));
  expect([...new Set(found)].sort()).toEqual([...OF_SEVERAL[language]].sort());
});

test("a text that forgets its form is found", () => {
  const found = (text: (figure: string) => string) => withoutForms("sv", text as Text);
  expect(found((count: string) => `${count} nekade`)).toEqual(["nekade"]);
  expect(found((count: string) => (count === "1" ? "1 nekad" : `${count} nekade`))).toEqual([]);
  expect(found((count: string) => (Number(count) < 2 ? `${count} nekad` : `${count} nekade`))).toEqual(["0 nekad"]);
  expect(found((name: string) => `${name} nekade`)).toEqual([]);
});
