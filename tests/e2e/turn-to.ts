// Goes from one page of the portal to the next like a link, for tests that visit many: no program is fetched and started again.
import { expect, type Page } from "@playwright/test";
import { anyDialog } from "#scripts/screenshots/take-shots.ts";
import { paced } from "#tests/support/pace.ts";

/**
 * Turns to a page. Reloads if no page of the portal is open, if its dialog does not close, or if the page is already open.
 */
export async function turnTo(page: Page, path: string): Promise<void> {
  const heading = page.locator("main h1");
  const stands = (await heading.count()) > 0;
  const dialog = stands ? await closeDialog(page) : "none";
  const { pathname, search } = new URL(page.url());
  if (dialog === "closed" && path === pathname + search) return;
  if (!stands || dialog === "stays" || pathname === new URL(path, page.url()).pathname) {
    await page.goto(path);
    return;
  }
  const old = await heading.first().elementHandle();
  await page.evaluate((address) => history.pushState({}, "", address), path); // The router notices the new address.
  await page.waitForFunction((one) => one?.isConnected !== true && document.querySelector("main h1") !== null, old);
}

/**
 * Presses a link of the main menu, and waits for the page that it names: until its program is fetched the former page stays, whose buttons
 * may have the same words.
 */
export async function turnByMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation").getByRole("link", { name }).click();
  await expect(page.locator("main").getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

/** Closes a dialog with Escape. The dialog stays if it asks whether to discard typed text. */
async function closeDialog(page: Page): Promise<"none" | "closed" | "stays"> {
  const dialog = anyDialog(page).last();
  if (!(await dialog.isVisible())) return "none";
  await page.keyboard.press("Escape");
  return dialog.waitFor({ state: "hidden", timeout: paced(5_000) }).then(
    () => "closed",
    () => "stays",
  );
}
