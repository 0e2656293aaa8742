// Checks with the compiler that a handler does not compile when its reply differs from its contract. The handlers here break it.
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./source-imports.ts";

const RUN_LIMIT_MS = 300_000;

const handler = (body: string) => `
import { z } from "zod";
import { actionsOf } from "#contract/define-action.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction, type PortalFunction } from "#server/platform/functions/define-function.ts";
const make = actionsOf("sample");
const contract = {
  REMOVE: make("REMOVE", { id: z.string() }, { removed: z.number(), left: z.array(z.object({ id: z.string() })) }),
  FORGET: make("FORGET", {}, {}),
};
const remove = action(contract.REMOVE, async (_deps, _call, { id }) => ({ removed: 1, left: [{ id }] }));
const forget = action(contract.FORGET, async () => undefined);
export const sample = ${body};
`;
const bare = `{ name: "sample", method: "POST", role: "any", input: z.object({}), handle: async () => ({}) }`;

const LINES_BEFORE = 12;
const sqlCall = (sample: string) => `
import { z } from "zod";
import { type ArgumentsOf, oneRowOf, rowsOf, valueOf } from "#contract/define-sql-call.ts";
${"\n".repeat(LINES_BEFORE - 3)}export const sample = ${sample};
`;
const doorCodes = (columns: string) => sqlCall(`rowsOf("door_codes", { ${columns} })`);
const asking = (input: string) => sqlCall(`(${input}) satisfies ArgumentsOf<"door_codes">`);

const replying = (reply: string) => handler(`[remove, forget, action(contract.REMOVE, async () => (${reply}))]`);
const serving = (actions: string) =>
  handler(`[remove, forget, defineFunction({ contract, role: "any", actions: { ${actions} } })]`);

const SAMPLES = {
  "the contract's reply": replying("{ removed: 1, left: [{ id: '' }] }"),
  "a renamed key": replying("{ deleted: 1, left: [{ id: '' }] }"),
  "a missing key": replying("{ removed: 1 }"),
  "an extra key": replying("{ removed: 1, left: [{ id: '' }], more: 1 }"),
  "an extra key in a list": replying("{ removed: 1, left: [{ id: '', name: '' }] }"),
  "an extra key where there is no reply": handler(
    "[remove, forget, action(contract.FORGET, async () => ({ more: 1 }))]",
  ),
  "a reply of no known shape": handler("[remove, forget, action(contract.REMOVE, async (): Promise<object> => ({}))]"),
  "each action served": serving("REMOVE: remove, FORGET: forget"),
  "an action not served": serving("REMOVE: remove"),
  "an action served as another": serving("REMOVE: remove, FORGET: remove"),
  "an action that the contract does not have": serving("REMOVE: remove, FORGET: forget, MORE: forget"),
  "a function without a contract": handler(`[remove, forget, defineFunction(${bare})]`),
  "a function made by hand": handler(`[remove, forget, (${bare}) satisfies PortalFunction]`),
  "an SQL function's columns": doorCodes("access_point_id: z.uuid(), codes: z.number()"),
  "a renamed column": doorCodes("door_id: z.uuid(), codes: z.number()"),
  "a missing column": doorCodes("access_point_id: z.uuid()"),
  "a column of another type": doorCodes("access_point_id: z.uuid(), codes: z.string()"),
  "a column that the function does not have": doorCodes(
    "access_point_id: z.uuid(), codes: z.number(), more: z.string()",
  ),
  "a column of a function that answers one row": sqlCall(`oneRowOf("audit_status", { waiting: z.number() })`),
  "an SQL function that there is not": sqlCall(`valueOf("no_such_function", z.number())`),
  "an SQL function's arguments": asking("{ controllers: [] }"),
  "a renamed argument": asking("{ controller_ids: [] }"),
};

let folder: string;
let wrong: readonly string[];

beforeAll(() => {
  mkdirSync(join(root, "node_modules/.cache"), { recursive: true });
  folder = mkdtempSync(join(root, "node_modules/.cache/typed-replies-"));
  const named = Object.entries(SAMPLES);
  named.forEach(([, code], at) => writeFileSync(join(folder, `sample-${at}.ts`), code));
  const compilerOptions = { noUnusedLocals: false };
  const files = named.map((_, at) => `sample-${at}.ts`);
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ extends: join(root, "tsconfig.json"), compilerOptions, files, include: [], exclude: [] }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
    cwd: folder,
    encoding: "utf8",
  });
  const errors = stdout.split("\n").filter((line) => line.includes(": error TS"));
  expect(errors.filter((line) => !new RegExp(`^sample-\\d+\\.ts\\(${LINES_BEFORE + 1},`).test(line))).toEqual([]);
  const failed = new Set(errors.map((line) => Number(/^sample-(\d+)/.exec(line)?.[1])));
  wrong = named.flatMap(([name], at) => (failed.has(at) ? [name] : []));
}, RUN_LIMIT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COMPILES = [
  "the contract's reply",
  "each action served",
  "an SQL function's columns",
  "an SQL function's arguments",
];

test("a reply, a function and an SQL call compile only as their contract and the catalogue have them", () => {
  expect(wrong).toEqual(Object.keys(SAMPLES).filter((name) => !COMPILES.includes(name)));
});

const catalogue = ["org-admin", "system-admin"].map((role) =>
  readFileSync(join(root, "contract/generated", `${role}.ts`), "utf8"),
);

test("each callable SQL function has one object in the contract, and the page calls it only by that", () => {
  const texts = globSync("{contract,web}/**/*.{ts,tsx}", { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));
  const described = texts
    .filter(({ file }) => file.startsWith("contract/"))
    .flatMap(({ text }) => [...text.matchAll(/\b(?:rowsOf|oneRowOf|valueOf)\(\s*"(\w+)"/g)].map((match) => match[1]));
  const callable = catalogue.flatMap((text) => [...text.matchAll(/^ {6}(\w+): \{ Args: /gm)].map((match) => match[1]));
  expect(callable).toContain("sync_summary");
  expect(new Set(described)).toEqual(new Set(callable));
  expect(described).toHaveLength(new Set(callable).size);
  const callers = texts.filter(({ text }) => /\.rpc\(/.test(text)).map(({ file }) => file);
  expect(callers.toSorted()).toEqual(["web/lib/calls/backend.ts", "web/lib/calls/sql.ts"]);
});
