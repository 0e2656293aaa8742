// Checks with the compiler that a handler whose reply differs from its contract does not compile, using handlers that break it.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "./source-imports.ts";

const RUN_LIMIT_MS = 300_000;

const handler = (body: string) => `
import { z } from "zod";
import { actionsOf } from "#contract/define-action.ts";
import { action } from "#server/platform/functions/action.ts";
import { defineFunction } from "#server/platform/functions/define-function.ts";
const make = actionsOf("sample");
const contract = {
  REMOVE: make("REMOVE", { id: z.string() }, { removed: z.number(), left: z.array(z.object({ id: z.string() })) }),
  FORGET: make("FORGET", {}, {}),
};
const remove = action(contract.REMOVE, async (_deps, _call, { id }) => ({ removed: 1, left: [{ id }] }));
const forget = action(contract.FORGET, async () => undefined);
export const sample = ${body};
`;
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
  expect(errors.filter((line) => !/^sample-\d+\.ts\(13,/.test(line))).toEqual([]);
  const failed = new Set(errors.map((line) => Number(/^sample-(\d+)/.exec(line)?.[1])));
  wrong = named.flatMap(([name], at) => (failed.has(at) ? [name] : []));
}, RUN_LIMIT_MS);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a handler compiles only with its contract's reply, and a function only with its contract's actions", () => {
  expect(wrong).toEqual(
    Object.keys(SAMPLES).filter((name) => !["the contract's reply", "each action served"].includes(name)),
  );
});
