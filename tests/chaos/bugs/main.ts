// npm run bugs: plants each bug of a driver or of a simulator's strictness in a separate tree and runs the tests that must find it. Writes
// docs/reliability.md.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { z } from "zod";
import { readCli } from "#scripts/lib/cli.ts";
import { keepInDocument } from "#scripts/lib/keep-in-document.ts";
import { root, tool } from "#scripts/lib/paths.ts";
import { runTool } from "#scripts/lib/run-tool.ts";
import type { DriverBug } from "./driver-bug.ts";
import { DRIVER_BUGS } from "./driver-bugs.ts";
import { findFaultPoint } from "./fault-points.ts";
import { HOUR_BUGS } from "./hour-bugs.ts";
import { plantText } from "./plant-text.ts";
import { SIMULATOR_BUGS } from "./simulator-bugs.ts";

const SETS: Readonly<Record<string, readonly DriverBug[]>> = {
  drivers: DRIVER_BUGS,
  hours: HOUR_BUGS,
  simulators: SIMULATOR_BUGS,
};
/** Names of the tables in docs/reliability.md. */
const TABLES: Readonly<Record<string, string>> = {
  drivers: "bugs",
  hours: "hour-bugs",
  simulators: "simulator-bugs",
};

const { values } = readCli({
  usage: "npm run bugs",
  options: {
    of: {
      type: "string",
      default: "drivers,simulators",
      help: "drivers, simulators, or both; hours: a part of drivers",
    },
    only: { type: "string", default: "", help: "bugs whose name contains it" },
    "no-write": { type: "boolean", help: "leaves docs/reliability.md alone" },
  },
});

const report = z.object({
  numTotalTests: z.number(),
  testResults: z.array(
    z.object({
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

const tree = mkdtempSync(join(tmpdir(), "access-portal-bugs-"));
try {
  layOutTree();
  for (const name of values.of.split(",")) await plantAll(name, SETS[name] ?? []);
} finally {
  rmSync(tree, { recursive: true });
}

async function plantAll(name: string, all: readonly DriverBug[]): Promise<void> {
  const bugs = all.filter((bug) => bug.name.includes(values.only));
  const sound = await run([...new Set(bugs.flatMap(({ seenBy }) => seenBy))]);
  if (sound.length > 0) throw new Error(`without a bug these fail: ${sound.join("; ")}`);
  const found: { bug: DriverBug; by: string | null }[] = [];
  for (const bug of bugs) {
    const path = join(tree, relative(root, findFaultPoint(bug.point).file));
    const source = readFileSync(path, "utf8");
    writeFileSync(path, plantText(source, bug));
    const [by = null] = await run(bug.seenBy);
    writeFileSync(path, source);
    found.push({ bug, by });
    console.log(`${by === null ? "NOT SEEN" : "seen"}: ${bug.name}${by === null ? "" : ` (${by})`}`);
  }
  const seen = found.filter(({ by }) => by !== null).length;
  const date = new Date().toISOString().slice(0, 10);
  const table = [
    `\`npm run bugs -- --of ${name}\`, ${date}: ${seen} of ${found.length} seen.`,
    "",
    "| Bug | Seen by |",
    "|---|---|",
    ...found.map(({ bug, by }) => `| ${bug.name} | ${by ?? "**nothing**"} |`),
  ].join("\n");
  if (!values["no-write"] && values.only === "") await keepInDocument("reliability.md", TABLES[name] ?? name, table);
  if (seen < found.length) process.exitCode = 1;
}

function layOutTree(): void {
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of files.trim().split("\n")) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    cpSync(join(root, file), join(tree, file));
  }
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
}

/**
 * Runs tests and returns the names of those that fail; a file that cannot be run counts by its message. Unit tests come first, because they
 * are quick.
 */
async function run(files: readonly string[]): Promise<string[]> {
  const isIntegration = (file: string) => file.startsWith("tests/integration/");
  const unit = files.filter((file) => !isIntegration(file));
  const failed = unit.length === 0 ? [] : await runProject("unit", unit);
  if (failed.length > 0 || unit.length === files.length) return failed;
  return await runProject("integration", files.filter(isIntegration));
}

async function runProject(project: "unit" | "integration", files: readonly string[]): Promise<string[]> {
  const output = join(tree, "report.json");
  const args = ["run", "--project", project, ...files, "--reporter=json", `--outputFile=${output}`];
  await runTool(tool("vitest/vitest.mjs"), args, { cwd: tree });
  const { numTotalTests, testResults } = report.parse(JSON.parse(readFileSync(output, "utf8")));
  rmSync(output);
  if (numTotalTests === 0) throw new Error(`no test ran in ${files.join(", ")}`);
  return testResults.flatMap(({ message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => fullName.trim());
    return failed.length === 0 && message ? [message.split("\n")[0] ?? message] : failed;
  });
}
