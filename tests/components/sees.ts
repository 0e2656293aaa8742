// Checks the specification's texts as people read them on the screen.
import { waitFor } from "@testing-library/react";
import { expect } from "vitest";
import { type Place, type Said, specified } from "#tests/specified-texts.ts";

/** For a file that a page offers. */
export { specified };

/** Texts that are not visible: those only for screen readers, and hidden ones. */
const UNSEEN = ".sr-only, [hidden], [aria-hidden='true'], script, style";
const ATTRIBUTES = ["aria-label", "placeholder", "title"];

/** Waits until each text stands on the screen, whole: as an element's text, a toast's, a hint in a field or a button's name. */
export async function sees<P extends Place>(place: P, ...texts: readonly Said<P>[]): Promise<void> {
  await waitFor(() => {
    const screen = textsOnScreen();
    expect(texts.filter((text) => !screen.some((one) => specified(place, text).test(one)))).toEqual([]);
  });
}

function textsOnScreen(): string[] {
  return [...document.body.querySelectorAll("*")].flatMap((element) => {
    if (element.closest(UNSEEN)) return [];
    const named = ATTRIBUTES.flatMap((name) => element.getAttribute(name) ?? []);
    return [element.textContent, ...ownTexts(element), ...named].map((text) => text.replace(/\s+/g, " ").trim());
  });
}

const ownTexts = (element: Element) =>
  [...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? "") : []));
