// Covers: /org-admin/groups, /system-admin/groups
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { turnByMenu } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";

test.use({ world: "groups" });

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

// Covers: task.2
test("a group is made, gets a person, and loses a door after a preview that names who, in thirteen presses", async ({
  page,
  portal,
  signIn,
}) => {
  const { nord, doorIds } = await mainWorld(portal);
  const { status } = await callFunction(nord, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: portal.accounts.nord.organizationId,
      first_name: "Bo",
      last_name: "Gruppsson",
      pin: { value: "7351", validity_period: "12_months", access_point_ids: doorIds.slice(0, 1) },
    },
  });
  expect(status).toBe(200);
  const opens = () => portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen("7351", door)).length;
  const opensDoors = (doors: number) =>
    expect
      .poll(async () => {
        await retryNow(portal);
        return opens();
      })
      .toBe(doors);
  let presses = 0;
  const press = async (what: Locator) => {
    await what.click();
    presses += 1;
  };
  const dialog = page.getByRole("dialog");
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  await press(page.getByRole("navigation").getByRole("link", { name: "Grupper" }));
  await expect(page.getByRole("heading", { name: "Grupper", level: 1 })).toBeVisible();
  await press(page.getByRole("button", { name: "Lägg till grupp" }).first());
  await press(dialog.getByRole("button", { name: "Boende" }));
  await expect(dialog.getByLabel("Namn")).toHaveValue("Boende");
  await press(dialog.getByText("Dörr 1", { exact: true }));
  await press(dialog.getByText("Dörr 2", { exact: true }));
  await expectAccessibleInBothThemes(page);
  await press(dialog.getByRole("button", { name: "Spara" }));
  await expect(row(page, "Boende")).toContainText("Dörr 2");

  await press(row(page, "Boende").getByRole("button", { name: /Personer/ }));
  await dialog.getByRole("searchbox", { name: "Sök person att lägga till" }).fill("Bo Gr");
  await press(dialog.getByRole("button", { name: "Lägg till Bo Gruppsson" }));
  await expect(dialog.getByRole("listitem").filter({ hasText: "tills vidare" })).toContainText("Bo Gruppsson");
  await expectAccessibleInBothThemes(page);
  await press(dialog.getByRole("button", { name: "Stäng" }).last());
  await expect(dialog).toHaveCount(0);
  await opensDoors(2);

  await press(row(page, "Boende").getByRole("button", { name: /^Redigera/ }));
  await press(dialog.getByText("Dörr 2", { exact: true }));
  await press(dialog.getByRole("button", { name: "Spara" }));
  const preview = page.getByRole("dialog", { name: "Efter att du sparar" });
  const second = preview.getByRole("listitem", { name: /^Dörr 2/ });
  await expect(second).toContainText("1 förlorar tillgången");
  await expect(second).toContainText("Bo Gruppsson");
  await expect(preview.getByRole("listitem", { name: /^Dörr 1/ })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  // Back in the form, the choice is still there.
  await page.keyboard.press("Escape");
  await expect(preview).toHaveCount(0);
  await expect(dialog.getByText("Osparade ändringar")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 800 });
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(second).toContainText("Bo Gruppsson");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await press(preview.getByRole("button", { name: "Spara" }));
  await expect(dialog).toHaveCount(0);
  await opensDoors(1);
  await expectAccessibleInBothThemes(page);
  expect(presses).toBe(13);

  // The person's dialog has the group, and a save takes it.
  await page.goto("/org-admin/end-users");
  await row(page, "Bo Gruppsson").getByText("Bo Gruppsson").click();
  const chosen = dialog.getByRole("checkbox", { name: "Boende" });
  await expect(chosen).toBeChecked();
  await dialog.getByText("Boende", { exact: true }).click();
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(dialog).toHaveCount(0);
  const members = async () => (await portal.admin.query("select from access_group_members")).rowCount;
  await expect.poll(members).toBe(0);

  // Chosen in the list, people are put in a group together.
  for (const name of ["Bo Gruppsson", "Alva Exempelsson"]) await row(page, name).getByRole("checkbox").click();
  await page.getByRole("button", { name: "Lägg i grupp" }).click();
  await dialog.getByRole("button", { name: /Grupp/ }).first().click();
  await page.getByRole("option", { name: "Boende" }).click();
  await dialog.getByRole("button", { name: "Lägg i grupp" }).click();
  await expect.poll(members).toBe(2);
});

test("a group has one door always and the other at the hours of a schedule, chosen by keyboard", async ({
  page,
  portal,
  signIn,
}) => {
  const { nord } = await mainWorld(portal);
  const { status } = await callFunction(nord, "schedules", {
    action: "SAVE",
    organization_id: portal.accounts.nord.organizationId,
    name: "Städ varannan tisdag",
    hours: [{ weekday: 2, from: 420, to: 540, every_weeks: 2, anchor: "2026-11-23" }],
    calendars: [],
  });
  expect(status).toBe(200);
  const dialog = page.getByRole("dialog");
  await page.setViewportSize({ width: 360, height: 800 });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/groups");
  await page.getByRole("button", { name: "Lägg till grupp" }).first().click();
  await dialog.getByLabel("Namn").fill("Lokalvård");
  await dialog.getByText("Dörr 1", { exact: true }).click();
  await dialog.getByText("Dörr 2", { exact: true }).click();
  const hours = dialog.getByRole("group", { name: "Tider" });
  const second = hours.getByRole("button", { name: /Dörr 2/ });
  await expect(second).toContainText("Alltid");
  await second.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(second).toContainText("Städ varannan tisdag");
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Dörr 2: Städ varannan tisdag")).toBeVisible();
  await page.getByText("Lokalvård", { exact: true }).click();
  await expect(hours.getByRole("button", { name: /Dörr 2/ })).toContainText("Städ varannan tisdag");
});

