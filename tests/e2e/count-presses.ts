import type { Page } from "@playwright/test";

/** Counts presses of mouse, finger and pen from now on, in this document only: the returned function fails in another one. */
export async function countPresses(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let presses = 0;
    addEventListener("pointerdown", (event) => event.isTrusted && (presses += 1), true);
    Object.assign(globalThis, { pressesMade: () => presses });
  });
  return () => page.evaluate(() => Reflect.get(globalThis, "pressesMade")());
}
