import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "suspended-pins" });

// Covers: device.38
test("a switched off PIN is said to be suspended at its controller, and until when", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  const id = await savePerson({ firstName: "Spärra", lastName: "Kvarsson", pin: "951407" });
  const pending = async () => (await portal.admin.query("select from device_sync where pending")).rowCount;
  const opened = () => portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen("951407", door)).length;
  await expect.poll(opened).toBeGreaterThan(0);
  await expect.poll(pending).toBe(0);
  await portal.admin.query("update credentials set enabled = false where end_user_id = $1", [id]);
  await expect.poll(pending).toBe(0);
  expect(opened()).toBe(0);
  await signIn(portal.accounts.nord);
  await page.goto(`/org-admin/end-users?person=${id}`);
  const form = page.getByRole("dialog");
  const words = /^Spärrad på Garage Kajen \d\d:\d\d, tas bort \d+ [a-z]+/;
  await expect(form.getByRole("region", { name: "Fungerar behörigheten?" }).getByText(words)).toBeVisible();
  await expect(form.getByRole("listitem").filter({ hasText: words })).toContainText("PIN-koden");
  await expectAccessible(page);
});
