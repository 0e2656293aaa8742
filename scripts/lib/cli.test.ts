import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { fileTroubleOf, formsOf, parseCli, startedAs } from "./cli.ts";
import { root } from "./paths.ts";
import { UserError } from "./stopping.ts";

const cli = {
  usage: "npm run paint -- DOOR",
  options: {
    colour: { type: "string", default: "red", help: "what it gets" },
    coats: { type: "integer", default: 2, min: 1, help: "how many" },
    hours: { type: "number" },
    wet: { type: "boolean", help: "leaves it" },
  },
  words: 1,
} as const;

test("options have their types and defaults", () => {
  expect(parseCli(cli, ["front"])).toEqual({
    values: { colour: "red", coats: 2, hours: undefined, wet: false },
    words: ["front"],
  });
  expect(parseCli(cli, ["--coats", "3", "--hours=0.5", "--wet", "--colour", "blue"])).toEqual({
    values: { colour: "blue", coats: 3, hours: 0.5, wet: true },
    words: [],
  });
});

test.each([
  [["--color", "blue"], "Unknown option '--color'"],
  [["--coats", "many"], "--coats takes a whole number of at least 1, not 'many'."],
  [["--coats", "1.5"], "--coats takes a whole number of at least 1, not '1.5'."],
  [["--coats", "0"], "--coats takes a whole number of at least 1, not '0'."],
  [["--hours", ""], "--hours takes a number of at least 0, not ''."],
  [["--colour"], "argument missing"],
  [["front", "back"], "Unexpected argument 'back'."],
])("%j is refused by name, with the usage", (args, said) => {
  expect(() => parseCli(cli, args)).toThrow(UserError);
  expect(() => parseCli(cli, args)).toThrow(said);
  expect(() => parseCli(cli, args)).toThrow(
    "npm run paint -- DOOR\n\n  --colour TEXT        what it gets (default red)",
  );
});

test("--help is distinguished from arguments", () => {
  expect(parseCli(cli, ["front", "--help"])).toBeNull();
});

afterEach(() => vi.unstubAllEnvs());

test("an installed portal's commands are named as they are begun there, with each effect beside its form", () => {
  vi.stubEnv("COMMAND_NAME", undefined);
  expect(startedAs("admin")).toBe("npm run admin --");
  expect(readFileSync(join(root, "deploy/debian/portal.sh"), "utf8")).toContain(
    'export COMMAND_NAME="portal $command"',
  );
  vi.stubEnv("COMMAND_NAME", "portal admin");
  expect(formsOf(startedAs("admin"), { list: "administrators", "audit check": "reads it,\nwhole" })).toBe(
    [
      "portal admin list          administrators",
      "portal admin audit check   reads it,",
      `${" ".repeat(27)}whole`,
    ].join("\n"),
  );
  const files = ["admin", "backup", "restore"].map((name) => readFileSync(join(root, `scripts/${name}.ts`), "utf8"));
  expect(files.flatMap((file) => file.split("\n").slice(1)).filter((line) => line.includes("npm run"))).toEqual([]);
});

test("no command reads its arguments in another way", () => {
  const files = globSync("{scripts,bench,tests}/**/*.ts", { cwd: root }).filter((file) => !file.includes("lib/cli."));
  expect(files).toContain("tests/fuzz/main.ts");
  expect(files.filter((file) => readFileSync(join(root, file), "utf8").includes("parseArgs"))).toEqual([]);
});

test("every command of package.json is one of run.mjs, and the file of each is there", () => {
  const text = readFileSync(join(root, "scripts/run.mjs"), "utf8");
  const files = new Map([...text.matchAll(/^ {2}"?([\w:-]+)"?: \["([^"]+)"/gm)].map(([, name, file]) => [name, file]));
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const commands = Object.values(scripts).flatMap(
    (line) => /^exec node scripts\/run\.mjs (\S+)$/.exec(line)?.[1] ?? [],
  );
  expect(commands.length).toBeGreaterThan(20);
  expect(commands.filter((name) => !files.has(name))).toEqual([]);
  expect([...files.values()].filter((file = "") => !existsSync(join(root, "scripts", file)))).toEqual([]);
});

test("a file that cannot be used is named without a stack, and any other error keeps its own", () => {
  const failed = (code: string) => Object.assign(new Error("x"), { code, path: "/srv/x.backup" });
  expect(fileTroubleOf(failed("EACCES"))).toBe("/srv/x.backup: this account may not use it (EACCES).");
  expect(fileTroubleOf(failed("ENOSPC"))).toContain("the disk is full");
  expect([new Error("x"), failed("ECONNREFUSED"), null].map(fileTroubleOf)).toEqual([null, null, null]);
});
