// Covers: /system-admin/controllers, file.2
// Tests who is on a controller, and where its row leads when something is wrong.
import { expect, type Page } from "@playwright/test";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { hearNobodyAnswer } from "#tests/e2e/controllers-away.ts";
import { countPresses } from "#tests/e2e/count-presses.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";

test.use({ world: "controller-leads" });

let device: AxisSimulator;

test.beforeAll(async ({ portal }) => {
  device = await startAxisSimulator({ doors: 2, webbportal: "all-doors" });
  const world = await mainWorld(portal);
  await world.savePerson({ firstName: "Elof", lastName: "Påhittsson", pin: "592817" });
  const payload = { name: "Huset", device_type: "axis", device_ip: device.url, device_port: device.port };
  const made = await callFunction(world.system, "controller-manager", {
    action: "CREATE",
    payload: { ...payload, username: "portal", password: "S3cret-pass" },
  });
  const controller_id = Reflect.get(Object(made.body["controller"]), "id");
  await callFunction(world.system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id });
  const window = { validFrom: new Date().toISOString(), validTo: new Date(Date.now() + 86_400_000).toISOString() };
  const { rows } = await portal.admin.query<{ id: string }>("select id from access_points where controller_id = $1", [
    controller_id,
  ]);
  const accessPointIds = rows.map(({ id }) => id);
  const own = { firstName: "Vera", lastName: "Vakt", pin: "905172", accessPointIds, ...window };
  const user = await callFunction(world.system, "axis-proxy", {
    action: "CREATE_USER_WITH_PIN",
    controller_id,
    ...own,
  });
  expect(user.status).toBe(200);
});

test.afterAll(() => device.close());

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) => rows(page, "Användare på styrenheten").filter({ hasText: name });
const opens = (pin: string) => device.doorTokens.every((door) => device.wouldOpen(pin, door));
const toasts = (page: Page, text: string) => page.locator("[data-sonner-toast]").filter({ hasText: text });
const rows = (page: Page, list: string) =>
  page
    .getByRole("grid", { name: list })
    .getByRole("row")
    .filter({ hasNot: page.getByRole("columnheader") });

