// Synkstatus in a browser: a controller goes away, what waits is kept and told, and it clears when the controller is back.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "sync-status" });

async function tryNow(portal: TestPortal): Promise<void> {
  const { controllerId } = await mainWorld(portal);
  await portal.admin.query(
    "update controller_sync set verify_at = now(), next_try_at = now() where controller_id = $1",
    [controllerId],
  );
}

test.afterEach(async ({ portal }) => {
  await portal.axis.faults.online();
  await portal.admin.query("delete from end_users where first_name = 'Ebbe'");
  await portal.admin.query("update device_sync set next_try_at = now()");
  await tryNow(portal);
});

const queue = (page: Page) => page.getByRole("table", { name: "Kö" }).getByRole("row");

test("a controller that is away is named with what is kept, and clears when it is back", async ({
  page,
  portal,
  signIn,
}) => {
  const world = await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/sync");
  await expect(page.getByText("Allt är synkat.")).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole("link", { name: "Allt synkat" })).toBeVisible();

  await portal.axis.faults.offline();
  await tryNow(portal);
  await expect(page.getByText(/^Garage Kajen svarar inte sedan \d\d:\d\d\.$/)).toBeVisible({ timeout: 30_000 });
  await world.savePerson({ firstName: "Ebbe", lastName: "Påhittsson", pin: "5921" });
  await expect(
    page.getByText(
      /1 ändring är sparad och skrivs när den är tillbaka\. PIN-koder som redan finns på enheten fungerar/,
    ),
  ).toBeVisible();
  await expect(queue(page).nth(1)).toContainText(/Garage Kajen.*Väntar på styrenhet.*Lägg till PIN/);
  await expect(queue(page).nth(1)).toContainText("Styrenheten svarar inte");
  await expect(queue(page).nth(1)).toContainText("Ebbe Påhittsson");
  await expect(page.getByRole("link", { name: "1 väntar" })).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

  await page.getByRole("button", { name: /^Fel/ }).click();
  await expect(page.getByText("Inget i det här läget")).toBeVisible();
  await page.getByRole("button", { name: "Visa alla som väntar" }).click();
  await expect(queue(page)).toHaveCount(2);

  await portal.axis.faults.online();
  await page.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(page.getByText("Anslutning lyckades")).toBeVisible();
  await expect(page.getByText("Allt är synkat.")).toBeVisible({ timeout: 20_000 });
  expect(portal.axis.doorTokens.every((door) => portal.axis.wouldOpen("5921", door))).toBe(true);
});

test("a comparison shows what was changed on the device, and what the portal does about it", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/sync");
  await expect(page.getByText("Allt är synkat.")).toBeVisible({ timeout: 20_000 });
  for (const { token } of portal.axis.credentials()) portal.axis.state.credentials.delete(token);
  portal.axis.state.changed();
  await page.getByRole("button", { name: "Jämför nu Garage Kajen" }).click();
  await expect(page.getByText("PIN saknas på enheten").first()).toBeVisible();
  await expect(page.getByRole("button", { name: /^Avvikelser/ })).toContainText(/[1-9]/);
  await expect
    .poll(() => portal.axis.doorTokens.every((door) => portal.axis.wouldOpen("4816", door)), { timeout: 20_000 })
    .toBe(true);
});

test("Återställ styrenhet asks with the number of people, and everything is written anew", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/sync");
  await expect(page.getByText("Allt är synkat.")).toBeVisible({ timeout: 20_000 });
  portal.axis.state.credentials.clear();
  portal.axis.state.users.clear();
  portal.axis.state.changed();
  await page.getByRole("button", { name: "Fler åtgärder för Garage Kajen" }).click();
  await page.getByRole("menuitem", { name: "Återställ styrenhet" }).click();
  const question = page.getByRole("alertdialog", { name: "Återställ styrenhet" });
  await expect(question).toContainText("1 persons PIN-kod skrivs på nytt.");
  await expect(question.getByRole("button", { name: "Avbryt" })).toBeFocused();
  await question.getByRole("button", { name: "Återställ styrenhet" }).click();
  await expect(question).toBeHidden();
  await expect
    .poll(() => portal.axis.doorTokens.every((door) => portal.axis.wouldOpen("4816", door)), { timeout: 20_000 })
    .toBe(true);
  await expect(page.getByText("Allt är synkat.")).toBeVisible({ timeout: 20_000 });
});

test("an org admin sees their own people and acts on no device", async ({ page, portal, signIn }) => {
  const world = await mainWorld(portal);
  await portal.axis.faults.offline();
  await tryNow(portal);
  await world.savePerson({ firstName: "Ebbe", lastName: "Påhittsson", pin: "6143" });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/sync");
  await expect(queue(page).filter({ hasText: "Ebbe Påhittsson" })).toBeVisible();
  await expect(page.getByText(/PIN-koder som redan finns på enheten fungerar/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("button", { name: /Synka nu|Återställ|Jämför|Testa/ })).toHaveCount(0);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});

test("on a phone the queue is cards, and the one primary button is at the bottom", async ({ page, portal, signIn }) => {
  const world = await mainWorld(portal);
  await portal.axis.faults.offline();
  await tryNow(portal);
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(portal.accounts.system);
  await world.savePerson({ firstName: "Ebbe", lastName: "Påhittsson", pin: "7359" });
  await page.goto("/system-admin/sync");
  await expect(page.getByRole("list", { name: "Kö" }).getByRole("listitem").first()).toContainText("Ebbe Påhittsson");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  const button = await page.getByRole("button", { name: "Synka nu", exact: true }).first().boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeGreaterThan(720);
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
});
