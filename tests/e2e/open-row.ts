import type { Page } from "@playwright/test";

/** Opens the first row of a list with these words by the keyboard, without a pointer. */
export async function openRow(page: Page, address: string, words: string): Promise<void> {
  await page.goto(address);
  await pressRow(page, words);
}

/** Presses a row of the page that is open. */
export async function pressRow(page: Page, words: string): Promise<void> {
  const row = page.getByRole("grid").getByRole("row").filter({ hasText: words }).first();
  await row.focus();
  await page.keyboard.press("Enter");
}