async function askToDelete(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Fler åtgärder för ${name}` }).click();
  await page.getByRole("menuitem", { name: "Ta bort" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Ta bort styrenhet" })).toBeVisible();
}

// Covers: 5.9, 9.9, files.6
test("a gate and a controller show a test, a new user, a calendar, and what holds a deletion back", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.system);
  const chunk = /\/assets\/date-picker-field-[\w-]+\.js/;
  await page.route(chunk, (route) => route.abort());
  await page.goto("/system-admin/controllers");
  const gate = page.getByRole("grid").getByRole("row").filter({ hasText: "Infart Norr" });
  await page.getByRole("button", { name: "Testa anslutning Infart Norr" }).click();
  await expect(toasts(page, "Anslutning lyckades")).toBeVisible();
  await expect(gate).toContainText(/Svarade (nyss|för)/);

  await page.getByRole("button", { name: "Användare Huset" }).click();
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
  await expect(calendar.locator("thead th")).toHaveText(["v", "må", "ti", "on", "to", "fr", "lö", "sö"]);
  const second = calendar
    .getByRole("row")
    .filter({ has: page.getByRole("button") })
    .nth(1)
    .getByRole("button");
  await expect(second).toHaveCount(7);
  await expect(second.first()).toHaveAccessibleName(/måndag \d+ \S+ \d{4}/);
  await expect(second.last()).toHaveAccessibleName(/söndag \d+ \S+ \d{4}/);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("grid")).toHaveCount(1);
  await expect(from.getByRole("button")).toBeFocused();

  const pin = dialog(page).getByRole("textbox", { name: /^PIN-kod/ });
  const others = new Set(device.credentials().map(({ token }) => token));
  await dialog(page).getByLabel("Efternamn").fill("Elektriker");
  await pin.fill("4816");
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(row(page, "Elin Elektriker")).toContainText("Synkad");
  expect(opens("4816")).toBe(true);
  const stored = device.credentials().find(({ token }) => !others.has(token));
  await row(page, "Elin Elektriker").getByRole("button", { name: "Redigera Elin Elektriker" }).click();
  await expect(pin).toBeFocused();
  await pin.fill("592736");
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Användare uppdaterades")).toBeVisible();
  expect([opens("4816"), opens("592736")]).toEqual([false, true]);
  expect(device.credentials().find(({ token }) => !others.has(token))).toMatchObject({ ValidTo: stored?.ValidTo });
  await row(page, "Elin Elektriker").getByRole("button", { name: "Ta bort Elin Elektriker" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
  await expect(row(page, "Elin Elektriker")).toHaveCount(0);
  await expect(page.getByRole("alertdialog")).toHaveCount(0); // The row goes before the question, which holds Escape.
  expect(opens("592736")).toBe(false);

  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Användare Huset" })).toBeFocused();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Fler åtgärder för Huset" }).click();
  await page.getByRole("menuitem", { name: "Användare", exact: true }).click();
  const card = dialog(page).getByRole("listitem").filter({ hasText: "Vera Vakt" });
  await expect(card).toContainText("Synkad");
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await page.setViewportSize({ width: 1280, height: 720 });

  await askToDelete(page, "Garage Kajen");
  await expect(dialog(page).getByText("Styrenheten har kopplade resurser. Ta bort dessa först.")).toBeVisible();
  await expect(dialog(page).getByText("2 personer har tillgång genom den.")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog(page).getByRole("link", { name: "Visa slutanvändare" }).click();
  await expect(page.getByRole("button", { name: "Genom Garage Kajen" })).toBeVisible();
  const people = page
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: page.getByRole("gridcell") });
  await expect(people).toHaveCount(2);
  for (const person of ["Alva Exempelsson", "Elof Påhittsson"])
    await expect(people.filter({ hasText: person })).toHaveCount(1);

  await page.goBack();
  await askToDelete(page, "Huset");
  await expect(dialog(page).getByText("1 användare finns bara på styrenheten.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Visa användarna" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Användare på styrenheten" })).toBeVisible();
  await expect(rows(page, "Användare på styrenheten")).toHaveCount(1);
  // The question names, before the press, the people who keep access and why.
  await device.faults.offline();
  await hearNobodyAnswer(page);
  await dialog(page).getByRole("button", { name: "Ta bort Vera Vakt" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("status")).toContainText("Huset svarar inte.");
  await expect(question.getByRole("status")).toContainText("öppnar på Huset tills borttagningen är bekräftad där.");
  await question.getByRole("button", { name: "Ta bort" }).click();
  await expect(toasts(page, "Väntar på borttagning")).toContainText("PIN-koden tas bort på Huset så snart den svarar");
  await expect(page.getByRole("alertdialog")).toHaveCount(0); // The dialog stays until the server has answered.
  await dialog(page).getByRole("button", { name: "Stäng" }).last().click();
  await expect(dialog(page)).toHaveCount(0);

  await askToDelete(page, "Huset");
  await expect(dialog(page).getByText("1 borttagning är inte bekräftad av enheten.")).toBeVisible();
  await dialog(page).getByRole("link", { name: "Visa synkstatus" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Synkstatus" })).toBeVisible();
  await expect(rows(page, "Kö").filter({ hasText: "Huset" })).toHaveCount(1);
  await device.faults.online();
  await retryNow(portal);
  await expect(toasts(page, "Borttagen på Huset")).toContainText("PIN-koden, Vera Vakt");
  await expect(toasts(page, "Väntar på borttagning")).toHaveCount(0);
  await expect(rows(page, "Kö")).toHaveCount(0);
});

// Covers: task.9
test("the last part of a gate's long form is reached, filled in and saved in four presses on a phone", async ({
  page,
  portal,
  signIn,
}) => {
  const camera = "PORTEN/DeviceIpint.3/SourceEndpoint.video:0:0";
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/controllers");
  const presses = await countPresses(page);
  await page.getByRole("button", { name: "Fler åtgärder för Infart Norr" }).click();
  await page.getByRole("menuitem", { name: "Redigera" }).click();
  await dialog(page).getByRole("button", { name: "LPR-system", exact: true }).click();
  const field = dialog(page).getByLabel("Kamera för bilder i loggen");
  await expect(field).toBeInViewport({ ratio: 1 });
  await field.fill(camera);
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(toasts(page, "Styrenhet uppdaterades")).toBeVisible();
  expect(await presses()).toBe(4);
  const stored = await portal.admin.query("select frame_source from controllers where name = 'Infart Norr'");
  expect(stored.rows).toEqual([{ frame_source: camera }]);
});
