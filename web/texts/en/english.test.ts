import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";

/** Name → catalogue, as the Swedish files declare them. */
const swedish = vi.hoisted(() => new Map<string, object>());
vi.mock("../language.ts", async (original) => ({
  ...(await original<typeof import("../language.ts")>()),
  texts: (name: string, catalogue: object) => {
    swedish.set(name, catalogue);
    return catalogue;
  },
}));

const folder = join(import.meta.dirname, "..");
for (const file of globSync("*.ts", { cwd: folder, exclude: ["*.test.ts"] }))
  await import(/* @vite-ignore */ `../${file}`);
const { english } = await import("./index.ts");

/** Catalogues that still answer in Swedish. Write them, and take them away from here. */
const NOT_WRITTEN: readonly string[] = [];
/** Looked up by sentence or code, so that the Swedish side is empty. */
const LOOKED_UP = ["sentences", "server-codes"];

test("every catalogue has its English one, but for those listed", () => {
  expect([...swedish.keys()].filter((name) => !Object.hasOwn(english.catalogues, name)).sort()).toEqual(NOT_WRITTEN);
  expect(Object.keys(english.catalogues).filter((name) => !swedish.has(name))).toEqual([]);
});

test.each(Object.keys(english.catalogues).filter((name) => !LOOKED_UP.includes(name)))(
  "%s says in English all that it says in Swedish",
  (name) => {
    expect(shape(english.catalogues[name])).toEqual(shape(swedish.get(name)));
  },
);

/** The same keys all the way down, a function where there is one, lists of the same length. */
function shape(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return typeof value;
  if (Array.isArray(value)) return value.map(shape);
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, shape(inner)]),
  );
}

test("no Swedish is left in English", () => {
  const left = globSync("*.ts", { cwd: import.meta.dirname })
    .filter((file) => !file.includes(".test.") && file !== "sentences.ts")
    .flatMap((file) => readFileSync(join(import.meta.dirname, file), "utf8").split("\n"))
    // The names of a file's columns are Swedish in every language.
    .filter((line) => /[åäöÅÄÖ]/.test(line) && !line.includes("Nummerplåt, Användare") && !line.includes("fields: ["));
  expect(left).toEqual([]);
});

test("every sentence of a form's rules has its English one", () => {
  const forms = join(import.meta.dirname, "../../../contract/forms");
  const said = globSync("*.ts", { cwd: forms }).flatMap((file) =>
    [...readFileSync(join(forms, file), "utf8").matchAll(/"([A-ZÅÄÖ][^"\n]* [^"\n]*)"/g)].map(
      ([, sentence]) => sentence,
    ),
  );
  expect(said.length).toBeGreaterThan(20);
  expect(said.filter((sentence) => !Object.hasOwn(english.catalogues["sentences"] ?? {}, sentence ?? ""))).toEqual([]);
});
