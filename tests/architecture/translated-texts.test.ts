// Checks texts for browsers that translate pages: each text needs an element of its own (web/lib/jsx wraps it), and a text in no language
// must stay untranslated.

import type { ESTree } from "vite";
import { expect, test } from "vitest";
import { findIn, type Part, pageParts, tagName } from "./page-syntax.ts";

/** Finds parts that are only a text: each would be a bare text node beside its neighbours. */
const bareTexts = (part: Part) =>
  findIn(part, (found) => {
    const functions: string[] = [];
    const enter = (name: string) => void functions.push(name);
    const leave = () => void functions.pop();
    return {
      FunctionDeclaration: ({ id }) => enter(id?.name ?? ""),
      "FunctionDeclaration:exit": leave,
      FunctionExpression: () => enter(""),
      "FunctionExpression:exit": leave,
      ArrowFunctionExpression: () => enter(""),
      "ArrowFunctionExpression:exit": leave,
      ReturnStatement({ start, argument }) {
        const name = functions.at(-1) ?? "";
        if (argument && /^[A-Z][a-z]/.test(name) && isTextual(argument)) found({ start }, `${name} is only a text`);
      },
    };
  });

function isTextual(expression: ESTree.Expression): boolean {
  switch (expression.type) {
    case "Literal":
      return typeof expression.value === "string" || typeof expression.value === "number";
    case "TemplateLiteral":
      return true;
    case "ConditionalExpression":
      return isTextual(expression.consequent) || isTextual(expression.alternate);
    case "MemberExpression":
    case "CallExpression":
      return /^(t|texts|words|\w+Texts|format[A-Z]\w*)$/.test(rootOf(expression));
    default:
      return false;
  }
}

function rootOf(expression: ESTree.Expression | ESTree.Super): string {
  if (expression.type === "MemberExpression") return rootOf(expression.object);
  if (expression.type === "CallExpression") return rootOf(expression.callee);
  return expression.type === "Identifier" ? expression.name : "";
}

/** Finds codes, plates and addresses (by their monospaced font) that a browser may translate. */
const translatedCodes = (part: Part) =>
  findIn(part, (found) => ({
    JSXOpeningElement({ start, end, name, attributes }) {
      const tag = tagName(name);
      // Typed text is never translated.
      if (tag !== tag.toLowerCase() || tag === "input" || !part.code.slice(start, end).includes("font-mono")) return;
      const isKept = attributes.some(
        (one) => one.type === "JSXAttribute" && one.name.type === "JSXIdentifier" && one.name.name === "translate",
      );
      if (!isKept) found({ start }, `${tag} of codes without translate="no"`);
    },
  }));

test("no part of the page is only a text", () => {
  expect(pageParts().flatMap(bareTexts)).toEqual([]);
  const code = "export function Word({ on }) { return on ? t.one : `two`; }\nfunction wordOf() { return t.one; }";
  expect(bareTexts({ file: "web/new.tsx", code })).toEqual(["web/new.tsx:1: Word is only a text"]);
});

test("no plate and no code is translated", () => {
  expect(pageParts().flatMap(translatedCodes)).toEqual([]);
  const code = 'export const c = <span className="font-mono">ABC 123</span>;';
  expect(translatedCodes({ file: "web/new.tsx", code })).toHaveLength(1);
});
