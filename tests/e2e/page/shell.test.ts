import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";

test.use({ world: "shell" });

const shell = (page: Page) => page.locator("#shell");

/** Holds the page's scripts until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/start-/, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

test("a page whose program cannot be fetched offers to load it again, and its head goes once it came", async ({
  page,
}) => {
  await page.route(/\/assets\/start-/, (route) => route.abort());
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "Sidan kunde inte visas" })).toBeVisible();
  await expectAccessible(page);
  await page.unroute(/\/assets\/start-/);
  await page.getByRole("link", { name: "Ladda om" }).click();
  await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();

  const release = await holdScripts(page);
  await page.goto("/auth");
  await expect(shell(page)).toContainText("Logga in");
  await expect(shell(page).getByText("Administrera dörrar och grindar")).toBeVisible();
  await expect(shell(page).getByText("Manage doors and gates")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Laddar sidan", exact: true })).toBeAttached();
  await expectAccessible(page);
  release();
  await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();
  await expect(shell(page)).toHaveCount(0);
});

test("an admin sees their own frame at once, with the organisation's name, and nobody else's", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  const place = "Brf Norrgården";
  await expect.poll(() => page.evaluate(() => localStorage.getItem("portal.place"))).toContain(place);

  const release = await holdScripts(page);
  await page.reload({ waitUntil: "commit" });
  await expect(shell(page).getByText("Organisationsöversikt")).toBeVisible();
  await expect(shell(page).getByText("Läser synkstatus")).toBeVisible();
  const named = shell(page).locator("[data-place]:visible");
  expect(await named.evaluate((element) => getComputedStyle(element, "::after").content)).toContain(place);
  release();
  await expect(page.getByRole("heading", { name: "Organisationsöversikt" })).toBeVisible();
  await expect(shell(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Logga ut" }).click();
  await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("portal.place"))).toBeNull();
});

test("a name that tries to leave its quotes stays a name", async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.nord);
  const name = `Brf "; } body { display: none } \\ å`;
  await page.evaluate((text) => {
    localStorage.setItem("portal.place", JSON.stringify({ organizationId: "x", name: text }));
  }, name);
  const release = await holdScripts(page);
  await page.goto("/org-admin", { waitUntil: "commit" });
  const named = shell(page).locator("[data-place]:visible");
  await expect(named).toBeAttached();
  expect(await named.evaluate((element) => getComputedStyle(element, "::after").content)).toBe(
    `"${name.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`,
  );
  release();
});
