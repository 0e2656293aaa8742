// Tests that a toast covers nothing that people need.
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { hearNobodyAnswer } from "#tests/e2e/controllers-away.ts";
import { expectNothingCovered } from "#tests/e2e/uncovered.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

test.use({ world: "toasts" });

const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]").filter({ hasText: text });
const chosen = (page: Page) => page.getByRole("group", { name: "Valda rader" });
const choose = (page: Page, name: string) => page.getByRole("checkbox", { name: `Välj ${name}` }).click();

/** Scrolls to the end: a page longer than the window leaves room for the toast below its last row. */
const toTheEnd = (page: Page) => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));

// Covers: 8.9
test("a person removed while the controller is away stays named, and toasts cover no button on any screen", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  for (const [firstName, pin] of [
    ["Nils", "628417"],
    ["Greta", "371952"],
    ["Ebbe", "905138"],
  ] as const)
    await savePerson({ firstName, lastName: "Påhittsson", pin });
  const pending = async () => (await portal.admin.query("select from device_sync where pending")).rowCount;
  const opened = () => portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen("628417", door)).length;
  await expect.poll(pending).toBe(0);
  expect(opened()).toBe(2);
  await portal.axis.faults.offline();
  // The words stand beside the name, each in a separate element.
  const named = page.getByText("är borttagen i portalen men finns kvar på").locator("..");
  try {
    await hearNobodyAnswer(page);
    await signIn(portal.accounts.nord);
    await page.setViewportSize({ width: 1024, height: 700 });
    await page.goto("/org-admin/end-users");
    await page.getByRole("button", { name: "Ta bort Nils Påhittsson" }).click();
    const question = page.getByRole("alertdialog");
    await expect(question).toContainText("Garage Kajen svarar inte.");
    await expect(question).toContainText("öppnar på Garage Kajen tills borttagningen är bekräftad där");
    await expectAccessible(page);
    await question.getByRole("button", { name: "Ta bort" }).click();
    await expect(toast(page, "Väntar på borttagning")).toContainText(
      "Borttagen i portalen. PIN-koden tas bort på Garage Kajen så snart den svarar; till dess öppnar den där.",
    );
    await expect(page.getByText(/^Fel$|Kan inte ta bort/)).toHaveCount(0);
    await expect(named).toContainText("Nils Påhittsson");
    for (const width of [1024, 360]) {
      await page.setViewportSize({ width, height: 740 });
      await toTheEnd(page);
      await expectNothingCovered(page);
    }
    await expectAccessible(page);
    expect(opened()).toBe(2);
  } finally {
    await portal.axis.faults.online();
  }
  await retryNow(portal);
  const confirmed = toast(page, "Borttagen på Garage Kajen");
  await expect(confirmed).toContainText("PIN-koden, Nils Påhittsson", { timeout: paced(60_000) });
  expect(opened()).toBe(0);
  await expect(toast(page, "Väntar på borttagning")).toHaveCount(0);
  await expect(named).toHaveCount(0, { timeout: paced(60_000) });
  await confirmed.getByRole("button", { name: "Stäng" }).click();
  await expect(confirmed).toHaveCount(0);

  for (const width of [1024, 360]) {
    await page.setViewportSize({ width, height: 740 });
    await choose(page, "Greta Påhittsson");
    await chosen(page)
      .getByRole("button", { name: width === 1024 ? "Inaktivera" : "Aktivera" })
      .click();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /aktivera/i })
      .last()
      .click();
    await expect(chosen(page)).toHaveCount(0);
    await choose(page, "Ebbe Påhittsson");
    await expect(chosen(page)).toBeVisible();
    await toTheEnd(page);
    await expectNothingCovered(page);
    await chosen(page).getByRole("button", { name: "Avmarkera alla" }).click();
  }
});

test("a message that comes while a dialog's button is pressed moves it only once the press is heard", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  const answered = Promise.withResolvers<void>();
  await page.route(/\/functions\/v1\/axis-proxy/, async (route) => {
    await answered.promise;
    await route.continue();
  });
  await signIn(portal.accounts.system);
  await page.setViewportSize({ width: 1024, height: 700 });
  await page.goto("/system-admin/controllers");
  const tested = page.waitForResponse(/\/functions\/v1\/axis-proxy/);
  await page.getByRole("button", { name: "Testa anslutning Garage Kajen" }).click();
  await page.getByRole("button", { name: "Lägg till styrenhet" }).click();
  const cancel = page.getByRole("dialog").getByRole("button", { name: "Avbryt" });
  await cancel.hover();
  await page.mouse.down();
  const before = await cancel.boundingBox();
  answered.resolve();
  await (await tested).finished();
  // The time after which a message would appear if it did not wait.
  await page.waitForTimeout(500);
  expect(await cancel.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(toast(page, "Garage Kajen")).toBeVisible();
});

test("two messages stand one above the other, and a low window keeps a phone's sheet below them", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/organizations");
  const refused = page.locator("[data-sonner-toast]");
  for (const [place, count] of [
    [0, 1],
    [1, 2],
  ] as const) {
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Ta bort / })
      .nth(place)
      .click();
    await expect(refused).toHaveCount(count);
  }
  const apart = async () => {
    const [one, other] = await Promise.all([refused.nth(0).boundingBox(), refused.nth(1).boundingBox()]);
    if (!one || !other) return false;
    const [upper, lower] = one.y < other.y ? [one, other] : [other, one];
    return upper.y + upper.height <= lower.y;
  };
  await expect.poll(apart).toBe(true);

  await page.getByRole("link", { name: /^Styrenheter( \d+)?$/ }).click();
  await expect(page.getByRole("button", { name: "Testa anslutning Garage Kajen" })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 460 });
  await page.getByRole("button", { name: "Fler åtgärder för Garage Kajen" }).click();
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("button", { name: "Stäng" })).toBeInViewport({ ratio: 1 });
  await expect(refused).toHaveCount(2);
  await expectNothingCovered(page);
});
