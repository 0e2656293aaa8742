import { expect, test } from "vitest";
import { type Chunk, joinedChunks } from "./joined-chunks.ts";

const SCREENS = ["doors", "people"];

/** Joins small chunks of two screens. `imports`: what each screen and chunk imports; `large`: chunks of 100 kB. */
function joined(
  imports: Record<string, string[]>,
  { apart = [] as string[], large = [] as string[], files = [] as string[][] } = {},
): string[][] {
  const chunks = new Map<string, Chunk>(
    Object.entries(imports).map(([name, its]) => [name, { imports: its, bytes: large.includes(name) ? 100_000 : 500 }]),
  );
  const joinable = Object.keys(imports).filter((name) => !SCREENS.includes(name) && !apart.includes(name));
  return joinedChunks(
    chunks,
    new Map(SCREENS.map((name) => [name, 1])),
    new Set(joinable),
    files.map((names) => new Set(names)),
  ).map((names) => names.toSorted());
}

test("chunks of the same screens become one file, and so do small ones of different screens", () => {
  expect(joined({ doors: ["pill", "note"], people: ["pill", "note"], pill: [], note: [] })).toEqual([["note", "pill"]]);
  expect(joined({ doors: ["pill", "note"], people: ["note"], pill: [], note: [] })).toEqual([["note", "pill"]]);
});

test("no screen fetches a large chunk in vain, nor one that a joined chunk would bring", () => {
  expect(joined({ doors: ["map", "note"], people: ["note"], map: [], note: [] }, { large: ["map"] })).toEqual([]);
  const brought = { doors: ["pill", "note"], people: ["note"], pill: ["map"], map: [], note: [] };
  expect(joined(brought, { large: ["map"], apart: ["map"] })).toEqual([]);
  expect(joined(brought, { apart: ["map"] })).toEqual([["note", "pill"]]);
  const frame = { apart: ["map", "menu"], files: [["map", "menu"]], large: ["menu"] };
  expect(joined({ ...brought, menu: [] }, frame)).toEqual([]);
});

test("no file comes to need itself", () => {
  const chain = { doors: ["list"], people: ["list"], list: ["between"], between: ["note"], note: [] };
  expect(joined(chain)).toEqual([["between", "list", "note"]]);
  expect(joined(chain, { apart: ["between"] })).toEqual([]);
});
