import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { circles, importGraph, root } from "./source-imports.ts";

/** Room → rooms that it may import. Features never import each other. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "": ["app", "lib", "texts", "styles"],
  app: ["routes", "features", "ui", "lib", "texts"],
  routes: ["app", "features", "ui", "lib", "texts"],
  features: ["ui", "lib", "texts"],
  boot: ["ui", "lib", "texts"],
  ui: ["lib", "texts"],
  lib: ["texts"],
  texts: ["lib", "texts"],
};

/** Folders whose subfolders are rooms too. */
const DIVIDED = ["features", "lib", "ui"];
/** ARCHITECTURE.md draws which room imports which in these folders. */
const DRAWN = ["lib", "ui"];
const FEWEST_IN_A_ROOM = 3;
/** Limit of general files that stand in no room. */
const MOST_ABOVE_ROOMS = 15;

const MAX_ROUTE_LINES = 60;

const graph = importGraph("web/**/*.{ts,tsx}");
const files = [...graph.keys()];
const isTest = (file: string) => file.includes(".test.");

function roomOf(file: string): string {
  const [, first = "", second = "", ...rest] = file.split("/");
  if (second === "") return "";
  return DIVIDED.includes(first) && rest.length > 0 ? `${first}/${second}` : first;
}
/** Any file may import a feature's texts, because many pages name its things. The texts import nothing of the feature. */
const kindOf = (file: string) =>
  /^web\/features\/[^/]+\/texts\//.test(file) ? "texts" : roomOf(file).replace(/\/.*/, "");

describe("web", () => {
  test("an import is relative inside a room and begins with #web/ outside it; no path climbs two folders", () => {
    const upwards = files.flatMap((file) =>
      [...readFileSync(join(root, file), "utf8").matchAll(/(?:\bfrom |\bimport\s*\(?\s*)"(\.\.\/[^"\n]+)"/g)].map(
        ([, specifier = ""]) => ({ file, specifier, target: posix.join(posix.dirname(file), specifier) }),
      ),
    );
    expect(upwards.length).toBeGreaterThan(100);
    expect(
      upwards.filter(
        ({ file, specifier, target }) => specifier.startsWith("../../") || roomOf(file) !== roomOf(target),
      ),
    ).toEqual([]);
  });

  test("rooms import only the rooms they may, and no feature another", () => {
    const within = [...graph].flatMap(([from, targets]) =>
      targets.filter((to) => to.startsWith("web/")).map((to) => ({ from, to })),
    );
    expect(within.length).toBeGreaterThan(1_000);
    expect(
      within.filter(
        ({ from, to }) =>
          !isTest(from) &&
          (roomOf(from) !== roomOf(to) || kindOf(from) !== kindOf(to)) &&
          !(kindOf(from) === kindOf(to) && DRAWN.includes(kindOf(to))) &&
          !MAY_IMPORT[kindOf(from)]?.includes(kindOf(to)),
      ),
    ).toEqual([]);
  });

  test("a route composes features: about a page, and no call of its own", () => {
    const routes = files.filter((file) => file.startsWith("web/routes/"));
    const lines = (file: string) => readFileSync(join(root, file), "utf8").split("\n").length - 1;
    expect(routes.length).toBeGreaterThan(15);
    expect(routes.filter((file) => lines(file) > MAX_ROUTE_LINES).map((file) => `${file}: ${lines(file)}`)).toEqual([]);
    expect(routes.filter((file) => graph.get(file)?.some((target) => target.includes("/api/")))).toEqual([]);
  });

  test("buttons that end a dialog stand in its foot, with the foot's room and line", () => {
    const textOf = (file: string) => readFileSync(join(root, file), "utf8");
    const ended = files.filter(
      (file) =>
        file.startsWith("web/features/") &&
        graph.get(file)?.includes("web/ui/dialogs/dialog.tsx") &&
        textOf(file).includes("footer="),
    );
    expect(ended.length).toBeGreaterThan(15);
    expect(ended.filter((file) => !/<(?:Dialog|Form)?Foot\b/.test(textOf(file)))).toEqual([]);
  });

  test("there is no circle of imports, types included", () => {
    expect(circles(graph)).toEqual([]);
  });
});

function drawn(module: string): Map<string, readonly string[]> {
  const lines = readFileSync(join(root, "ARCHITECTURE.md"), "utf8").matchAll(
    new RegExp(`^${module}/([a-z]+) +→ ?([a-z ]*)$`, "gm"),
  );
  return new Map([...lines].map(([, room = "", targets = ""]) => [room, targets.split(" ").filter(Boolean)]));
}

describe.each(DRAWN)("rooms of web/%s", (module) => {
  const drawing = drawn(module);
  const sources = files.filter((file) => file.startsWith(`web/${module}/`) && !isTest(file));
  /** "": the general files above the rooms. */
  const inModule = (file: string) => (kindOf(file) === module ? roomOf(file).slice(module.length + 1) : null);
  const real = new Map<string, Set<string>>();
  for (const from of sources) {
    const room = inModule(from) ?? "";
    const targets = (graph.get(from) ?? []).map(inModule);
    const others = targets.filter((target) => target !== null && target !== "" && target !== room);
    real.set(room, new Set([...(real.get(room) ?? []), ...others.map(String)]));
  }

  test("are the drawn ones, one deep", () => {
    expect([...real.keys()].filter(Boolean).toSorted()).toEqual([...drawing.keys()].toSorted());
    expect(files.filter((file) => kindOf(file) === module && file.split("/").length > 4)).toEqual([]);
  });

  test("import each other as the drawing says, no more and no less, and what is general imports none", () => {
    const sorted = (of: Iterable<[string, Iterable<string>]>) =>
      Object.fromEntries([...of].map(([room, to]) => [room, [...to].toSorted()]));
    expect(sorted(real)).toEqual(sorted(new Map(drawing).set("", [])));
  });

  test("stand below each other in the drawing, which has no cycle", () => {
    expect(drawing.size).toBeGreaterThan(5);
    expect(circles(drawing)).toEqual([]);
  });

  test("hold several files each, and few stand above them", () => {
    const count = (room: string) => sources.filter((file) => inModule(file) === room).length;
    expect([...drawing.keys()].filter((room) => count(room) < FEWEST_IN_A_ROOM)).toEqual([]);
    expect(count("")).toBeLessThanOrEqual(MOST_ABOVE_ROOMS);
  });
});
