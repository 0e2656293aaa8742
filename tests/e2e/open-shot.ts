import type { Locator, Page } from "@playwright/test";
import type { Shot } from "#scripts/screenshots/plan.ts";
import { anyDialog, press } from "#scripts/screenshots/take-shots.ts";
import { turnTo } from "./turn-to.ts";
import { untilThere } from "./until-there.ts";

/** Turns to the page of a shot, waits for its rows and presses its buttons; returns the dialog on top, if one is open. */
export async function openShot(
  page: Page,
  { path, presses = [], inPage = false }: Pick<Shot, "path" | "presses" | "inPage">,
): Promise<Locator> {
  await turnTo(page, path);
  await page.getByRole("heading").first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  for (const step of presses) {
    await untilThere(page, step);
    await press(page, step);
    if (!inPage) await anyDialog(page).last().waitFor();
  }
  return anyDialog(page).last();
}
