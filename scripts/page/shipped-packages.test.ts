import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { noticesOf, sbomOf, shippedPackages } from "./shipped-packages.ts";

const root = join(import.meta.dirname, "../..");
const lock: unknown = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
interface Tree {
  version?: string | undefined;
  dependencies?: Record<string, Tree> | undefined;
}
const tree: z.ZodType<Tree> = z.object({
  version: z.string().optional(),
  get dependencies() {
    return z.record(z.string(), tree).optional();
  },
});
const below = ({ dependencies = {} }: Tree): string[] =>
  Object.entries(dependencies).flatMap(([name, one]) => [
    ...(one.version === undefined ? [] : [`${name}@${one.version}`]),
    ...below(one),
  ]);
const sorted = (names: readonly string[]) => [...new Set(names)].sort();

// Covers: running.30
test("an installation's packages are those that npm itself lists", () => {
  const args = ["ls", "--all", "--omit=dev", "--package-lock-only", "--json"];
  const listed = below(tree.parse(JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8" }))));
  expect(listed.length).toBeGreaterThan(100);
  expect(sorted(shippedPackages(lock).map(({ name, version }) => `${name}@${version}`))).toEqual(sorted(listed));
});

test("a package that only the page needs counts once a module of it is in the page", () => {
  const names = (modules: string[]) => shippedPackages(lock, modules).map(({ name }) => name);
  expect(names([])).not.toContain("react");
  expect(names([])).not.toContain("vite");
  const found = names([
    "/x/node_modules/react/index.js",
    "/x/node_modules/@tanstack/react-query/build/a.js",
    "/x/web/a.ts",
  ]);
  expect(found).toEqual(expect.arrayContaining(["react", "@tanstack/react-query", "pg"]));
  expect(found).not.toContain("react-dom");
});

const PACKAGES = shippedPackages({
  lockfileVersion: 3,
  packages: {
    "": {},
    "node_modules/b": { version: "2.0.0", license: "MIT", integrity: "sha512-AAEC" },
    "node_modules/@s/a": { version: "1.0.0", optional: true },
    "node_modules/b/node_modules/@s/a": { version: "0.9.0", license: "ISC" },
    "node_modules/tool": { version: "1.0.0", dev: true },
  },
});

test("the bill of materials has each package's name, address, licence and hash, and is equal in each build", () => {
  const document = sbomOf({ name: "portal", version: "1.2.3" }, PACKAGES);
  expect(document).toEqual(sbomOf({ name: "portal", version: "1.2.3" }, [...PACKAGES]));
  expect(document).toMatchObject({
    bomFormat: "CycloneDX",
    metadata: { component: { name: "portal", version: "1.2.3" } },
    components: [
      { name: "@s/a", version: "0.9.0", purl: "pkg:npm/%40s/a@0.9.0", licenses: [{ expression: "ISC" }] },
      { name: "@s/a", version: "1.0.0", scope: "optional" },
      { name: "b", version: "2.0.0", scope: "required", hashes: [{ alg: "SHA-512", content: "000102" }] },
    ],
  });
});

test("the notices say each licence text once, below every package that has it", () => {
  const text = noticesOf(PACKAGES, ({ name }) => (name === "@s/a" ? "Copyright A\r\n" : null));
  expect(text).toContain("@s/a 0.9.0\n@s/a 1.0.0\n\nCopyright A\n");
  expect(text.split("Copyright A")).toHaveLength(2);
  expect(text).toContain("b 2.0.0\n\nLicence: MIT\n");
});
