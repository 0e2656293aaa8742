import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { hearNobodyAnswer } from "#tests/e2e/controllers-away.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";

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

// Covers: 8.9
test("a changed PIN, a shorter validity and a removed door are said to hold until the controller answers, and then to be gone", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  const id = await savePerson({ firstName: "Ebbe", lastName: "Ändrasson", pin: "604173" });
  const opened = (pin: string) => portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen(pin, door)).length;
  await expect.poll(() => opened("604173")).toBe(2);
  await signIn(portal.accounts.nord);
  await portal.axis.faults.offline();
  const things = "den gamla PIN-koden, den gamla giltigheten och de gamla dörrarna";
  const waits = page.getByText(`Ändringen skrivs på Garage Kajen så snart den svarar; till dess gäller ${things} där.`);
  try {
    await hearNobodyAnswer(page);
    await page.goto(`/org-admin/end-users?person=${id}`);
    const form = page.getByRole("dialog");
    await form.getByRole("textbox", { name: /^PIN-kod/ }).fill("604174");
    await form.getByRole("button", { name: /Giltighet/ }).click();
    await page.getByRole("option", { name: "1 månad", exact: true }).click();
    await form.getByText("Dörr 2", { exact: true }).last().click();
    await expect(form.getByText(`${things} gäller på Garage Kajen tills ändringen är bekräftad där`)).toBeVisible();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Spara" }).click();
    await expect(waits).toBeVisible();
    expect(opened("604173")).toBe(2);
  } finally {
    await portal.axis.faults.online();
  }
  await retryNow(portal);
  const confirmed = page.getByRole("status").filter({ hasText: /^Borttagen på Garage Kajen \d\d:\d\d/ });
  await expect(confirmed).toContainText(
    "Den gamla PIN-koden, den gamla giltigheten och de gamla dörrarna, Ebbe Ändrasson",
  );
  await expect(waits).toHaveCount(0);
  expect([opened("604173"), opened("604174")]).toEqual([0, 1]);
  await page.goto(`/org-admin/end-users?person=${id}`);
  const history = page.getByRole("listitem").filter({ hasText: /^Borttagen på Garage Kajen \d\d:\d\d/ });
  await expect(history).toContainText(things);
});
