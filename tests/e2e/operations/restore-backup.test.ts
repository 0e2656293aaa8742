// Covers: /system-admin/operations
import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { partFetched } from "../part-fetched.ts";

test.use({ world: "restores" });

// Covers: running.28
test("a back-up is restored in the page: looked at, agreed to, and followed to the hold that somebody ends", async ({
  page,
  portal,
  signIn,
  browser,
}) => {
  await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/operations");
  const card = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Säkerhetskopior", exact: true }) });
  await card.getByRole("button", { name: "Gör säkerhetskopia nu" }).click();
  const row = card.getByRole("listitem");
  await expect(row.getByText("Verifierad")).toBeVisible();
  await expect(row).toContainText("1 person, 2 dörrar och grindar");
  await portal.admin.query(
    "insert into end_users (organization_id, first_name, last_name) values ($1, 'Efter', 'Kopiasson')",
    [portal.accounts.nord.organizationId],
  );

  await row.getByRole("button", { name: /^Återställ säkerhetskopian / }).press("Enter");
  const question = page.getByRole("alertdialog", { name: /^Återställ säkerhetskopian .*\?$/ });
  await expect(question.getByRole("row", { name: "Personer 1 2" })).toBeVisible();
  await expect(question).toContainText("ingen grind öppnas förrän du har gått igenom skillnaderna");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await question.getByRole("button", { name: "Återställ" }).click();
  await expect(question.getByText("Kryssa i rutan först. Inget har ändrats.")).toBeVisible();
  await question.getByRole("checkbox").press("Space");
  // Two others are signed in meanwhile: one at work, one who comes back later.
  await using nord = await browser.newContext({ baseURL: portal.url, locale: "sv-SE" });
  await using syd = await browser.newContext({ baseURL: portal.url, locale: "sv-SE" });
  const [atWork, away] = [await nord.newPage(), await syd.newPage()];
  await signIn(portal.accounts.nord, atWork);
  await signIn(portal.accounts.syd, away);
  await atWork.goto("/org-admin");
  await expect(atWork.getByRole("heading", { level: 1 })).toBeVisible();
  // During the restore nothing is answered, a part of the page neither.
  await expect(atWork.locator("main [aria-busy=true]")).toHaveCount(0);
  await partFetched(atWork, "sign-in-again-dialog");
  const { pools } = portal.server.deps;
  await question.getByRole("button", { name: "Återställ" }).click();
  await expect(card.getByText("Allt är som förut tills det är klart.")).toBeVisible();
  await expect.poll(() => portal.server.deps.pools === pools).toBe(false);

  const told =
    /Portalen har återställts till en säkerhetskopia från \d{4}-\d\d-\d\d \d\d:\d\d, så alla måste logga in igen\./;
  await expect(atWork.getByRole("dialog", { name: "Logga in igen" })).toContainText(told);
  await expectAccessibleInBothThemes(atWork);
  await away.goto("/org-admin");
  await expect(away.getByRole("main")).toContainText(told);
  await expect(away.getByLabel("E-post")).toHaveValue(portal.accounts.syd.email);

  // Everybody is signed out; whoever signs in again finds the hold.
  const again = page.getByLabel("Lösenord", { exact: true });
  await expect(again).toBeVisible();
  await expect(page.getByText(told)).toBeVisible();
  await again.fill(portal.accounts.system.password);
  await again.press("Enter");
  await expect(page.getByText(/Inget skickas till styrenheterna och ingen grind öppnas/)).toBeVisible();
  const { rows } = await portal.admin.query("select last_name from end_users");
  expect(rows).toEqual([{ last_name: "Exempelsson" }]);
  await page.getByRole("button", { name: "Läs av styrenheterna" }).click();
  await expect(page.getByRole("button", { name: "Fortsätt" })).toBeEnabled();
  await page.getByRole("button", { name: "Fortsätt" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Fortsätt" }).click();
  await expect(page.getByRole("heading", { name: "Återställd säkerhetskopia" })).toBeHidden();
  const kept = "select from pg_database where datname like current_database() || '_replaced_%'";
  await expect.poll(async () => (await portal.admin.query(kept)).rowCount).toBe(0);
});
