import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { z } from "zod";
import { findBrowser } from "./browser.ts";
import { type Check, type CheckResult, failure } from "./check.ts";
import type { DomainTests } from "./domain-tests.ts";
import { buildPageIfChanged } from "./page.ts";
import { root, tool } from "./paths.ts";
import { type Progress, progress } from "./progress.ts";
import { runTool, type ToolOptions } from "./run-tool.ts";

/** Compilers written in Go collect less garbage: this saves a quarter of their time for a gigabyte or two. Other tools ignore it. */
const SELDOM_COLLECTED = { GOGC: "400" };

function toolCheck(name: string, script: string, args: readonly string[]): Check {
  return {
    name,
    async run(signal) {
      const { code, output } = await runTool(tool(script), args, { signal, env: SELDOM_COLLECTED });
      return code === 0
        ? { passed: 1, failed: 0, skipped: 0, details: "" }
        : failure(`${output.trim()}\n(exit code ${code})`);
    },
  };
}

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Counts failed files and failed runs as failures too. */
export function readVitestReport(text: string, code: number): Omit<CheckResult, "details"> {
  const report = vitestReport.parse(JSON.parse(text));
  const brokenFiles = report.testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = report.numFailedTests + brokenFiles.length;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && (code !== 0 || !report.success || report.numPassedTests === 0) ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOf),
  };
}

/** Returns the file's failed tests, or the file itself where something failed before its tests. */
function failuresOf({ name, status, assertionResults }: z.infer<typeof vitestReport>["testResults"][number]): string[] {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === "failed");
  if (failed.length > 0) return failed.map(({ fullName }) => `${file}: ${fullName}`);
  return status === "failed" ? [file] : [];
}

const playwrightSuite = z.object({
  specs: z.array(z.object({ title: z.string(), file: z.string(), ok: z.boolean() })),
  get suites() {
    return z.array(playwrightSuite).optional();
  },
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  errors: z.array(z.unknown()),
  suites: z.array(playwrightSuite),
});

function failedSpecs({ specs, suites = [] }: z.infer<typeof playwrightSuite>): string[] {
  const own = specs.filter(({ ok }) => !ok).map(({ file, title }) => `tests/e2e/${file}: ${title}`);
  return [...own, ...suites.flatMap(failedSpecs)];
}

/** Counts the results of browser tests. A test that passed only on retry has failed. */
export function readPlaywrightReport(text: string, code: number): Omit<CheckResult, "details"> {
  const { stats, errors, suites } = playwrightReport.parse(JSON.parse(text));
  const failed = stats.unexpected + stats.flaky + errors.length;
  return {
    passed: stats.expected,
    failed: failed === 0 && (code !== 0 || stats.expected === 0) ? 1 : failed,
    skipped: stats.skipped,
    failures: suites.flatMap(failedSpecs),
  };
}

type Reader = (text: string, code: number) => Omit<CheckResult, "details">;

