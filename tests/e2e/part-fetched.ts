import { expect, type Page } from "@playwright/test";

/** Waits until the page has fetched a part that it fetches ahead, such as "sign-in-again-dialog". */
export async function partFetched(page: Page, part: string): Promise<void> {
  const fetched = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  await expect.poll(async () => (await fetched()).join(" ")).toContain(part);
}
