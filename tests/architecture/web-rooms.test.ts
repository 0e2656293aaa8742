import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, test } from "vitest";
import { circles, importGraph, root } from "./source-imports.ts";

/** Room → rooms it may import. Features never import each other. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "": ["app", "lib", "texts", "styles"],
  app: ["routes", "features", "ui", "lib", "texts"],
  routes: ["app", "features", "ui", "lib", "texts"],
  features: ["ui", "lib", "texts"],
  boot: ["ui", "lib", "texts"],
  ui: ["lib", "texts"],
  lib: ["texts"],
  texts: ["lib"],
};

const MAX_ROUTE_LINES = 60;

const graph = importGraph("web/**/*.{ts,tsx}");
const files = [...graph.keys()];
const isTest = (file: string) => file.includes(".test.");

function roomOf(file: string): string {
  const [, first = "", second = "", ...rest] = file.split("/");
  if (second === "") return "";
  return first === "features" && rest.length > 0 ? `features/${second}` : first;
}
const kindOf = (file: string) => roomOf(file).replace(/\/.*/, "");

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
          !isTest(from) && roomOf(from) !== roomOf(to) && !MAY_IMPORT[kindOf(from)]?.includes(kindOf(to)),
      ),
    ).toEqual([]);
  });

  test("a route composes features: about a page, and no call of its own", () => {
    const routes = files.filter((file) => /^web\/routes\/(?!kit)/.test(file));
    const lines = (file: string) => readFileSync(join(root, file), "utf8").split("\n").length - 1;
    expect(routes.length).toBeGreaterThan(15);
    expect(routes.filter((file) => lines(file) > MAX_ROUTE_LINES).map((file) => `${file}: ${lines(file)}`)).toEqual([]);
    expect(routes.filter((file) => graph.get(file)?.some((target) => target.includes("/api/")))).toEqual([]);
  });

  test("what ends a dialog stands in its foot, with the foot's room and line", () => {
    const textOf = (file: string) => readFileSync(join(root, file), "utf8");
    const ended = files.filter(
      (file) =>
        file.startsWith("web/features/") &&
        graph.get(file)?.includes("web/ui/dialog.tsx") &&
        textOf(file).includes("footer="),
    );
    expect(ended.length).toBeGreaterThan(15);
    expect(ended.filter((file) => !/<(?:Dialog|Form)?Foot\b/.test(textOf(file)))).toEqual([]);
  });

  test("there is no circle of imports, types included", () => {
    expect(circles(graph)).toEqual([]);
  });
});
