import type { Locator } from "@playwright/test";

/**
 * Returns texts that tables and cards cut off. Heads, states, dates, hours, weeks and figures must be whole. Another value is returned if it has
 * neither a title nor an ellipsis.
 */
export async function clippedIn(within: Locator): Promise<string[]> {
  return within.first().evaluate((top) => {
    const words = (element: Element) => element.textContent.replaceAll(/\s+/g, " ").trim();
    const shown = (element: Element) =>
      element.getClientRects().length > 0 && !getComputedStyle(element).clipPath.startsWith("inset");
    /** Returns boxes of the words below an element that a reader sees, with the element of each. */
    const textsOf = (element: Element): { parent: Element; boxes: DOMRect[] }[] => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const found = [];
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const parent = text.parentElement;
        if (!parent || !text.textContent?.trim() || !shown(parent) || parent.closest(".sr-only, title")) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        found.push({ parent, boxes: [...range.getClientRects()].filter((box) => box.width > 0) });
      }
      return found;
    };
    /** Returns the ancestor, at most the cell, whose box the words leave. */
    const cutBy = ({ parent, boxes }: { parent: Element; boxes: DOMRect[] }, cell: Element): Element | null => {
      for (let box: Element | null = parent; box; box = box === cell ? null : box.parentElement) {
        const style = getComputedStyle(box);
        if (box !== cell && style.overflowX === "visible") continue;
        const { left, right, top: above, bottom } = box.getBoundingClientRect();
        const beyond = boxes.some(
          (one) =>
            one.right > right + 1 ||
            one.left < left - 1 ||
            (style.overflowY !== "visible" && (one.bottom > bottom + 3 || one.top < above - 3)),
        );
        if (beyond) return box;
      }
      return null;
    };
    /** States, weeks, days, hours and figures are read whole; names and descriptions may end in an ellipsis with their title. */
    const mayBeShort = (parent: Element, cut: Element) =>
      cut.tagName !== "TD" &&
      cut.tagName !== "LI" &&
      parent.closest("[data-ground], [data-plate], time, button.tabular") === null &&
      !/^(v\.|wk )?\d|\d\d(:\d\d)?–\d\d/.test(words(parent)) &&
      (cut.closest("[title]") !== null || cut.querySelector("[title]") !== null);
    const lists = [...top.querySelectorAll("[data-list]")].filter(shown);
    if (lists.length === 0) return ["no list is shown"];
    return lists.flatMap((list) => {
      const label = list.querySelector("[aria-label]")?.getAttribute("aria-label") ?? "";
      const heads = [...list.querySelectorAll("th[scope=col]")].filter(shown);
      const cells = [...list.querySelectorAll("tbody > tr:not([aria-hidden]) > :is(td, th), ul > li")].filter(shown);
      return [
        ...heads.flatMap((head) =>
          textsOf(head)
            .filter((text) => cutBy(text, head) !== null)
            .map(() => `${label}: head ${words(head)} (${Math.round(head.getBoundingClientRect().width)} px)`),
        ),
        ...cells.flatMap((cell) =>
          textsOf(cell).flatMap((text) => {
            const cut = cutBy(text, cell);
            if (cut === null || mayBeShort(text.parent, cut)) return [];
            return [`${label}: ${words(text.parent)} (${Math.round(cell.getBoundingClientRect().width)} px)`];
          }),
        ),
      ];
    });
  });
}
