import type { Locator, Page } from "@playwright/test";
import type { Press } from "#scripts/screenshots/plan.ts";
import { anyDialog, ROW_MENU } from "#scripts/screenshots/take-shots.ts";

/** Waits until the control that `press` presses exists, or the row menu that may hold it, because rows load after their page. */
export async function untilThere(page: Page, name: Press): Promise<void> {
  const dialog = anyDialog(page).last();
  const inDialog = await dialog.isVisible();
  const place: Page | Locator = inDialog ? dialog : page.locator("body");
  const wanted = place
    .getByRole("button", { name })
    .or(place.getByRole("link", { name }))
    .or(place.getByRole("checkbox", { name }))
    .or(place.getByText(name));
  const menu = page.getByRole("button", { name: ROW_MENU });
  await (inDialog ? wanted : wanted.or(menu)).filter({ visible: true }).first().waitFor();
}
