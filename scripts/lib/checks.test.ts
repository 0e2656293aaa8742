import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { describeResult, failure, runChecks } from "./check.ts";
import { readPlaywrightReport, readVitestReport } from "./checks.ts";
import { root } from "./paths.ts";

const passed = (fullName: string) => ({ fullName, status: "passed" });
const vitest = (changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    numPassedTests: 3,
    numFailedTests: 0,
    numPendingTests: 0,
    numTodoTests: 0,
    success: true,
    testResults: [{ name: "a.test.ts", status: "passed", assertionResults: [passed("a"), passed("b"), passed("c")] }],
    ...changes,
  });

const spec = (title: string, ok: boolean) => ({ title, file: "doors.test.ts", ok });
const playwright = (stats: Record<string, number> = {}, errors: unknown[] = [], ok = true) => {
  const suites = [{ specs: [spec("a", true)], suites: [{ specs: [spec("b", ok)] }] }];
  return JSON.stringify({ stats: { expected: 2, unexpected: 0, flaky: 0, skipped: 0, ...stats }, errors, suites });
};

test("a green run counts each of its tests once", () => {
  expect(readVitestReport(vitest(), 0)).toEqual({ passed: 3, failed: 0, skipped: 0, failures: [] });
  expect(readPlaywrightReport(playwright(), 0)).toEqual({ passed: 2, failed: 0, skipped: 0, failures: [] });
});

test("a test file that broke before its first test is a failure", () => {
  const testResults = [{ name: "broken.test.ts", status: "failed", assertionResults: [] }];
  const failures = [expect.stringContaining("broken.test.ts")];
  expect(readVitestReport(vitest({ success: false, testResults }), 1)).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    failures,
  });
});

test("a failure is named by its file, also where only the code around its tests failed", () => {
  const testResults = [
    {
      name: join(root, "tests/a.test.ts"),
      status: "failed",
      assertionResults: [passed("a"), { fullName: "b is so", status: "failed" }],
    },
    { name: join(root, "tests/b.test.ts"), status: "failed", assertionResults: [{ fullName: "c", status: "skipped" }] },
  ];
  expect(readVitestReport(vitest({ numFailedTests: 1, success: false, testResults }), 1).failures).toEqual([
    "tests/a.test.ts: b is so",
    "tests/b.test.ts",
  ]);
  expect(readPlaywrightReport(playwright({ expected: 1, unexpected: 1 }, [], false), 1).failures).toEqual([
    "tests/e2e/doors.test.ts: b",
  ]);
});

test("a run that fails outside its tests is a failure", () => {
  expect(readVitestReport(vitest(), 1).failed).toBe(1);
  expect(readPlaywrightReport(playwright(), 1).failed).toBe(1);
  expect(readPlaywrightReport(playwright({}, [{ message: "no global set-up" }]), 1).failed).toBe(1);
});

test("a run without tests is a failure", () => {
  expect(readVitestReport(vitest({ numPassedTests: 0, testResults: [] }), 0).failed).toBe(1);
  expect(readPlaywrightReport(playwright({ expected: 0 }), 0).failed).toBe(1);
});

test("a browser test that passed only at the second try has failed", () => {
  expect(readPlaywrightReport(playwright({ flaky: 1 }), 0)).toMatchObject({ passed: 2, failed: 1, skipped: 0 });
});

test("skipped tests are shown, and only when there are any", () => {
  expect(describeResult(failure("x"))).toBe("0 passed, 1 failed");
  expect(describeResult({ passed: 5, failed: 0, skipped: 2, details: "" })).toBe("5 passed, 0 failed, 2 skipped");
});

test("after a failing part the others still run, and a part that throws counts as failed", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const total = await runChecks(
    [
      [
        { name: "throws", run: () => Promise.reject(new Error("no such tool")) },
        { name: "beside it", run: async () => ({ passed: 4, failed: 0, skipped: 1, details: "" }) },
      ],
      [{ name: "after it", run: async () => ({ passed: 2, failed: 0, skipped: 0, details: "" }) }],
    ],
    new AbortController().signal,
  );
  expect(total).toMatchObject({ passed: 6, failed: 1, skipped: 1, failures: ["throws"] });
});

test("the parts of a group go side by side, and the next group waits for all of them", async () => {
  vi.spyOn(console, "log").mockImplementation(() => {});
  const began: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const passed = { passed: 1, failed: 0, skipped: 0, details: "" };
  const waits = async () => {
    began.push("waits");
    await promise;
    return passed;
  };
  const lets = async () => {
    began.push("lets");
    resolve();
    return passed;
  };
  const last = async () => {
    began.push("last");
    return passed;
  };
  const groups = [
    [
      { name: "waits", run: waits },
      { name: "lets", run: lets },
    ],
    [{ name: "last", run: last }],
  ];
  await runChecks(groups, new AbortController().signal);
  expect(began).toEqual(["waits", "lets", "last"]);
});
