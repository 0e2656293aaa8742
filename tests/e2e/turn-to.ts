// From one page of the portal to the next as a link would lead, for tests that visit many: no program is fetched and begun anew.
import type { Page } from "@playwright/test";
import { anyDialog } from "#scripts/screenshots/take-shots.ts";
import { paced } from "#tests/support/pace.ts";

/** Loads the page anew where no page of the portal stands, where its dialog does not close, and where it is the wanted one itself. */
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
  await page.evaluate((address) => history.pushState({}, "", address), path); // the router hears it
  await page.waitForFunction((one) => one?.isConnected !== true && document.querySelector("main h1") !== null, old);
}

/** With Escape. It stays where it asks whether to discard what was typed. */
async function closeDialog(page: Page): Promise<"none" | "closed" | "stays"> {
  const dialog = anyDialog(page).last();
  if (!(await dialog.isVisible())) return "none";
  await page.keyboard.press("Escape");
  return dialog.waitFor({ state: "hidden", timeout: paced(5_000) }).then(
    () => "closed",
    () => "stays",
  );
}