// Covers: task.2
test("a group is given to new users: chosen in advance in their dialog, and for lines of a file that name none", async ({
  page,
  portal,
  signIn,
}) => {
  const { nord, doorIds } = await mainWorld(portal);
  const { body } = await callFunction(nord, "access-groups", {
    action: "SAVE",
    organization_id: portal.accounts.nord.organizationId,
    name: "Hyresgäster",
    validity_period: "12_months",
    doors: doorIds.slice(0, 1),
    gates: [],
  });
  const members = async () => {
    const { rows } = await portal.admin.query<{ name: string }>(
      "select u.first_name as name from access_group_members m join end_users u on u.id = m.end_user_id where m.group_id = $1 order by 1",
      [body["id"]],
    );
    return rows.map(({ name }) => name);
  };
  const dialog = page.getByRole("dialog");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/groups");
  await row(page, "Hyresgäster").getByRole("button", { name: "Fler åtgärder för Hyresgäster" }).click();
  await page.getByRole("menuitem", { name: "Ge till nya användare" }).click();
  await expect(row(page, "Hyresgäster")).toContainText("Ges till nya användare");
  await expectAccessibleInBothThemes(page);

  await turnByMenu(page, "Användare");
  await page.getByRole("button", { name: "Lägg till användare" }).first().click();
  await expect(dialog.getByRole("checkbox", { name: "Hyresgäster" })).toBeChecked();
  await dialog.getByLabel("Förnamn").fill("Hanna");
  await dialog.getByLabel("Efternamn").fill("Hyresson");
  await dialog.getByText("Lägg till PIN-kod behörighet", { exact: true }).click();
  await expect(dialog.getByRole("checkbox", { name: "Dörr 2", exact: true })).not.toBeChecked();
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect.poll(members).toEqual(["Hanna"]);

  await page.goto("/org-admin/end-users/import");
  const file = "Namn;PIN;Dörrar;Grupp\nIda Rad;739164;;\nJan Rad;739175;Dörr 2;ingen\n";
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Välj fil" }).click();
  await (await chooser).setFiles({ name: "rader.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  const table = page.getByRole("region", { name: "Personer i filen" });
  await expect(table.getByRole("row").filter({ hasText: "Ida Rad" })).toContainText("Hyresgäster");
  await expect(table.getByRole("row").filter({ hasText: "Jan Rad" })).not.toContainText("Hyresgäster");
  const field = page.getByRole("button", { name: /Grupp, när raden inte anger någon/ });
  await expect(field).toContainText("Hyresgäster");
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Importera 2 användare" }).click();
  await page
    .getByRole("dialog", { name: "Efter att du sparar" })
    .getByRole("button", { name: /^Importera/ })
    .click();
  await expect(page.getByText("Importen är klar")).toBeVisible();
  await expect.poll(members).toEqual(["Hanna", "Ida"]);

  await page.goto("/org-admin/groups");
  await row(page, "Hyresgäster").getByRole("button", { name: "Fler åtgärder för Hyresgäster" }).click();
  await page.getByRole("menuitem", { name: "Ta bort" }).click();
  await expect(page.getByRole("alertdialog")).toContainText("Den ges till nya användare.");
});

// Covers: task.2
test("a system admin makes a group of the installation, which an organisation has at its own doors, with its own people", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  const dialog = page.getByRole("dialog");
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/groups");
  await page.getByRole("button", { name: "Lägg till grupp" }).first().click();
  await dialog.getByRole("button", { name: /Organisation/ }).click();
  await page.getByRole("option", { name: "Anläggningen" }).click();
  await expect(dialog.getByText(/^Gruppen finns hos varje organisation/)).toBeVisible();
  await dialog.getByLabel("Namn").fill("Fönsterputs");
  await dialog.getByText("Dörr 1", { exact: true }).click();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(row(page, "Fönsterputs")).toHaveCount(2);
  const common = row(page, "Fönsterputs").filter({ hasNotText: "Anläggningens grupp" });
  await expect(common).toContainText("Anläggningen");
  await expect(common.getByRole("button", { name: /^Redigera/ })).toBeVisible();
  await expect(common.getByRole("button", { name: /Personer/ })).toHaveCount(0);

  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/groups");
  const own = row(page, "Fönsterputs");
  await expect(own).toContainText("Anläggningens grupp");
  await expect(own.getByRole("button", { name: /^Redigera/ })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await own.getByRole("button", { name: /Personer/ }).click();
  await dialog.getByRole("searchbox", { name: "Sök person att lägga till" }).fill("Alva");
  await dialog.getByRole("button", { name: "Lägg till Alva Exempelsson" }).click();
  await expect(dialog.getByRole("listitem").filter({ hasText: "tills vidare" })).toContainText("Alva Exempelsson");
});
