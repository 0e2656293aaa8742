// Covers: /system-admin/who, /org-admin/who
import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "who" });

test("who gets in at a door now and later, where a person does, by keyboard from the door's row and the person's dialog", async ({
  page,
  portal,
  signIn,
}) => {
  const { doorIds } = await mainWorld(portal);
  const [doorId = ""] = doorIds;
  const pending = "select count(*)::int as count from device_sync where pending";
  await expect.poll(async () => (await portal.admin.query<{ count: number }>(pending)).rows[0]?.count).toBe(0);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/doors");
  // The gates' rows may come before the doors'.
  await page
    .getByRole("button", { name: /^Fler åtgärder för (?!Infart Norr)/ })
    .first()
    .press("Enter");
  await page.getByRole("menuitem", { name: "Vem kommer in?" }).press("Enter");
  await expect(page).toHaveURL(/\/org-admin\/who\?door=/);
  await page.goto(`/org-admin/who?door=${doorId}`);
  const row = page.getByRole("row").filter({ hasText: "Alva Exempelsson" });
  await expect(row).toContainText("tilldelad direkt");
  await expect(row).toContainText("Bekräftat");
  await expect(page.getByText("Kommer in: 1 · osäkert: 0 · kommer inte in: 0")).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.goto(`/org-admin/who?door=${doorId}&day=2099-01-05&time=07:30`);
  await expect(page.getByText("Kommer in: 0 · osäkert: 0 · kommer inte in: 1")).toBeVisible();
  await expect(row).toContainText("har slutat gälla");
  await page.getByRole("button", { name: "Nu" }).click();
  await expect(row).toContainText("Bekräftat");

  await row.click();
  await page.getByRole("dialog").getByRole("link", { name: "Visa alla dörrar och grindar, nu eller senare" }).click();
  await expect(page).toHaveURL(/\/org-admin\/who\?user=/);
  await expect(page.getByRole("row").filter({ hasText: "Infart Norr" })).toContainText("Portalen avgör vid passagen");
  await expectAccessibleInBothThemes(page);
});
