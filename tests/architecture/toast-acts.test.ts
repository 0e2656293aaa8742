// Checks that each error message names its act, so that the message ends together with its cause (web/ui/toasts/toast.tsx).
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { expect, test } from "vitest";
import { root } from "./source-imports.ts";

const files = globSync("web/**/*.{ts,tsx}", { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file));
const shown = files.filter((file) => !file.startsWith("web/ui/toasts/"));

/** Names under which a function handles a caught error. */
const HANDLERS = /^(?:onError|onFailed|onFailure|catch)$/;

/** Returns calls of `toastError` in a catch block or an error's handler, as `file:line`. */
function errorsCaught(file: string, code: string): string[] {
  const found: string[] = [];
  const caught: [number, number][] = [];
  const within = (at: number) => caught.some(([start, end]) => start <= at && at < end);
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  new Visitor({
    CatchClause: ({ body }) => void caught.push([body.start, body.end]),
    Property: ({ key, value }) => {
      if (key.type === "Identifier" && HANDLERS.test(key.name)) caught.push([value.start, value.end]);
    },
    JSXAttribute: ({ name, value }) => {
      if (value && name.type === "JSXIdentifier" && HANDLERS.test(name.name)) caught.push([value.start, value.end]);
    },
    CallExpression: ({ callee, start }) => {
      if (callee.type === "Identifier" && callee.name === "toastError" && within(start))
        found.push(`${file}:${code.slice(0, start).split("\n").length}`);
    },
  }).visit(program);
  return found;
}

/** These files explain, in their own words, an error that they have recognised. It is never a cancelled operation. */
const RECOGNISED = new Set(["web/features/people/use-linked-person.ts"]);

test("a caught error is shown by toastFailure, which shows nothing for a cancelled operation", () => {
  expect(errorsCaught("a.ts", "try { f(); } catch (error) { toastError('a:b', error.message); }")).toHaveLength(1);
  expect(errorsCaught("a.tsx", "const a = <B onFailure={(error) => toastError('a:b', said(error))} />;")).toHaveLength(
    1,
  );
  expect(errorsCaught("a.ts", "if (gone) toastError('a:b', t.gone);")).toEqual([]);
  const found = shown.filter((file) => !RECOGNISED.has(file)).flatMap((file) => errorsCaught(file, read(file)));
  expect(found).toEqual([]);
});

test("toasts are shown by web/ui/toasts alone, whose functions take an act first", () => {
  expect(shown.filter((file) => /from "sonner"|toast-view\.tsx"/.test(read(file)))).toEqual([]);
  const signatures = [...read("web/ui/toasts/toast.tsx").matchAll(/export function (toast\w+)\(\s*(\w+: \w+)/g)];
  expect(signatures.length).toBeGreaterThan(6);
  expect(signatures.filter(([, , first]) => first !== "act: Act").map(([, name]) => name)).toEqual([]);
});

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
