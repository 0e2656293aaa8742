import { expect } from "@playwright/test";
import { test } from "#tests/support/browser.ts";

test.use({ world: "sign-in" });

test("a system admin signs in and lands in the system admin's area", async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await expect(page).toHaveURL(/\/system-admin/);
});
test("an org admin signs in and lands in the org admin's area", async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.nord);
  await expect(page).toHaveURL(/\/org-admin/);
});
