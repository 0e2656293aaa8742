import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { countPresses } from "#tests/e2e/count-presses.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "person-fields" });

// Covers: task.4
test("a board writes apartment and phone in three presses, finds people by them, and lists them", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  const alva = page.getByRole("grid").getByRole("row").filter({ hasText: "Alva Exempelsson" });
  const presses = await countPresses(page);
  await alva.getByRole("button", { name: "Redigera Alva Exempelsson" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: "Fler uppgifter" }).click();
  await form.getByLabel("Lägenhet").fill("1203");
  await form.getByLabel("Telefon").fill("070-123 45 67");
  await form.getByLabel("Anteckning").fill("Hund i hallen.\nRing grannen först.");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(form).toBeHidden();
  expect(await presses()).toBe(3);

  await page.getByRole("searchbox").fill("+46 70 123");
  await expect(page.getByText("Visar 1 av")).toBeVisible();
  await expect(alva).toBeVisible();
  await page.getByRole("button", { name: "Kolumner" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Lägenhet" }).click();
  await page.getByRole("menuitemcheckbox", { name: "Telefon" }).click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "Lägenhet" })).toBeVisible();
  // Rows are pale while they are read again.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectAccessible(page);
  await page.reload();
  for (const text of ["1203", "070-123 45 67"]) await expect(alva.getByText(text)).toBeVisible();
  // Every head and cell can be read, by moving the list where it is wider than the page.
  for (const width of [1440, 1280, 1024, 800]) {
    await page.setViewportSize({ width, height: 800 });
    for (const text of ["1203", "070-123 45 67"]) {
      await alva.getByText(text).scrollIntoViewIfNeeded();
      await expect(alva.getByText(text)).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByText("070-123 45 67")).toBeVisible();

  await page.getByText("Alva Exempelsson").click();
  await expect(form.getByLabel("Telefon")).toHaveValue("070-123 45 67");
});
