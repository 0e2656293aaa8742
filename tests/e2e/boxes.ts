import type { Locator } from "@playwright/test";

/** Where elements are, all at one moment: measured one after the other, the page may move in between. */
export async function boxesOf(...elements: readonly [Locator, ...Locator[]]): Promise<DOMRect[]> {
  const handles = await Promise.all(elements.map((element) => element.elementHandle()));
  return elements[0]
    .page()
    .evaluate(
      (found) => found.map((element) => (element as Element).getBoundingClientRect().toJSON() as DOMRect),
      handles,
    );
}
