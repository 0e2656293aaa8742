// Measures a first visit's requests on the built files.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { test } from "#tests/support/browser.ts";

/** Gzipped bytes. */
const AUTH_LIMIT = 200 * 1024;
const SCREEN_LIMIT = 300 * 1024;
/** Six files at a time, each round as long as the line's delay. */
const FILES_LIMIT = 40;

const folder = join(import.meta.dirname, "../../../dist/web/assets");
const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
const source = (name: string) => readFileSync(join(folder, name), "utf8");

const importsOf = (name: string) =>
  [...source(name).matchAll(/(?:from|import)\s*"\.\/([^"`]+\.js)"/g)].map(([, imported = ""]) => imported);

function fetchedWith(names: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    found.add(name);
    importsOf(name).forEach(visit);
  };
  names.forEach(visit);
  return found;
}

const zipped = new Map(files.map((name) => [name, gzipSync(source(name)).length]));
const size = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (zipped.get(name) ?? Number.NaN), 0);

const only = (pattern: RegExp): string => {
  const [name, ...more] = files.filter((file) => pattern.test(file));
  if (name === undefined || more.length > 0)
    throw new Error(`${pattern} is not one file: ${[name, ...more].join(", ")}`);
  return name;
};
const entry = /src="\/assets\/(index-[\w-]+\.js)"/.exec(readFileSync(join(folder, "../index.html"), "utf8"))?.[1] ?? "";
const start = only(/^start-/);
const pages = [...source(only(/^base-/)).matchAll(/import\(\s*[`"]\.\/([^"`]+\.js)[`"]\s*\)/g)].map(
  ([, name = ""]) => name,
);

/** The texts' chunk has the same name, but does not contain the page. */
const signIn = pages.find((name) => name.startsWith("auth-")) ?? "";

// Covers: feel.10
test("the sign-in page fetches at most 200 kB of JavaScript", () => {
  const bytes = size(fetchedWith([entry, start, signIn]));
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(AUTH_LIMIT);
});

// Covers: feel.10
test("no first screen fetches more than 300 kB of JavaScript, nor more than 40 files", () => {
  const layouts = pages.filter((name) => name.startsWith("layout-"));
  expect(layouts).toHaveLength(2);
  expect(pages.length).toBeGreaterThan(15);
  const fetched = pages.map((name) => ({ name, its: fetchedWith([entry, start, ...layouts, name]) }));
  expect(fetched.filter(({ its }) => size(its) > SCREEN_LIMIT || its.size > FILES_LIMIT)).toEqual([]);
  expect(fetchedWith([entry, start, ...pages])).not.toContain(only(/^en-/));
});

test("menus, dialogs, drawers and the client of tables come after the screens that open without them", () => {
  const overlays = only(/^overlays-/);
  expect(zipped.get(overlays)).toBeGreaterThan(25_000);
  expect(pages.filter((name) => fetchedWith([entry, start, name]).has(overlays))).toEqual([]);
  const tables = files.filter((name) => source(name).includes("PostgrestError"));
  expect(tables).toHaveLength(1);
  expect(tables.filter((name) => fetchedWith([entry, start, signIn]).has(name))).toEqual([]);
});

// A group of chunks that divides another's modules makes a cycle, and then no page opens.
test("no file of the page is needed by a file that it needs", () => {
  expect(files.filter((name) => fetchedWith(importsOf(name)).has(name))).toEqual([]);
});
