// Covers: /system-admin/controllers, file.2
import { expect, type Page } from "@playwright/test";
import { z } from "zod";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "controller-users" });

test.describe.configure({ mode: "serial" });

const UNMANAGED_PIN = "905172";
let device: AxisSimulator;

test.beforeAll(async ({ portal }) => {
  device = await startAxisSimulator({
    doors: 2,
    webbportal: "all-doors",
    seed: { people: [{ firstName: "Vera", lastName: "Vakt", pin: UNMANAGED_PIN }] },
  });
  const system = await signedInClient(portal.url, portal.accounts.system);
  const payload = { name: "Huset", device_type: "axis", device_ip: device.url, device_port: device.port };
  const made = await callFunction(system, "controller-manager", {
    action: "CREATE",
    payload: { ...payload, username: "portal", password: "S3cret-pass" },
  });
  const { id } = z.object({ id: z.string() }).parse(made.body["controller"]);
  // A comparison reads its doors and reserves the unmanaged person's PIN.
  await callFunction(system, "sync-control", { action: "COMPARE", controller_id: id });
  await mainWorld(portal);
});

test.afterAll(async () => {
  await device.close();
});

test.beforeEach(async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/controllers");
});

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) =>
  dialog(page).getByRole("grid", { name: "Användare på styrenheten" }).getByRole("row").filter({ hasText: name });
const opens = (pin: string) => device.doorTokens.every((door) => device.wouldOpen(pin, door));

async function open(page: Page, controller: string): Promise<void> {
  await page.getByRole("button", { name: `Användare ${controller}` }).click();
  await expect(dialog(page).getByRole("heading", { name: "Användare på styrenheten" })).toBeVisible();
}

// Covers: 9.9, files.6
test("a calendar that cannot be fetched says so in its place and comes when asked again; its weeks begin on Monday; an end user is shown and not changed there, on a phone as a card", async ({
  page,
}) => {
  const chunk = /\/assets\/date-picker-field-[\w-]+\.js/;
  await page.route(chunk, (route) => route.abort());
  await open(page, "Huset");
  await dialog(page).getByRole("button", { name: "Lägg till användare" }).click();
  await dialog(page).getByLabel("Förnamn").fill("Elin");
  const missing = dialog(page)
    .getByRole("alert")
    .filter({ hasText: "En del av sidan kunde inte hämtas från servern." });
  await expect(missing).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await page.unroute(chunk);
  for (const left of [1, 0]) {
    await missing.first().getByRole("button", { name: "Försök igen" }).click();
    await expect(missing).toHaveCount(left);
  }
  await expect(dialog(page).getByLabel("Förnamn")).toHaveValue("Elin");

  const from = dialog(page).getByRole("group", { name: "Giltig från" });
  await from.getByRole("button").click();
  // The list behind the dialog is a grid too.
  const calendar = page.getByRole("grid").last();
  const weeks = calendar.getByRole("row");
  await expect(calendar.locator("thead th")).toHaveText(["v", "må", "ti", "on", "to", "fr", "lö", "sö"]);
  const second = weeks
    .filter({ has: page.getByRole("button") })
    .nth(1)
    .getByRole("button");
  await expect(second).toHaveCount(7);
  await expect(second.first()).toHaveAccessibleName(/måndag \d+ \S+ \d{4}/);
  await expect(second.last()).toHaveAccessibleName(/söndag \d+ \S+ \d{4}/);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("grid")).toHaveCount(1);
  await expect(from.getByRole("button")).toBeFocused(); // before the next key, at a person's pace
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Kasta ändringar" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Användare Huset" })).toBeFocused();

  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Fler åtgärder för Garage Kajen" }).click();
  await page.getByRole("menuitem", { name: "Användare", exact: true }).click();
  const card = dialog(page).getByRole("listitem").filter({ hasText: "Alva Exempelsson" });
  await expect(card).toContainText(/Synkad.*Slutanvändare/s);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessibleInBothThemes(page);
});

// Covers: 5.9
test("a person is added for 30 days, gets a new PIN with the name locked, and is removed from the device", async ({
  page,
}) => {
  await open(page, "Huset");
  await dialog(page).getByRole("button", { name: "Lägg till användare" }).click();
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).click();
  for (const message of ["Förnamn krävs", "Efternamn krävs", "PIN måste vara 4-6 siffror"])
    await expect(dialog(page).getByText(message, { exact: true }).last()).toBeVisible();
  await dialog(page).getByLabel("Förnamn").fill("Elin");
  await dialog(page).getByLabel("Efternamn").fill("Elektriker");
  await dialog(page)
    .getByRole("textbox", { name: /^PIN-kod/ })
    .fill(UNMANAGED_PIN);
  await expectAccessibleInBothThemes(page);
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(dialog(page).getByText(/^PIN-koden används redan vid Huset\./)).toBeVisible();
  await expect.poll(() => device.users().length).toBe(1);

  await dialog(page)
    .getByRole("textbox", { name: /^PIN-kod/ })
    .fill("4816");
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(page.getByRole("status").filter({ hasText: "Användare skapades" })).toContainText(/^Framgång/);
  await expect(row(page, "Elin Elektriker")).toContainText("Synkad");
  await expect(row(page, "Elin Elektriker")).not.toContainText("4816");
  expect(opens("4816")).toBe(true);
  const [stored] = device.credentials().filter(({ token }) => token.startsWith("wp-c-"));
  const days = (Date.parse(stored?.ValidTo ?? "") - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(31.1);

  await row(page, "Elin Elektriker").getByRole("button", { name: "Redigera Elin Elektriker" }).click();
  await expect(dialog(page).getByLabel("Förnamn")).toBeDisabled();
  await expect(dialog(page).getByText("Namn kan inte ändras vid redigering")).toBeVisible();
  await dialog(page)
    .getByRole("textbox", { name: /^PIN-kod/ })
    .fill("592736");
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Användare uppdaterades")).toBeVisible();
  expect([opens("4816"), opens("592736")]).toEqual([false, true]);
  expect(device.credentials().find(({ token }) => token === stored?.token)?.ValidTo).toBe(stored?.ValidTo);

  await row(page, "Elin Elektriker").getByRole("button", { name: "Ta bort Elin Elektriker" }).click();
  const question = page.getByRole("alertdialog", { name: "Ta bort användare" });
  await expect(question).toContainText("Elin Elektriker tas bort på Huset.");
  await question.getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByText("Användare raderades")).toBeVisible();
  await expect(row(page, "Elin Elektriker")).toHaveCount(0);
  expect(opens("592736")).toBe(false);
});