/** Runs a tool and trusts only its JSON report. */
async function withReport(
  read: Reader,
  run: (reportFile: string) => Promise<{ code: number; output: string }>,
): Promise<CheckResult> {
  const folder = mkdtempSync(join(tmpdir(), "access-portal-report-"));
  const file = join(folder, "report.json");
  try {
    const { code, output } = await run(file);
    try {
      return { ...read(readFileSync(file, "utf8"), code), details: output };
    } catch (error) {
      return failure(`${output}\nThe run ended with exit code ${code} and left no usable report: ${String(error)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const VITEST_PROGRESS = join(import.meta.dirname, "vitest-progress.ts");
const PLAYWRIGHT_PROGRESS = join(import.meta.dirname, "playwright-progress.ts");

const reporters = (show: boolean) => ["--reporter=default", ...(show ? [] : [`--reporter=${VITEST_PROGRESS}`])];

/** Passes on the progress; a runner that is shown reports it itself. */
function watched(show: boolean, options: ToolOptions, onProgress: (now: Progress) => void): ToolOptions {
  const onMessage = (message: unknown) => {
    const read = progress.safeParse(message);
    if (read.success) onProgress(read.data);
  };
  return show ? options : { ...options, onMessage };
}

function vitest(name: string, args: readonly string[], show = false): Check {
  return {
    name,
    isShown: show,
    run: (signal, onProgress) =>
      withReport(readVitestReport, (file) =>
        runTool(
          tool("vitest/vitest.mjs"),
          ["run", ...args, ...reporters(show), "--reporter=json", `--outputFile.json=${file}`],
          watched(show, { signal, show }, onProgress),
        ),
      ),
  };
}

function playwright(args: readonly string[], show = false): Check {
  return {
    name: "browser tests",
    isShown: show,
    async run(signal, onProgress) {
      const browser = await findBrowser();
      if ("error" in browser) return failure(browser.error);
      console.log(`  browser: ${browser.path} (${browser.source})`);
      const reporter = `--reporter=line,json${show ? "" : `,${PLAYWRIGHT_PROGRESS}`}`;
      return withReport(readPlaywrightReport, (file) => {
        const env = { CHROMIUM_PATH: browser.path, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
        return runTool(
          tool("@playwright/test/cli.js"),
          ["test", reporter, ...args],
          watched(show, { signal, show, env }, onProgress),
        );
      });
    },
  };
}

/** Type-checks with one checker: several would each work out the types of shared files, and the cores are busy with other parts. */
const typeCheck = (name: string, project: string) =>
  toolCheck(name, "typescript/bin/tsc", ["-p", project, "--checkers", "1"]);

const types = [
  typeCheck("types, server", "tsconfig.json"),
  typeCheck("types, page", "web/tsconfig.json"),
  typeCheck("types, browser tests", "tests/e2e/tsconfig.json"),
];
const lint = toolCheck("lint", "oxlint/bin/oxlint", ["--type-aware"]);
const format = toolCheck("format", "@biomejs/biome/bin/biome", ["ci", "--colors=off"]);
const deadCode = toolCheck("dead code", "knip/bin/knip.js", []);
const build: Check = {
  name: "page build",
  async run(signal) {
    await buildPageIfChanged(() => {}, signal);
    return { passed: 1, failed: 0, skipped: 0, details: "" };
  },
};
const architecture = vitest("architecture", ["--project", "unit", "tests/architecture"]);

const quick = [...types, lint, format, deadCode];

/** Command → groups of parts; `args` go to the runner. */
export const SELECTIONS: Readonly<Record<string, (args: readonly string[]) => Check[][]>> = {
  all: () => [
    [...quick, build],
    // The unit tests use the cores while PostgreSQL and the workers of the others start.
    [
      vitest("integration tests on PostgreSQL", ["--project", "integration"]),
      vitest("unit and architecture tests", ["--project", "unit*"]),
    ],
    [playwright([])],
  ],
  check: () => [[...quick, architecture]],
  unit: (args) => [[vitest("unit tests", ["--project", "unit*", ...args], true)]],
  integration: (args) => [[vitest("integration tests on PostgreSQL", ["--project", "integration", ...args], true)]],
  e2e: (args) => [[build], [playwright(args, true)]],
};

/** Returns the groups of `npm test -- DOMAIN`: its unit, integration and browser tests, without parts that have none. */
export function selectDomains({ unit, integration, browser }: DomainTests): Check[][] {
  const some = (folders: readonly string[], ...parts: Check[]) => (folders.length > 0 ? parts : []);
  return [
    some(browser, build),
    [
      ...some(integration, vitest("integration tests on PostgreSQL", ["--project", "integration", ...integration])),
      ...some(unit, vitest("unit tests", ["--project", "unit*", ...unit])),
    ],
    some(browser, playwright(browser)),
  ].filter((group) => group.length > 0);
}
