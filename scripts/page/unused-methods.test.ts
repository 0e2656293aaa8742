import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { AUTH_ADMIN, AUTH_CLIENT, emptiedOf, SCHEMAS, type SlimmedFile, slim } from "./unused-methods.ts";

const root = join(import.meta.dirname, "../..");
const packages = join(root, "node_modules");
const codeOf = (path: string) => readFileSync(join(packages, path), "utf8");
const client = codeOf("@supabase/auth-js/dist/module/GoTrueClient.js");
const admin = codeOf("@supabase/auth-js/dist/module/GoTrueAdminApi.js");
const schemas = codeOf("zod/v4/classic/schemas.js");

/** Texts of the page's own files, tests aside. */
const sources = globSync(["web/**/*.{ts,tsx}", "contract/**/*.ts"], { cwd: root })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => readFileSync(join(root, path), "utf8"));
const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/^\s*\/\/.*$/gm, "");

/** Returns the emptied methods that the slimmed code still calls. */
function stillCalled(code: string, slimmed: SlimmedFile): string[] {
  const left = withoutComments(slim(code, slimmed));
  return emptiedOf(code, slimmed.emptied).filter((name) => new RegExp(`\\bthis\\.${name}\\(`).test(left));
}

test("no method that the build leaves calls an emptied one", () => {
  expect(stillCalled(client, AUTH_CLIENT)).toEqual([]);
  expect(stillCalled(admin, AUTH_ADMIN)).toEqual([]);
  expect(stillCalled(schemas, SCHEMAS)).toEqual([]);
  expect(stillCalled(client, { ...AUTH_CLIENT, emptied: ["_saveSession"] })).toEqual(["_saveSession"]);
});

test("the page calls no emptied method of the sign-in client, and none of its other parts", () => {
  const emptied = new Set([...emptiedOf(client, AUTH_CLIENT.emptied), "oauth", "passkey", "admin"]);
  const called = sources.flatMap((text) => [...text.matchAll(/\bauthClient\s*\.(\w+)/g)].map(([, name = ""]) => name));
  expect(new Set(called).size).toBeGreaterThan(10);
  expect(called.filter((name) => emptied.has(name))).toEqual([]);
});

test("the page calls no emptied method of a schema", () => {
  const emptied = emptiedOf(schemas, SCHEMAS.emptied).join("|");
  const onSchema = new RegExp(`\\bz\\s*\\.\\w+\\([^;]*?\\)\\s*\\.(?:${emptied})\\(`, "g");
  expect("z.string().email()".match(onSchema)).toHaveLength(1);
  expect(sources.flatMap((text) => text.match(onSchema) ?? [])).toEqual([]);
});

test("a method that a release of the package no longer has is named", () => {
  expect(() => slim("class One {\n}", { file: /x/, emptied: ["gone"], replaced: [] })).toThrow("Not one method gone");
  expect(() => slim("", { file: /x/, emptied: [], replaced: [[/gone/, ""]] })).toThrow("/gone/ is nowhere");
});
