// Covers: /system-admin/end-users
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { keepOnly } from "#tests/e2e/chosen-access.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "system-end-users" });

test.beforeEach(async ({ page, portal, signIn }) => {
  await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/end-users");
  await expect(row(page, "Alva Exempelsson")).toBeVisible();
});

const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");

async function chooseOrganization(page: Page, name: string): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: /Organisation/ })
    .click();
  await page.getByRole("option", { name }).click();
}

// Covers: 2.32, 2.44
test("the list has the specified columns and only Redigera, where the organisation is shown; for a new person it is chosen first, and then its doors are offered", async ({
  page,
  portal,
}) => {
  await expect(page.getByRole("heading", { name: "Alla Slutanvändare" })).toBeVisible();
  await expect(page.getByRole("columnheader")).toHaveText([
    "", // the box that chooses the page
    "Namn",
    "Organisation",
    "PIN",
    "Fordon",
    "Skapad",
    "Åtgärder",
  ]);
  const alva = row(page, "Alva Exempelsson");
  await expect(alva).toContainText("Brf Norrgården");
  await expect(alva).toContainText("••••");
  await expect(alva).toContainText("2 dörrar");
  await expect(alva).toContainText("MLB 84A");
  await expect(alva).toContainText("Personbil");
  await expect(alva).toContainText(/20\d\d-\d\d-\d\d/);
  await expect(alva.getByRole("button", { name: "Redigera Alva Exempelsson" })).toBeVisible();
  await expect(alva.getByRole("button", { name: /Ta bort/ })).toHaveCount(0);

  await page.getByRole("button", { name: "Redigera Alva Exempelsson" }).click();
  const organization = dialog(page).getByRole("textbox", { name: "Organisation" });
  await expect(organization).toHaveValue("Brf Norrgården");
  await expect(organization).toBeDisabled();
  await expect(dialog(page).getByText("Organisation kan inte ändras vid redigering")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Lägg till användare" }).click();
  const form = dialog(page);
  await expect(form.getByText("Välj en organisation för att fortsätta")).toBeVisible();
  await expect(form.getByRole("button", { name: "Spara" })).toBeDisabled();
  await form.getByText("Lägg till PIN-kod behörighet").click();
  await expect(form.getByText("Välj en organisation först")).toBeVisible();

  await chooseOrganization(page, "Sydhamnens Industri");
  await expect(form.getByText("Inga dörrar är tilldelade organisationen")).toBeVisible();
  await chooseOrganization(page, "Brf Norrgården");
  await keepOnly(form, ["Dörr 1", "Dörr 2"], ["Dörr 1"]);
  await form.getByLabel("Förnamn").fill("Signe");
  await form.getByLabel("Efternamn").fill("Systemsson");
  await form.getByRole("textbox", { name: /^PIN-kod/ }).fill("6093");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Användare skapades" })).toBeVisible();
  await expect(row(page, "Signe Systemsson")).toContainText("1 dörr");
  expect(portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen("6093", door))).toHaveLength(1);
});

// Covers: 2.33, feel.4
test("organisation and credential filters count their matches against everybody, and the list has no accessibility fault, light and dark, on a phone too", async ({
  page,
  portal,
}) => {
  const { savePerson } = await mainWorld(portal);
  await savePerson({ firstName: "Frida", lastName: "Filtersson", plate: "FLT 123" });
  await page.reload();
  await expect(row(page, "Frida Filtersson")).toBeVisible();
  await page.getByRole("radio", { name: "Endast PIN" }).click();
  await expect(row(page, "Frida Filtersson")).toHaveCount(0);
  await page.getByRole("radio", { name: "Endast fordon" }).click();
  await expect(row(page, "Frida Filtersson")).toBeVisible();
  await page.getByRole("radio", { name: "Alla", exact: true }).click();
  const organization = page.getByRole("combobox", { name: "Organisation" });
  await organization.fill("Syd");
  await page.getByRole("option", { name: "Sydhamnens Industri" }).click();
  await expect(page.getByText("Inga användare hittades")).toBeVisible();
  await expect(page.getByText(/^Visar 0 av \d+ användare$/)).toBeVisible();

  for (const [theme, width] of [
    ["light", 1440],
    ["dark", 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((chosen) => localStorage.setItem("portal.theme", chosen), theme);
    await page.goto("/system-admin/end-users");
    await expect(page.getByText("Alva Exempelsson").first()).toBeVisible();
    await expectAccessible(page);
  }
});
