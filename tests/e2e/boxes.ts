import type { Locator } from "@playwright/test";

/** Returns the boxes of several elements, measured at one moment, because the page may move between two measurements. */
export async function boxesOf(...elements: readonly [Locator, ...Locator[]]): Promise<DOMRect[]> {
  const handles = await Promise.all(elements.map((element) => element.elementHandle()));
  return elements[0]
    .page()
    .evaluate(
      (found) => found.map((element) => (element as Element).getBoundingClientRect().toJSON() as DOMRect),
      handles,
    );
}
