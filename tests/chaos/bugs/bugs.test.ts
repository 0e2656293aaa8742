import { globSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { doorDriverCases } from "#drivers/conformance-door.ts";
import { plateDriverCases } from "#drivers/conformance-plate.ts";
import { root } from "#scripts/lib/paths.ts";
import { BUGS } from "./bugs.ts";
import { DRIVER_BUGS } from "./driver-bugs.ts";
import { faultPoints, findFaultPoint, namesIn, plantAt } from "./fault-points.ts";
import { plantText } from "./plant-text.ts";
import { SIMULATOR_BUGS } from "./simulator-bugs.ts";

const atPoints = BUGS.filter((bug) => "point" in bug);

test("there are twelve bugs at least, each with a name of its own", () => {
  expect(BUGS.length).toBeGreaterThanOrEqual(12);
  expect(new Set(BUGS.map(({ name }) => name)).size).toBe(BUGS.length);
});

// Covers: fault.1
test("every bug's fault point stands in the product once, and every fault point has its bug", () => {
  const points = faultPoints().map(({ name }) => name);
  const planted = [...atPoints, ...DRIVER_BUGS, ...SIMULATOR_BUGS].map(({ point }) => point);
  expect(points.toSorted()).toEqual(planted.toSorted());
});

test.each(atPoints)("$name is planted at its fault point, and the file is still a program", ({ point, instead }) => {
  const source = readFileSync(findFaultPoint(point).file, "utf8");
  let [right, wrong] = ["", ""];
  const planted = plantAt(source, point, (statement) => {
    [right, wrong] = [statement, instead(statement)];
    return wrong;
  });
  expect(stripTypeScriptTypes(planted)).not.toBe(stripTypeScriptTypes(source));
  // A planted bug must not add a return, which would make the statements after it unreachable.
  expect({ returned: returns(right), returns: returns(wrong) }).not.toEqual({ returned: true, returns: false });
  expect(wrong).not.toMatch(/^\s*\{?\s*return\b.*\}\s*\w/s);
});

/** Tells whether statements return, outside the functions and blocks in them. */
function returns(statements: string): boolean {
  let outside = statements;
  for (let inside = ""; inside !== outside; ) {
    inside = outside;
    outside = outside.replace(/\([^()]*\)|\{[^{}]*\}/g, "");
  }
  return /\b(?:return|throw)\b/.test(outside);
}

test("the product speaks of fault points in such comments only", () => {
  const spoken = globSync("{server,contract,database,drivers,rest,simulators,web}/**/*.{ts,tsx,sql}", {
    cwd: root,
  }).flatMap((file) => {
    const source = readFileSync(join(root, file), "utf8");
    return (source.match(/fault point|FAULTS_/gi) ?? []).length === namesIn(source).length ? [] : [file];
  });
  expect(spoken).toEqual([]);
});

test("there are twenty bugs of drivers at least, each with a name of its own", () => {
  expect(DRIVER_BUGS.length).toBeGreaterThanOrEqual(20);
  const all = [...DRIVER_BUGS, ...SIMULATOR_BUGS];
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
});

test("the document counts the bugs and the cases of conformance that there are", () => {
  const text = readFileSync(join(root, "docs/reliability.md"), "utf8");
  for (const counted of [
    `driver-bugs.ts\` has ${DRIVER_BUGS.length} bugs`,
    `simulator-bugs.ts\` has ${SIMULATOR_BUGS.length} bugs`,
    `${doorDriverCases.length} cases per door driver, ${plateDriverCases.length} per plate driver`,
  ])
    expect(text).toContain(counted);
});

test.each([...DRIVER_BUGS, ...SIMULATOR_BUGS])(
  "$name: its place stands once, and the file is still a program",
  (bug) => {
    const source = readFileSync(findFaultPoint(bug.point).file, "utf8");
    expect(stripTypeScriptTypes(plantText(source, bug))).not.toBe(stripTypeScriptTypes(source));
  },
);

describe("a fault point", () => {
  const point = (name: string) => ({ name, file: `${name}.ts` });

  test("that stands nowhere or twice is refused", () => {
    expect(findFaultPoint("one", [point("one"), point("two")])).toEqual(point("one"));
    expect(() => findFaultPoint("three", [point("one")])).toThrow("no fault point is called three");
    expect(() => findFaultPoint("one", [point("one"), point("one")])).toThrow("2 fault points are called one");
  });

  test.each([
    ["a statement over lines", "  a({\n    b: [1, 2];\n  });\n", "  c();\n"],
    ["a statement with texts and comments", "  a(\"x;)\", '}', `{,`); // d\n", "  c();\n"],
    ["a condition", "  if (a) throw b;\n", "  c();\n"],
    ["a property", "  a: b && c,\n", "  d: e,\n"],
  ])("is %s, and ends where that ends", (_what, statement, rest) => {
    const source = `x;\n  // Fault point: here.\n${statement}${rest}`;
    const met: string[] = [];
    expect(plantAt(source, "here", (found) => (met.push(found), "PLANTED"))).toContain(`PLANTED`);
    expect(met.map((found) => found.trim())).toEqual([statement.replace(/ \/\/ d$/m, "").trim()]);
  });

  test("is refused if its bug changes nothing, or if it has no statement", () => {
    const source = "{\n  // Fault point: here.\n  a();\n  // Fault point: last.\n}\n";
    expect(() => plantAt(source, "here", (found) => found)).toThrow("changes nothing");
    expect(() => plantAt(source, "last", () => "x")).toThrow("without an end");
    expect(() => plantAt(source, "gone", () => "x")).toThrow("no fault point is called gone");
  });
});
