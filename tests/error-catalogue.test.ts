import { globSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { ERROR_CODES } from "#contract/errors/codes.ts";
import { refusalOfConstraint } from "#contract/errors/constraints.ts";
import { defineErrors, given, type Refusal, violationsOf } from "#contract/errors/define-errors.ts";

const folder = join(import.meta.dirname, "../contract/errors");
const modules = new Map<string, object>();
for (const file of globSync("*.ts", { cwd: folder }))
  modules.set(file, z.looseObject({}).parse(await import(pathToFileURL(join(folder, file)).href)));

/** Replaces every parameter of a sentence by a text that the test finds in it. */
const NAMES = new Proxy({}, { get: (_all, name) => `«${String(name)}»` });

interface Entry {
  readonly domain: string;
  readonly reason: string;
  readonly refusal: Refusal;
}

const isDomain = (value: unknown): value is Record<string, (params: object) => Refusal> =>
  typeof value === "object" && value !== null && Object.values(value).every((make) => typeof make === "function");

const entries: Entry[] = [...modules].flatMap(([domain, exported]) =>
  Object.entries(exported).flatMap(([name, errors]) =>
    name.endsWith("Errors") && isDomain(errors)
      ? Object.entries(errors).map(([reason, make]) => ({ domain, reason, refusal: make(NAMES) }))
      : [],
  ),
);

test("every domain is read", () => {
  expect(entries.length).toBeGreaterThan(190);
  expect(new Set(entries.map(({ domain }) => domain)).size).toBeGreaterThan(14);
});

test("no two refusals have one name, whatever their domain", () => {
  const names = entries.map(({ reason }) => reason);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test("every constraint that a catalogue words is answered with that entry", () => {
  const catalogues = [...modules]
    .filter(([file]) => file !== "constraints.ts")
    .flatMap(([, exported]) => Object.values(exported));
  const worded = catalogues
    .filter(isDomain)
    .flatMap(violationsOf)
    .map(([name]) => name);
  expect(worded.length).toBeGreaterThan(30);
  expect(worded.filter((name) => refusalOfConstraint(name, "") === null)).toEqual([]);
});

test.each(entries)("$reason has a sentence in both languages", ({ reason, refusal }) => {
  const { sv, en, code, status } = refusal;
  expect(refusal.reason).toBe(reason);
  expect(ERROR_CODES).toContain(code);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(sv.length * en.length).toBeGreaterThan(0);
  expect(en).not.toMatch(/[åäöÅÄÖ]/);
  const named = (sentence: string) => [...new Set(sentence.match(/«\w+»/g))].sort();
  expect(named(en)).toEqual(named(sv));
});

/** A key's length, which is written in one way, and a sentence of Supabase's protocol. */
const PLAIN_FIGURES = ["device_tls_too_weak: 1024", "password_long: 1024"];

// Covers: page.13
test("a count over 999 in a sentence is written in groups", () => {
  const plain = entries.flatMap(({ reason, refusal }) =>
    [refusal.sv, refusal.en].flatMap((sentence) =>
      (sentence.match(/(?<![\w.:=-])\d{4,}(?![\w:-])/g) ?? []).map((figure) => `${reason}: ${figure}`),
    ),
  );
  const years = /: (?:19|20)\d\d$/;
  expect([...new Set(plain)].filter((one) => !years.test(one)).toSorted()).toEqual(PLAIN_FIGURES);
  expect(entries.find(({ reason }) => reason === "pins_at_controller")?.refusal.sv).toContain("5\u202f000");
});

test("a sentence is made with its parameters, which are sent beside it", () => {
  const made = defineErrors({
    gone: { status: 404, code: "not_found", field: "id", sv: "Borta.", en: "Gone." },
    full: given<{ most: number }>({
      status: 409,
      code: "conflict",
      sv: ({ most }) => `Högst ${most}.`,
      en: ({ most }) => `At most ${most}.`,
    }),
  });
  expect(made.gone()).toEqual({
    reason: "gone",
    status: 404,
    code: "not_found",
    field: "id",
    sv: "Borta.",
    en: "Gone.",
  });
  expect(made.full({ most: 3 })).toEqual({
    reason: "full",
    status: 409,
    code: "conflict",
    params: { most: 3 },
    sv: "Högst 3.",
    en: "At most 3.",
  });
  expectTypeOf(made.full).parameters.toEqualTypeOf<[{ most: number }]>();
  expectTypeOf(made.gone).parameters.toEqualTypeOf<[]>();
});
