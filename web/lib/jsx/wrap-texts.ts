// Wraps texts that stand beside elements. A browser that translates the page puts each text node into an element of its own. React then
// holds nodes that are no longer in their place: removing one, or inserting beside it, throws and takes the page down, and a changed number
// stays as it was. A text that is the only child of its element is safe, since React sets that element's whole content. All JSX passes
// here, so every other text gets its own element.
import { createElement, Fragment, type ReactNode } from "react";

interface Props {
  children?: ReactNode;
}

/** Elements that hold text and nothing else. */
const TEXT_ONLY: ReadonlySet<unknown> = new Set(["option", "title", "textarea", "text", "tspan"]);

const isText = (child: unknown): child is string | number => typeof child === "string" || typeof child === "number";
const isNothing = (child: unknown): boolean => child == null || typeof child === "boolean";

/** Returns the props with their texts wrapped; the same object where there is nothing to wrap. */
export function wrapTexts<P extends object>(type: unknown, props: P): P {
  const { children } = props as Props;
  if (isText(children)) return type === Fragment ? { ...props, children: wrapped(String(children), null) } : props;
  if (!Array.isArray(children) || !children.some((child) => isText(child) || Array.isArray(child))) return props;
  if (children.every((child) => isText(child) || isNothing(child))) {
    const text = joined(children);
    return { ...props, children: type === Fragment ? wrapped(text, null) : text };
  }
  return TEXT_ONLY.has(type) ? props : { ...props, children: wrapAmong(children, false) };
}

/** Joins each run of texts into one element in the place of the first, so that the others keep their places. */
function wrapAmong(children: readonly unknown[], areKeyed: boolean): unknown[] {
  const result: unknown[] = [];
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at];
    if (Array.isArray(child)) result.push(child.some(isText) ? wrapAmong(child, true) : child);
    else if (!isText(child)) result.push(child);
    else {
      let end = at + 1;
      while (end < children.length && (isText(children[end]) || isNothing(children[end]))) end += 1;
      result.push(wrapped(joined(children.slice(at, end)), areKeyed ? `text ${at}` : null));
      for (; at < end - 1; at += 1) result.push(null);
    }
  }
  return result;
}

const joined = (children: readonly unknown[]): string => children.filter(isText).join("");

/**
 * Wraps a text; a space between elements would take up a box of its own in a row. Without a key none is given, since React takes null for the
 * key "null".
 */
function wrapped(text: string, key: string | null) {
  const className = text.trim() === "" ? "contents" : undefined;
  return createElement("span", key === null ? { className } : { className, key }, text);
}
