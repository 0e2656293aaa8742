import { expect, type Page } from "@playwright/test";

/** Returns, by name, controls that lie under a toast: in the open dialog, else on the page. */
async function covered(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialogs = document.querySelectorAll("[role=dialog],[role=alertdialog]");
    const within = dialogs[dialogs.length - 1] ?? document.body;
    const isClipped = (element: Element, x: number, y: number) => {
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowY === "visible") continue;
        const { left, right, top, bottom } = box.getBoundingClientRect();
        if (x < left || x > right || y < top || y > bottom) return true;
      }
      return x < 0 || y < 0 || x > innerWidth || y > innerHeight;
    };
    const found = [...within.querySelectorAll("button,a[href],input,textarea,label,[tabindex='0']")].filter(
      (element) => {
        if (element.closest("[data-sonner-toaster]")) return false;
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (width === 0 || isClipped(element, x, y)) return false;
        return document.elementFromPoint(x, y)?.closest("[data-sonner-toaster]") !== null;
      },
    );
    return found.map((element) => element.getAttribute("aria-label") ?? element.textContent ?? element.tagName);
  });
}

export async function expectNothingCovered(page: Page): Promise<void> {
  await expect(page.locator("[data-sonner-toast]").first()).toBeVisible();
  await expect.poll(() => covered(page)).toEqual([]);
}
