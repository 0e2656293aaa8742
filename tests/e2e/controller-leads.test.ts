// Covers: /system-admin/controllers
// What a controller's row leads to when something stands in the way, and what its own errors do once they are mended.
import { expect, type Page } from "@playwright/test";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { hearNobodyAnswer } from "#tests/e2e/controllers-away.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";

test.use({ world: "controller-leads" });
test.describe.configure({ mode: "serial" });

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
  const codes = await callFunction(world.system, "generate-weekly-codes", {
    action: "generate",
    controllerIds: [controller_id],
    weeks: 1,
  });
  expect(codes.status).toBe(200);
});

test.afterAll(() => device.close());

test.beforeEach(async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/controllers");
});

const dialog = (page: Page) => page.getByRole("dialog");
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

/** The question stands until the server has answered. */
async function closeAll(page: Page): Promise<void> {
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Stäng" }).last().click();
  await expect(dialog(page)).toHaveCount(0);
}

test("a gate says that it answered at once after the test in its row; the people who keep a controller from being deleted are led to, and as many as were counted", async ({
  page,
}) => {
  const gate = page.getByRole("grid").getByRole("row").filter({ hasText: "Infart Norr" });
  await page.getByRole("button", { name: "Testa anslutning Infart Norr" }).click();
  await expect(toasts(page, "Anslutning lyckades")).toBeVisible();
  await expect(gate).toContainText(/Svarade (nyss|för)/);

  for (const { name, people, shown } of [
    {
      name: "Garage Kajen",
      people: "2 personer har åtkomst genom den.",
      shown: ["Alva Exempelsson", "Elof Påhittsson"],
    },
    { name: "Infart Norr", people: "1 person har åtkomst genom den.", shown: ["Alva Exempelsson"] },
  ]) {
    await page.goto("/system-admin/controllers");
    await askToDelete(page, name);
    await expect(dialog(page).getByText("Styrenheten har kopplade resurser. Ta bort dessa först.")).toBeVisible();
    await expect(dialog(page).getByText(people)).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await dialog(page).getByRole("link", { name: "Visa slutanvändare" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Alla Slutanvändare" })).toBeVisible();
    await expect(page.getByRole("button", { name: `Genom ${name}` })).toBeVisible();
    const list = page
      .getByRole("grid")
      .getByRole("row")
      .filter({ has: page.getByRole("gridcell") });
    await expect(list).toHaveCount(shown.length);
    for (const person of shown) await expect(list.filter({ hasText: person })).toHaveCount(1);
  }
});

test("weekly codes, users of its own and removals that wait are each led to", async ({ page, portal }) => {
  await askToDelete(page, "Huset");
  await expect(dialog(page).getByText("1 användare finns bara på styrenheten.")).toBeVisible();
  await expect(dialog(page).getByText("1 veckokod gäller på den.")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Visa veckokoder" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Veckokoder" })).toBeVisible();
  await expect(rows(page, "Befintliga koder")).toHaveCount(1);
  await dialog(page)
    .getByRole("button", { name: /^Ta bort v\./ })
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
  await expect(rows(page, "Befintliga koder")).toHaveCount(0);
  await closeAll(page);

  await askToDelete(page, "Huset");
  await dialog(page).getByRole("button", { name: "Visa användarna" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Användare på styrenheten" })).toBeVisible();
  await expect(rows(page, "Användare på styrenheten")).toHaveCount(1);
  // Before the press: who goes on opening, and why.
  await device.faults.offline();
  await hearNobodyAnswer(page);
  await dialog(page).getByRole("button", { name: "Ta bort Vera Vakt" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByRole("status")).toContainText("Huset svarar inte.");
  await expect(question.getByRole("status")).toContainText("öppnar på Huset tills borttagningen är bekräftad där.");
  await question.getByRole("button", { name: "Ta bort" }).click();
  await expect(toasts(page, "Väntar på borttagning")).toContainText("PIN-koden tas bort på Huset så snart den svarar");
  await closeAll(page);

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
