// Checks that untested versions are never installed by accident: `npm ci` or nothing, unless the environment says otherwise.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

let folder = "";

/** Replaces npm; `ci` fails as it does for a missing package. */
const FAKE_NPM = `
const { appendFileSync } = require("node:fs");
appendFileSync(process.env.CALLS, process.argv.slice(2, 4).join(" ") + "\\n");
if (process.argv[2] === "ci" && process.env.CI_WORKS !== "yes") {
  console.error("npm error code EUSAGE\\nnpm error Missing: @a/win32@1.0.0 from lock file");
  process.exit(1);
}
`;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "portal-install-"));
  mkdirSync(join(folder, "scripts"));
  mkdirSync(join(folder, "node_modules"));
  for (const file of ["install.mjs", "run-support.mjs"])
    cpSync(join(import.meta.dirname, file), join(folder, "scripts", file));
  writeFileSync(join(folder, "package.json"), '{"dependencies":{"a":"1.0.0"}}');
  writeFileSync(join(folder, "package-lock.json"), '{"packages":{"":{},"node_modules/a":{"version":"1.0.0"}}}');
  writeFileSync(join(folder, "npm-cli.js"), FAKE_NPM);
  writeFileSync(join(folder, "calls"), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

function install(env: Record<string, string>) {
  const code = `await (await import(${JSON.stringify(join(folder, "scripts/install.mjs"))})).installIfNeeded(process.env)`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], {
    env: { PATH: process.env["PATH"], npm_execpath: join(folder, "npm-cli.js"), CALLS: join(folder, "calls"), ...env },
    encoding: "utf8",
  });
  return { status, stderr };
}
const calls = () =>
  readFileSync(join(folder, "calls"), "utf8")
    .trim()
    .split("\n")
    .map((line) => line.split(" ")[0]);

test("a lock file that does not fit the registry stops the command, with what to do", () => {
  const { status, stderr } = install({});
  expect(status).not.toBe(0);
  expect(stderr).toContain("Missing: @a/win32@1.0.0 from lock file");
  expect(stderr).toContain("use one that has it");
  expect(calls()).toEqual(["ci"]);
});

test("only PORTAL_INSTALL_UNPINNED=yes lets npm choose after npm ci has failed, and each command says so", () => {
  expect(install({ PORTAL_INSTALL_UNPINNED: "1" }).status).not.toBe(0);
  expect(calls()).toEqual(["ci"]);
  const first = install({ PORTAL_INSTALL_UNPINNED: "yes" });
  expect(first.status).toBe(0);
  expect(first.stderr).toContain("the packages are NOT those of package-lock.json");
  expect(calls()).toEqual(["ci", "ci", "install"]);
  expect(install({ PORTAL_INSTALL_UNPINNED: "yes" }).stderr).toContain("NOT those of package-lock.json");
  expect(calls()).toHaveLength(3);
});

test("the command after that, without the variable, wants the pinned ones again", () => {
  install({ PORTAL_INSTALL_UNPINNED: "yes" });
  expect(install({}).status).not.toBe(0);
  expect(install({ CI_WORKS: "yes" })).toEqual({ status: 0, stderr: "" });
  expect(install({})).toEqual({ status: 0, stderr: "" });
  expect(calls()).toEqual(["ci", "install", "ci", "ci"]);
});
