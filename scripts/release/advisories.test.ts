import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lockFile } from "../page/shipped-packages.ts";
import { compareVersions, findAdvisories, readAdvisories } from "./advisories.ts";

const lock = {
  lockfileVersion: 3,
  packages: {
    "": { version: "0.1.0" },
    "node_modules/pg": { version: "8.23.1" },
    "node_modules/@fastify/cors": { version: "11.4.3" },
    "node_modules/vite/node_modules/pg": { version: "8.10.0", dev: true },
  },
};
const about = (name: string, events: object[], more: object = {}, ecosystem = "npm") => ({
  id: "GHSA-1",
  summary: "Reads too far",
  affected: [{ package: { ecosystem, name }, ranges: [{ type: "SEMVER", events }] }],
  ...more,
});
const found = (...advisories: object[]) =>
  findAdvisories(lock, readAdvisories(JSON.stringify(advisories))).map(({ name, version }) => `${name} ${version}`);

describe("an advisory", () => {
  test.each([
    ["from the beginning", [{ introduced: "0" }], ["pg 8.23.1", "pg 8.10.0"]],
    ["until a fix that came later", [{ introduced: "8.0.0" }, { fixed: "8.20.0" }], ["pg 8.10.0"]],
    ["until a fix that is installed", [{ introduced: "0" }, { fixed: "8.10.0" }], []],
    ["with its last affected version", [{ introduced: "0" }, { last_affected: "8.10.0" }], ["pg 8.10.0"]],
    ["that came back after a fix", [{ fixed: "8.5.0" }, { introduced: "8.23.0" }, { introduced: "0" }], ["pg 8.23.1"]],
    ["of a later version", [{ introduced: "9.0.0" }], []],
  ])("%s is found where it holds", (_, events, expected) => {
    expect(found(about("pg", events))).toEqual(expected);
  });

  test("of a scoped package, and by a list of versions", () => {
    const listed = { package: { ecosystem: "npm", name: "@fastify/cors" }, versions: ["11.4.3"] };
    expect(found({ id: "GHSA-2", affected: [listed] })).toEqual(["@fastify/cors 11.4.3"]);
  });

  test("that is withdrawn, or about another ecosystem or package, is none", () => {
    const all = [{ introduced: "0" }];
    const npm = about("other", all);
    expect(found(npm, about("pg", all, { withdrawn: "2026-01-01" }), about("pg", all, {}, "PyPI"))).toEqual([]);
  });
});

test("a package that only builds is told apart, and the repository's own lock file is read", () => {
  const advisories = readAdvisories(JSON.stringify(about("pg", [{ introduced: "0" }])));
  expect(findAdvisories(lock, advisories).map(({ isDevelopment }) => isDevelopment)).toEqual([false, true]);
  const own: unknown = JSON.parse(readFileSync(join(import.meta.dirname, "../../package-lock.json"), "utf8"));
  const versions = Object.entries(lockFile.parse(own).packages).filter(([path]) => path.endsWith("node_modules/pg"));
  expect(findAdvisories(own, advisories)).toHaveLength(versions.length);
  expect(versions.length).toBeGreaterThan(0);
});

test("one advisory a line is read; a file without npm, or that is no JSON, is refused", () => {
  const line = JSON.stringify(about("pg", [{ introduced: "0" }]));
  expect(readAdvisories(`${line}\n${line}\n`)).toHaveLength(2);
  expect(() => readAdvisories("[]")).toThrow("none about npm");
  expect(() => readAdvisories(`${line}\n<html>`)).toThrow("line 2");
});

test("versions are ordered as semver.org says", () => {
  const ordered = ["1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0"];
  for (const versions of [ordered, ["1.0.0", "1.0.2", "1.10.0", "2.0.0"]])
    expect(versions.toReversed().toSorted(compareVersions)).toEqual(versions);
  expect(compareVersions("1.0.0+build", "1.0.0")).toBe(0);
});
