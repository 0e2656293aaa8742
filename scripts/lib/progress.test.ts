import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { runChecks } from "./check.ts";
import { root, tool } from "./paths.ts";
import { type Progress, progress, progressLine } from "./progress.ts";
import { runTool } from "./run-tool.ts";
import VitestProgress from "./vitest-progress.ts";

test("a line says how long it has taken and how far each part is", () => {
  const running = new Map<string, Progress | null>([
    ["integration tests", { done: 41, total: 210, of: "files" }],
    ["lint", null],
  ]);
  expect(progressLine(running, 31.2)).toBe("  31 s: integration tests 41 of 210 files, lint");
  expect(progressLine(running, 185)).toBe("  3 min: integration tests 41 of 210 files, lint");
});

test("while a part runs a line says how far it is, and a failure is printed as it comes, without its stack", async () => {
  const said: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  vi.spyOn(console, "log").mockImplementation((line: string) => {
    said.push(line);
    if (line.includes("1 of 3")) resolve();
  });
  const part = {
    name: "doors",
    run: async (_signal: AbortSignal, onProgress: (now: Progress) => void) => {
      onProgress({
        done: 1,
        total: 3,
        of: "files",
        failure: { name: "a.test.ts: opens", why: "it did not\nat line 3" },
      });
      await promise;
      return { passed: 1, failed: 1, skipped: 0, details: "" };
    },
  };
  await runChecks([[part]], new AbortController().signal, { lineEveryMs: 5 });
  expect(said[0]).toBe("✗ a.test.ts: opens\n    it did not");
  expect(said[1]).toMatch(/^ {2}0 s: doors 1 of 3 files$/);
});

test("Vitest reports each file as it ends, without a terminal", async () => {
  const reported: Progress[] = [];
  const args = ["run", "--project", "unit", "contract/own-word.test.ts", "scripts/lib/slowness.test.ts"];
  const { code, output } = await runTool(
    tool("vitest/vitest.mjs"),
    [...args, `--reporter=${join(root, "scripts/lib/vitest-progress.ts")}`],
    { onMessage: (message) => reported.push(progress.parse(message)) },
  );
  expect(code, output).toBe(0);
  expect(reported.map(({ done, total }) => [done, total])).toEqual(
    reported.map((_, done) => [done, reported.length - 1]),
  );
  expect(reported.length).toBeGreaterThan(1);
});

test("a failed test is reported with its file and the first cause", () => {
  const sent = vi.fn();
  vi.stubGlobal("process", { ...process, send: sent });
  const failed = {
    module: { moduleId: join(root, "tests/a.test.ts") },
    fullName: "b > c",
    result: () => ({ state: "failed", errors: [{ message: "why" }] }),
  };
  const reporter = new VitestProgress();
  reporter.onTestRunStart([failed]);
  reporter.onTestCaseResult(failed as never);
  vi.unstubAllGlobals();
  expect(sent.mock.calls.at(-1)).toEqual([
    { done: 0, total: 1, of: "files", failure: { name: "tests/a.test.ts: b > c", why: "why" } },
  ]);
});
