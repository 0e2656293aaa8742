// Contrast themes drop backgrounds. An element that is visible only by its background has `data-ground`, which gives it a border
// (web/styles/base.css).
import type { ESTree } from "vite";
import { expect, test } from "vitest";
import { findIn, type Part, pageParts } from "./page-syntax.ts";

/**
 * Backgrounds that mean an action or a state. Neutral ones are left out, because text alone separates their elements; so is a chosen row
 * (`!`), which has a ticked box.
 */
const GROUND = /(?<![\w:-])bg-(?:accent|danger|ok|wait|fail|remove|idle)(?:-soft)?(?![\w!-])/;
const SHOWN_OTHERWISE = /(?<![\w:-])border(?:-[a-z-]+)?!?(?![\w-])|forced-colors:|forced-color-adjust-none/;

const attributeNamed = (attributes: readonly ESTree.JSXAttributeItem[], wanted: string) =>
  attributes.find(
    (one): one is ESTree.JSXAttribute =>
      one.type === "JSXAttribute" && one.name.type === "JSXIdentifier" && one.name.name === wanted,
  );

const bareGrounds = (part: Part) =>
  findIn(part, (found) => ({
    JSXOpeningElement({ start, attributes }) {
      const classes = attributeNamed(attributes, "className");
      if (!classes || attributeNamed(attributes, "data-ground")) return;
      const written = part.code.slice(classes.start, classes.end);
      if (GROUND.test(written) && !SHOWN_OTHERWISE.test(written)) found({ start }, "a ground without data-ground");
    },
  }));

test("whatever only a ground shows has a border in contrast themes", () => {
  expect(pageParts().flatMap(bareGrounds)).toEqual([]);
  const code = (more: string) => `export const c = <b ${more}>1</b>;`;
  const at = (more: string) => bareGrounds({ file: "web/new.tsx", code: code(more) }).length;
  expect(at('className="rounded-full bg-danger px-1"')).toBe(1);
  expect(at('data-ground className="rounded-full bg-danger px-1"')).toBe(0);
  expect(at('className="border border-ok bg-ok-soft"')).toBe(0);
  expect(at('className="data-hovered:bg-accent"')).toBe(0);
});

test("the filled buttons carry it", () => {
  const button = pageParts().find(({ file }) => file === "web/ui/button.tsx")?.code ?? "";
  const filled = [...button.matchAll(/^ {2}(\w+): "bg-(?:accent|danger)/gm)].map(([, name]) => name);
  expect(filled.length).toBeGreaterThan(1);
  expect(/GROUNDED[^=]*= \[([^\]]*)\]/.exec(button)?.[1]?.match(/\w+/g)).toEqual(filled);
});

test("an element with the focus ring does not switch its outline off, which would hide the ring", () => {
  const RINGLESS = /"(?=[^"\n]*(?<![\w:-])ring-focus(?![\w-]))[^"\n]*(?<![\w:-])outline-none(?![\w-])[^"\n]*"/;
  const isRingless = (code: string) => RINGLESS.test(code);
  expect(pageParts().flatMap(({ file, code }) => (isRingless(code) ? [file] : []))).toEqual([]);
  expect(isRingless('className="ring-focus px-1 outline-none"')).toBe(true);
  expect(isRingless('className="outline-none ring-focus"')).toBe(true);
  expect(isRingless('className="ring-focus focus:outline-none"')).toBe(false);
});
