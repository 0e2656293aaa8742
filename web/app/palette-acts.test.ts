// Tests that every act of a page's head or row is in the palette: the acts are read from the code of the pages.
import { expect, test } from "vitest";
import { frameTexts } from "#web/texts/frame.sv.ts";
import { paletteActTexts } from "#web/texts/palette-acts.sv.ts";
import { AREAS } from "./navigation.ts";
import { headActs, otherActs } from "./palette-acts.ts";
import { addCommands } from "./palette-commands.ts";

const sources = import.meta.glob<string>(["../{features,routes}/**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const modules = import.meta.glob<Record<string, Record<string, unknown>>>(
  ["../features/*/texts/*.sv.ts", "../texts/*.sv.ts"],
  { eager: true },
);

/** Acts that are reached by the row's own command in the palette, and acts on something just done. */
const IN_THE_ROW = ["Redigera", "Ta bort", "Ångra"];
/** The page about one person, which the person's row opens. */
const OF_ONE_PERSON = /person-data-view/;
/** Lists inside a dialog that the palette opens. */
const IN_DIALOGS =
  /\/(?:users|doors)\/components\/(?:controller-users|access-points)|weekly-codes\/components\/existing-codes/;

/** Returns the text of `t.add` in a file; null if it is no text. */
function textOf(file: string, expression: string): string | null {
  const [alias = "", ...path] = expression.split(".");
  const found = new RegExp(`import \\{[^}]*?(\\w+)(?: as ${alias})?\\s*[,}][^;]*?"[^"]*/([\\w-]+\\.sv\\.ts)"`, "g");
  for (const [statement, , name = ""] of (sources[file] ?? "").matchAll(found)) {
    const exported = new RegExp(`\\b(\\w+) as ${alias}\\b`).exec(statement)?.[1] ?? alias;
    if (!new RegExp(`\\b${alias}\\b`).test(statement)) continue;
    const [, module] = Object.entries(modules).find(([path_]) => path_.endsWith(`/${name}`)) ?? [];
    const value = path.reduce<unknown>(
      (object, key) => (object as Record<string, unknown> | undefined)?.[key],
      module?.[exported],
    );
    if (typeof value === "string") return value;
  }
  return null;
}

/** Returns the code of a page's head, including the portal's own components in it. */
function headsOf(file: string): [file: string, code: string][] {
  const text = sources[file] ?? "";
  return [...text.matchAll(/^( *)<PageHead$[\s\S]*?^\1\/>/gm)].flatMap(([head]) => {
    const parts = [...head.matchAll(/<([A-Z]\w+)/g)].map(([, name = ""]) =>
      name.replace(/\B([A-Z])/g, "-$1").toLowerCase(),
    );
    const own = Object.entries(sources).filter(([path]) => parts.some((name) => path.endsWith(`/${name}.tsx`)));
    return [[file, head] as [string, string], ...own];
  });
}

const BUTTON = /<Button(?:Link)?\b(?:[^>]|=>)*>\s*\{([\w.]+)\}/g;
const LABEL = /\blabel: ((?:\w+\.)+\w+),/g;

const heads = Object.keys(sources)
  .filter((file) => !OF_ONE_PERSON.test(file))
  .flatMap(headsOf)
  .flatMap(([file, code]) =>
    [...code.matchAll(BUTTON), ...code.matchAll(LABEL)].map(([, said = ""]) => textOf(file, said)),
  );
const rows = Object.entries(sources)
  .filter(([file, code]) => /\bRowAction\b|\browActions=/.test(code) && !IN_DIALOGS.test(file))
  .flatMap(([file, code]) => [...code.matchAll(LABEL)].map(([, said = ""]) => textOf(file, said)));

const offered = new Set(
  Object.values(AREAS).flatMap((area) =>
    [...addCommands(area), ...headActs(area), ...otherActs(area)].map(({ label }) => label),
  ),
);
const missing = (acts: readonly (string | null)[]) =>
  [...new Set(acts)].filter((act) => act !== null && !offered.has(act) && !IN_THE_ROW.includes(act));

test("every act of a page's head is in the palette", () => {
  expect(heads.filter((act) => act !== null).length).toBeGreaterThan(8);
  expect(missing(heads)).toEqual([]);
});

test("every act of a page's row is in the palette", () => {
  expect(rows.filter((act) => act !== null).length).toBeGreaterThan(15);
  expect(missing(rows)).toEqual([]);
});

test("each page has other words", () => {
  const known = paletteActTexts.pageWords.map(([page]) => page);
  const pages = Object.values(AREAS).flatMap(({ items }) => items.map(({ label }) => label));
  expect([...pages, frameTexts.account].filter((page) => !known.includes(page))).toEqual([]);
  expect(known.filter((page) => ![...pages, frameTexts.account].includes(page))).toEqual([]);
});

test("each act has other words, and leads into its own area", () => {
  for (const area of Object.values(AREAS))
    for (const { also, href } of [...headActs(area), ...otherActs(area)]) {
      expect(also).toBeTruthy();
      expect(href?.startsWith(`${area.home}/`)).toBe(true);
    }
});
