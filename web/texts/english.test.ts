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

const NOT_WRITTEN: readonly string[] = [];

// Covers: feel.7
test("every catalogue has its English one, but for those listed", () => {
  expect([...swedish.keys()].filter((name) => !Object.hasOwn(english.catalogues, name)).sort()).toEqual(NOT_WRITTEN);
  expect(Object.keys(english.catalogues).filter((name) => !swedish.has(name))).toEqual([]);
});

test.each(Object.keys(english.catalogues))("%s says in English all that it says in Swedish", (name) => {
  expect(shape(english.catalogues[name])).toEqual(shape(swedish.get(name)));
});

function shape(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(shape);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, shape(inner)]),
  );
}

const ours = import.meta.glob<string>(["./*.en.ts", "../features/*/texts/*.en.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const forms = import.meta.glob<string>(["/contract/forms/*.ts", "!**/*.test.ts"], {
  query: "?raw",
  import: "default",
  eager: true,
});

test("no Swedish is left in English", () => {
  const left = Object.values(ours)
    .flatMap((text) => text.split("\n"))
    // The file's columns are Swedish in every language.
    .filter((line) => /[åäöÅÄÖ]/.test(line) && !line.includes("Nummerplåt, Användare") && !line.includes("fields: ["));
  expect(Object.keys(ours).length).toBeGreaterThan(15);
  expect(left).toEqual([]);
});

test("every sentence of a form's rules stands among the forms' texts, and has its English one", async () => {
  const { formTexts } = await import("#contract/forms/texts.ts");
  const { personFieldTexts } = await import("#contract/forms/person-fields.ts");
  const said = Object.entries(forms)
    .filter(([file]) => !/\/(?:texts|person-fields|person-labels|invalid-form)\.ts$/.test(file))
    .flatMap(([, text]) => [...text.matchAll(/"([A-ZÅÄÖ][^"\n]* [^"\n]*)"/g)].map(([, sentence = ""]) => sentence));
  expect(said).toEqual([]);
  expect(Object.keys(formTexts).length).toBeGreaterThan(20);
  expect(Object.keys(english.forms).sort()).toEqual(Object.keys({ ...formTexts, ...personFieldTexts }).sort());
});

/** Matches a figure of one before a plural noun. */
const SEVERAL = {
  sv: /(?<![\d.,:–-])1 (?:\p{Ll}+ )?(passager|händelser|styrenheter|enheter|dörrar|grindar|rader|kolumner|ändringar|avvikelser|(?:PIN-)?koder|dagar|timmar|minuter|sekunder|veckor|personer|organisationer|administratörer|kameror|saker|dubletter|läsningar|behörigheter|siffror|gånger|poster|försök är|användare är)(?=\P{L}|$)/iu,
  en: /(?<![\d.,:–-])1 (?:\p{Ll}+ )?(passages|events|controllers|devices|doors|gates|lines|columns|changes|differences|PINs|codes|days|hours|minutes|seconds|weeks|people|organisations|administrators|cameras|things|duplicates|readings|credentials|digits|times|entries|users|vehicles|calls)(?=\P{L}|$)/iu,
};
const ONE = /(?<![\d.,:–-])1 /;

function* argumentsOf(length: number): Generator<unknown[]> {
  if (length === 0) return yield [];
  for (const rest of argumentsOf(length - 1)) for (const one of ["1", 1, false, true]) yield [one, ...rest];
}

/** Finds sentences that may have a figure of one before a plural noun. */
function neverOfOne(language: keyof typeof SEVERAL, value: unknown, path: string): string[] {
  if (typeof value === "function") {
    const said = new Set<string>();
    for (const args of argumentsOf(Math.min(value.length, 4))) {
      try {
        said.add(String(value(...args)));
      } catch {
        // This text takes facts, not figures.
      }
    }
    const withOne = [...said].filter((text) => ONE.test(text));
    return withOne.length > 0 && withOne.every((text) => SEVERAL[language].test(text)) ? [path] : [];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => neverOfOne(language, inner, `${path}.${key}`));
}

/** Sentences only for several (one has another sentence), or with a name or a range in the place of the figure. */
const BOTH = [
  ...["noPinHelp", "pinLength", "pinLengthHelp"].map((name) => `accessPoints.${name}`),
  ...["someDiffer", "someFail"].map((name) => `controllerExamination.${name}`),
  "controllerDelete.unassign",
  "controllerSetup.tryHelp",
  "doorPin.possibleCodes",
  "firstSteps.nameHelp",
  "nearMisses.allCameras",
  "overview.expiresIn",
  "privacy.logDaysHint",
];
const OF_SEVERAL: Record<keyof typeof SEVERAL, readonly string[]> = {
  sv: [...BOTH, "organizations.firstDoor", "organizations.lastDoor"],
  en: [
    ...BOTH,
    "audit.exportCut",
    "firstSteps.doorsHelp",
    "nearMisses.correctEffect",
    "nearMisses.times",
    "preview.sameName",
  ],
};

test.each(["sv", "en"] as const)("in %s every figure can be of one", (language) => {
  const catalogues = language === "sv" ? [...swedish] : Object.entries(english.catalogues);
  expect(catalogues.flatMap(([name, catalogue]) => neverOfOne(language, catalogue, name)).sort()).toEqual(
    [...OF_SEVERAL[language]].sort(),
  );
});
