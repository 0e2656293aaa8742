// Limits in real time belong to tests/support/pace.ts: one that was chosen on a fast machine fails on a slow one. An intended limit has a
// comment that begins with "real time:", on its line or the one above.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-imports.ts";

const files = [
  ...globSync("tests/**/*.{ts,tsx}", { cwd: root }),
  ...globSync("{contract,drivers,rest,scripts,server,simulators,web}/**/*.test.{ts,tsx}", { cwd: root }),
]
  .map((file) => file.replaceAll("\\", "/"))
  // Leaves out commands and their worlds, which no test run waits for, and this file's own examples.
  .filter((file) => !/^tests\/(fuzz|architecture)\//.test(file));

const RAW: readonly [string, RegExp][] = [
  [
    "a limit of a test, a wait, a driver or a worker",
    /\blimitMs = \d|\b(timeout|timeoutMs|callMs|totalMs|connectMs|asyncUtilTimeout|testTimeout|hookTimeout|quietWithinMs|leaseSeconds|renewMs) ?[:=] ?\d/g,
  ],
  ["a limit behind a test or a wait", /^ *\}, \d[\d_]*\);/gm],
  ["a signal that ends by itself", /AbortSignal\.timeout\(\d/g],
  ["a wait for devices", /waitForSources\([^\n]*, [1-9][\d_]*\)/g],
  ["a time that comes soon", /Date\.now\(\) \+ \d{0,2}_?\d{3}\b(?!_| \*)/g],
  ["a pause", /(\bwait|\bsleep|setTimeout|pg_sleep|quiet)\(([^()\n]*, )?([1-9]\d{2,}|\d+_\d{3})\b/g],
  [
    "a length of time that may not be passed",
    /(performance\.now\(\)|Date\.now\(\)) - [^\n]*\.toBeLessThan(?:OrEqual)?\(\d/g,
  ],
];

/** Finds every call of `vi.waitFor` and `vi.waitUntil` that has Vitest's default limit of one second. */
function withoutLimit(text: string): number[] {
  return [...text.matchAll(/vi\.wait(?:For|Until)\(/g)].flatMap(({ index, 0: call }) => {
    const begin = index + call.length;
    let depth = 1;
    let hasSecond = false;
    let at = begin;
    for (; depth > 0 && at < text.length; at += 1) {
      const sign = text[at] ?? "";
      if ("([{".includes(sign)) depth += 1;
      else if (")]}".includes(sign)) depth -= 1;
      else if (sign === "," && depth === 1 && text.slice(at + 1).trimStart()[0] !== ")") hasSecond = true;
    }
    return hasSecond ? [] : [index];
  });
}

function rawIn(text: string): string[] {
  const lines = text.split("\n");
  const lineOf = (index: number) => text.slice(0, index).split("\n").length;
  const found = RAW.flatMap(([what, pattern]) => [...text.matchAll(pattern)].map(({ index }) => ({ what, index })));
  const waits = withoutLimit(text).map((index) => ({ what: "a wait with Vitest's limit of a second", index }));
  return [...found, ...waits].flatMap(({ what, index }) => {
    const line = lineOf(index) + (text[index] === "\n" ? 1 : 0);
    const around = `${lines[line - 2] ?? ""}\n${lines[line - 1] ?? ""}`;
    return around.includes("// real time: ") ? [] : [`${line}: ${what}: ${(lines[line - 1] ?? "").trim()}`];
  });
}

test.each([
  ["await vi.waitFor(() => expect(a).toBe(1));", 1],
  ["await vi.waitFor(() => expect(a(1, 2)).toBe(1), WITHIN);", 0],
  ["await vi.waitFor(async () => {\n  a();\n}, 60_000);", 1],
  ["await vi.waitFor(async () => {\n  a();\n}, paced(60_000));", 0],
  ["const TIMEOUTS = { callMs: 300 };", 1],
  ["const TIMEOUTS = { callMs: paced(300) };", 0],
  ["await new Promise((resolve) => setTimeout(resolve, 300));", 1],
  ["await wait(20);", 0],
  ["await wait(2_500);", 1],
  ["// real time: the device's own pulse\nawait wait(2_500);", 0],
  ["signal: AbortSignal.timeout(60),", 1],
  ["{ to: new Date(Date.now() + 1_500) }", 1],
  ["{ to: new Date(Date.now() + 86_400_000) }", 0],
  ["expect(performance.now() - began).toBeLessThan(500);", 1],
])("%s is found so often: %i", (text, times) => {
  expect(rawIn(text)).toHaveLength(times);
});

test("no test has a limit in real time that does not follow the machine", () => {
  expect(files.length).toBeGreaterThan(700);
  const raw = files.flatMap((file) => rawIn(readFileSync(join(root, file), "utf8")).map((one) => `${file}:${one}`));
  expect(raw).toEqual([]);
});
