// Checks that one place cleans a field's text: before it is cut, and never while a keyboard composes.

import type { ESTree } from "vite";
import { expect, test } from "vitest";
import { findIn, type Part, pageParts, tagName } from "./page-syntax.ts";

/** These fields pass their length to useCleanedText, never to the browser. */
const CLEANS_FIRST = new Set(["TextField"]);
const REWRITES = new Set(
  "replace replaceAll slice substring substr toUpperCase toLowerCase toLocaleUpperCase trim trimEnd trimStart normalize".split(
    " ",
  ),
);
const TYPED = new Set(["onChange", "onInput", "onBeforeInput", "onInputChange", "onKeyDown"]);

const lengthsGiven = (part: Part) =>
  findIn(part, (found) => ({
    JSXOpeningElement({ name, attributes }) {
      const tag = tagName(name);
      for (const attribute of attributes)
        if (nameOf(attribute) === "maxLength" && !CLEANS_FIRST.has(tag)) found(attribute, `maxLength of ${tag}`);
    },
  }));

const rewrites = (part: Part) =>
  findIn(part, (found) => {
    let handlers = 0;
    return {
      JSXAttribute: (attribute) => void (TYPED.has(nameOf(attribute)) && (handlers += 1)),
      "JSXAttribute:exit": (attribute) => void (TYPED.has(nameOf(attribute)) && (handlers -= 1)),
      CallExpression({ callee }) {
        if (handlers > 0 && callee.type === "MemberExpression" && callee.property.type === "Identifier")
          if (REWRITES.has(callee.property.name)) found(callee, `${callee.property.name} of what is typed`);
      },
      AssignmentExpression({ left }) {
        if (left.type === "MemberExpression" && left.property.type === "Identifier" && left.property.name === "value")
          found(left, "a field's value is set");
      },
    };
  });

function nameOf(attribute: ESTree.JSXAttributeItem): string {
  return attribute.type === "JSXAttribute" && attribute.name.type === "JSXIdentifier" ? attribute.name.name : "";
}

test("no field has a length that the browser cuts at: what is pasted with spaces would lose its end", () => {
  const parts = pageParts();
  expect(parts.filter(({ code }) => code.includes("maxLength")).length).toBeGreaterThan(3);
  expect(parts.flatMap(lengthsGiven)).toEqual([]);
});

test("no field cleans its text in a handler of its own: useCleanedText does it and waits for composition", () => {
  expect(pageParts().flatMap(rewrites)).toEqual([]);
});

test("a new field with both is seen", () => {
  const code = [
    "<Input maxLength={6} />",
    "<PinField maxLength={6} onChange={(text) => set(text.replace(/x/g, '').slice(0, 6))} />",
    "<Input onInput={(event) => { event.currentTarget.value = 'X'; }} />",
  ]
    .map((element, index) => `export const c${index} = ${element};`)
    .join("\n");
  const part = { file: "web/new.tsx", code };
  expect(lengthsGiven(part)).toEqual(["web/new.tsx:1: maxLength of Input", "web/new.tsx:2: maxLength of PinField"]);
  expect(rewrites(part)).toEqual([
    "web/new.tsx:2: slice of what is typed",
    "web/new.tsx:2: replace of what is typed",
    "web/new.tsx:3: a field's value is set",
  ]);
});
