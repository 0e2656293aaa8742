// Checks what lies at the top of the clone; it catches tool caches before they are committed.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

const FOLDERS = [
  "bench",
  "contract",
  "database",
  "deploy",
  "docs",
  "drivers",
  "rest",
  "scripts",
  "server",
  "simulators",
];
const MORE_FOLDERS = ["tests", "web", ".ci", ".github", ".vscode"];
const DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "LICENSE"];
const TOOLS = [
  "package.json package-lock.json tsconfig.json biome.json knip.json .oxlintrc.json .npmrc".split(" "),
  "vite.config.ts vitest.config.ts playwright.config.ts".split(" "),
  ".gitignore .gitattributes .editorconfig .dockerignore".split(" "),
  "exec.cmd", // cmd.exe looks for "exec", which starts package.json's commands, only in the working directory
].flat();
const KNOWN = [...FOLDERS, ...MORE_FOLDERS, ...DOCUMENTS, ...TOOLS];

const ignored = read(".gitignore").split("\n");

/** Returns tracked names and new ones that git does not ignore; without git, everything not generated. */
function namesAtTheTop(): string[] {
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const git = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (git.status !== 0) return readdirSync(root).filter((name) => name !== ".git" && !ignored.includes(`${name}/`));
  const files = git.stdout.split("\0").filter((file) => file !== "" && existsSync(join(root, file)));
  return [...new Set(files.map((file) => file.split("/")[0] ?? ""))];
}

test("nothing lies at the top but what is named here", () => {
  const names = namesAtTheTop();
  expect(names).toContain("package.json");
  expect(names.filter((name) => !KNOWN.includes(name))).toEqual([]);
});

test("every name of the list is there", () => {
  expect(KNOWN.filter((name) => !existsSync(join(root, name)))).toEqual([]);
});

test("git ignores the files that commands make", () => {
  // A worktree may link its node_modules, which is no folder.
  for (const made of ["node_modules", "dist/", "test-results/", "playwright-report/", ".cache/", ".env"]) {
    expect(ignored).toContain(made);
  }
});

test("each way of continuous integration runs the one command", () => {
  expect(read(".ci/run")).toMatch(/^exec npm test$/m);
  expect([...read(".github/workflows/ci.yml").matchAll(/\brun: (.+)$/gm)].map(([, command]) => command)).toEqual([
    ".ci/run",
  ]);
});

test("package.json and LICENSE say the same of the licence", () => {
  expect(JSON.parse(read("package.json"))).toMatchObject({ license: "UNLICENSED" });
  expect(read("LICENSE")).toMatch(/^UNLICENSED: /);
});
