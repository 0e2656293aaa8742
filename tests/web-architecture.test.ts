// The page's own rules: rooms of web/, imports between them, no circles, routes that only compose.
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const files = globSync("web/**/*.{ts,tsx}", { cwd: root });
const isTest = (file: string) => /\.test\.tsx?$/.test(file);

interface Import {
  readonly file: string;
  readonly specifier: string;
  /** The file it names, from the root; null for a package. */
  readonly target: string | null;
}

function importsOf(file: string, text: string): Import[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"'\n]+)["']/g;
  return [...text.matchAll(pattern)].map(([, specifier = ""]) => ({
    file,
    specifier,
    target: targetOf(file, specifier),
  }));
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? posix.join(posix.dirname(file), specifier) : null;
}

/** `features/<name>`, else the folder of web/ (`ui`), else "" for what starts the page. */
function roomOf(file: string): string {
  const [, first = "", second = "", ...rest] = file.split("/");
  if (second === "") return "";
  return first === "features" && rest.length > 0 ? `features/${second}` : first;
}

/** Room → the rooms it may import. Every feature has the same rights, and none to another feature. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "": ["app", "lib", "texts", "styles"],
  app: ["routes", "features", "ui", "lib", "texts"],
  routes: ["app", "features", "ui", "lib", "texts"],
  features: ["ui", "lib", "texts"],
  boot: ["ui", "lib", "texts"],
  ui: ["lib", "texts"],
  lib: ["texts"],
  texts: ["lib"],
  styles: [],
};
const kindOf = (room: string) => (room.startsWith("features/") ? "features" : room);

/** The groups of files that reach each other in a circle, found by Tarjan's algorithm. */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const open: string[] = [];
  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    open.push(node);
    let low = index;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (open.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === index) {
      const group = open.splice(open.indexOf(node));
      if (group.length > 1 || graph.get(node)?.includes(node)) found.push(group);
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

describe("web", () => {
  const imports = files.flatMap((file) => importsOf(file, readFileSync(join(root, file), "utf8")));
  const within = imports.filter(({ target }) => target?.startsWith("web/"));

  test("every import of its own names a file that is there", () => {
    expect(within.length).toBeGreaterThan(1_000);
    expect(within.filter(({ target }) => !existsSync(join(root, target ?? "")))).toEqual([]);
  });

  test("an import is relative inside a room and begins with #web/ outside it; no path climbs two folders", () => {
    const relative = within.filter(({ specifier }) => specifier.startsWith("."));
    const leaves = ({ file, specifier, target }: Import) =>
      specifier.startsWith("..") && roomOf(file) !== roomOf(target ?? "");
    expect(relative.length).toBeGreaterThan(100);
    expect(relative.filter((one) => one.specifier.startsWith("../../") || leaves(one))).toEqual([]);
    expect(imports.filter(({ specifier }) => specifier.startsWith("../../"))).toEqual([]);
  });

  test("rooms import only the rooms they may, and no feature another", () => {
    const wrong = within
      .filter(({ file }) => !isTest(file))
      .filter(({ file, target }) => {
        const [from, to] = [roomOf(file), roomOf(target ?? "")];
        return from !== to && !MAY_IMPORT[kindOf(from)]?.includes(kindOf(to));
      });
    expect(wrong).toEqual([]);
  });

  test("a circle of imports is seen", () => {
    const graph = new Map([
      ["a", ["b"]],
      ["b", ["c", "d"]],
      ["c", ["a"]],
      ["d", []],
    ]);
    expect(circles(graph)).toEqual([["a", "b", "c"]]);
    expect(circles(new Map([["a", ["a"]]]))).toEqual([["a"]]);
  });

  test("there is no circle of imports, types included", () => {
    const graph = Map.groupBy(within, ({ file }) => file);
    expect(
      circles(new Map(files.map((file) => [file, (graph.get(file) ?? []).map(({ target }) => target ?? "")]))),
    ).toEqual([]);
  });
});
