// Every package of every platform needs an entry with checksum, or `npm ci` fails for everyone.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as z from "zod";

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), "utf8"));

const Entry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  inBundle: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
type Lock = Record<string, z.infer<typeof Entry>>;

const lock: Lock = z.looseObject({ packages: z.record(z.string(), Entry) }).parse(read("package-lock.json")).packages;

/** Resolves a package as Node does: beside the package, then in each folder above. */
function entryFor(packages: Lock, from: string, name: string) {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    const found = packages[`${base === "" ? "" : `${base}/`}node_modules/${name}`];
    if (found) return found;
    if (base === "") return undefined;
    if (!base.includes("/node_modules/")) base = "";
  }
}

/** Lists optional packages with no entry, the wrong version, or no checksum. */
function incomplete(packages: Lock): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies).flatMap(([name, wanted]) => {
      const found = entryFor(packages, path, name);
      if (!found?.version || (!found.integrity && !found.inBundle)) return [`${path} → ${name}@${wanted}: no entry`];
      return fits(found.version, wanted) ? [] : [`${path} → ${name}@${wanted}: the entry is ${found.version}`];
    }),
  );
}

/** Tells whether a version fits: platform packages are pinned exactly, and of a range the major version is compared. */
function fits(version: string, wanted: string): boolean {
  if (/^\d/.test(wanted)) return version === wanted;
  const major = /\d+/.exec(wanted)?.[0];
  return major === undefined || version.startsWith(`${major}.`);
}

describe("the lock file", () => {
  test("has an entry with version and checksum for each optional package of each platform", () => {
    expect(
      Object.values(lock).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {})).length,
    ).toBeGreaterThan(50);
    expect(incomplete(lock)).toEqual([]);
  });

  test("the check above sees a missing entry, another version and a missing checksum", () => {
    const parent = { version: "2.0.0", integrity: "x", optionalDependencies: { "@a/win32": "2.0.0" } };
    const packages = (child: Lock[string] | null): Lock => ({
      "node_modules/p": parent,
      ...(child && { "node_modules/@a/win32": child }),
    });
    expect(incomplete(packages({ version: "2.0.0", integrity: "x" }))).toEqual([]);
    expect(incomplete(packages(null))).toHaveLength(1);
    expect(incomplete(packages({ version: "1.9.0", integrity: "x" }))).toHaveLength(1);
    expect(incomplete(packages({ version: "2.0.0" }))).toHaveLength(1);
  });

  test("has a checksum for every package, and names no registry", () => {
    const packages = Object.entries(lock).filter(([path]) => path !== "");
    expect(packages.filter(([, { integrity, inBundle }]) => !integrity && !inBundle).map(([path]) => path)).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  test("was made from package.json as it stands", () => {
    const Lists = z.object({
      dependencies: z.record(z.string(), z.string()),
      devDependencies: z.record(z.string(), z.string()),
      optionalDependencies: z.record(z.string(), z.string()),
    });
    expect(Lists.parse(lock[""])).toEqual(Lists.parse(read("package.json")));
  });
});
