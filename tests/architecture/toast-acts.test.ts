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

/** Files whose errors end in another place. */
const ENDED_ELSEWHERE: Readonly<Record<string, string>> = {
  "web/features/alerts/components/alert-webhooks-dialog.tsx": "a form ends its errors with its next submit",
  "web/features/auth/account/account-cards.tsx": "the next attempt leaves the page for the provider",
  "web/features/auth/account/factor-dialog.tsx": "the list of codes ends it (recovery-codes-list.tsx)",
  "web/features/auth/factors/factor-enrolment.tsx": "the list of codes ends it (recovery-codes-list.tsx)",
  "web/features/auth/sign-in/arrive.ts": "the sign-in that succeeds ends it (guard.tsx)",
  "web/features/auth/sign-in/first-admin-form.tsx": "a form ends its errors with its next submit",
  "web/features/auth/sign-in/invitation-form.tsx": "a form ends its errors with its next submit",
  "web/features/auth/sign-in/login-form.tsx": "the sign-in that succeeds ends it (guard.tsx)",
  "web/features/auth/sign-in/provider-buttons.tsx": "the next attempt leaves the page for the provider",
  "web/features/overview/extension-outcome.ts": "a part of its caller's act, which the next attempt ends",
  "web/features/people/bulk-outcome.tsx": "a part of its caller's act, which the next attempt ends",
  "web/features/people/extension-outcome.tsx": "a part of its caller's act, which the next attempt ends",
};

const ACT = String.raw`("[^"]*"|\`[^\`]*\`|[\w.]+\([^)]*\)|[\w.]+)`;
const actsOf = (code: string, functions: string) =>
  new Set([...code.matchAll(new RegExp(`\\b(?:${functions})\\(\\s*${ACT}`, "g"))].map(([, act = ""]) => act));

/** Returns the acts whose error a file shows, and which no other outcome and no next attempt in the file ends. */
function neverEnded(code: string): string[] {
  const ended = actsOf(code, "endToasts|toastSuccess|toastDone|toastUndoable|toastConfirmed");
  // A question ends the messages of its act when it is confirmed.
  for (const [, act = ""] of code.matchAll(/\bact=\{?("[^"]*"|[\w.]+)/g)) ended.add(act);
  return [...actsOf(code, "toastError|toastFailure")].filter((act) => !ended.has(act));
}

test("an error that was shown ends with the next attempt or outcome of its act", () => {
  expect(neverEnded('f().catch((error) => toastFailure("pin:show", error));')).toEqual(['"pin:show"']);
  expect(neverEnded('endToasts("pin:show");\nf().catch((error) => toastFailure("pin:show", error));')).toEqual([]);
  expect(neverEnded('toastDone("pin:hide", t.hidden);\ntoastFailure("pin:show", error);')).toEqual(['"pin:show"']);
  const found = shown.filter((file) => neverEnded(read(file)).length > 0);
  expect(found.toSorted()).toEqual(Object.keys(ENDED_ELSEWHERE).toSorted());
});

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}
