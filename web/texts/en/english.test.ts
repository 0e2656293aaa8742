import { expect, test, vi } from "vitest";

const swedish = vi.hoisted(() => new Map<string, object>());
vi.mock("../language.ts", async (original) => ({
  ...(await original<object>()),
  texts: (name: string, catalogue: object) => {
    swedish.set(name, catalogue);
    return catalogue;
  },
}));

for (const load of Object.values(import.meta.glob(["../*.ts", "!../*.test.ts"]))) await load();
const { english } = await import("./index.ts");

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

const ours = import.meta.glob<string>(["./*.ts", "!./*.test.ts"], {
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
  const said = Object.entries(forms)
    .filter(([file]) => !file.endsWith("/texts.ts") && !file.endsWith("/invalid-form.ts"))
    .flatMap(([, text]) => [...text.matchAll(/"([A-ZÅÄÖ][^"\n]* [^"\n]*)"/g)].map(([, sentence = ""]) => sentence));
  expect(said).toEqual([]);
  expect(Object.keys(formTexts).length).toBeGreaterThan(20);
  expect(Object.keys(english.forms).sort()).toEqual(Object.keys(formTexts).sort());
});
