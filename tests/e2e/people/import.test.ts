// Covers: /org-admin/import
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";

test.use({ world: "import" });

const HEADER = "Organisation;Nummerplåt;Användare;Fordonstyp;Skapad";
const FUNCTION = "**/functions/v1/vehicle-import";

test.beforeEach(async ({ page, portal, signIn }) => {
  await giveGate(portal);
  await portal.admin.query("delete from end_users");
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/import");
});

async function giveGate({ admin, accounts }: TestPortal): Promise<void> {
  const organization = accounts.nord.organizationId;
  await admin.query(
    `insert into controllers (name, device_type, device_ip, organization_id)
     select 'Importgrinden', 'axxon_lpr', '192.0.2.9', $1 where not exists (select from controllers where name = 'Importgrinden')`,
    [organization],
  );
  await admin.query(
    `insert into organization_controllers (organization_id, controller_id)
     select $1, id from controllers where name = 'Importgrinden' on conflict do nothing`,
    [organization],
  );
}

async function people({ admin }: TestPortal): Promise<string[]> {
  const { rows } = await admin.query<{ person: string }>(
    `select concat_ws(' ', u.first_name, u.last_name, k.display_value, k.vehicle_type, k.validity_period,
       (select count(*) from controller_assignments a where a.credential_id = k.id)) as person
     from end_users u left join credentials k on k.end_user_id = u.id order by u.last_name, u.first_name`,
  );
  return rows.map(({ person }) => person);
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Importera fordon" }).click();
  const dialog = page.getByRole("dialog", { name: "Importera fordon" });
  await expect(dialog.getByRole("button", { name: "Välj fil" })).toBeFocused();
  return dialog;
}

async function choose(page: Page, dialog: Locator, content: string | Buffer, name = "fordon.csv"): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Välj fil" }).click();
  await (await chooser).setFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
}

const many = (count: number) =>
  [
    HEADER,
    ...Array.from({ length: count }, (_, index) => `B;TST${String(index).padStart(4, "0")};Anna Berg${index};Bil;`),
  ].join("\r\n");

const figures = (dialog: Locator) => dialog.getByRole("list", { name: "Sammanfattning" }).getByRole("listitem");

// Covers: 2.41
test("a file from Swedish Excel becomes people with plates, and a repeat shows them as duplicates", async ({
  page,
  portal,
}) => {
  const text = `${HEADER}\r\nBrf;MLB 84A;Åsa Öberg;Personbil;2026-01-01\r\nBrf;abc123;Vaktmästaren;;\r\nBrf;;Nils Ek;Bil;\r\nBrf;X;\r\n`;
  const windows1252 = Buffer.from(text, "latin1");
  const dialog = await openDialog(page);
  await expect(dialog).toContainText("Organisation, Nummerplåt, Användare, Fordonstyp, Skapad");
  await expectAccessible(page);
  await choose(page, dialog, windows1252);
  await expect(figures(dialog)).toHaveText(["2 nya", "0 dubletter", "2 hoppas över", "4 totalt"]);
  await expect(dialog).toContainText("Rad 4: Saknar nummerplåt");
  await expect(dialog).toContainText("1 rad har färre än fem fält");
  const waiting = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Ladda ner felrapport" }).click();
  const report = await waiting;
  expect(report.suggestedFilename()).toBe("felrapport-fordon.csv");
  expect((await readFile(await report.path(), "utf8")).split("\r\n")[1]).toBe("4;Saknar nummerplåt;Brf;;Nils Ek;Bil;");
  await expect(dialog.getByRole("columnheader")).toHaveText([
    "Nummerplåt",
    "Förnamn",
    "Efternamn",
    "Fordonstyp",
    "Status",
  ]);
  await expect(dialog.getByRole("row").nth(1)).toContainText("MLB 84A");
  await expect(dialog.getByRole("row").nth(1)).toContainText("Ny");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Godkänn och importera 2 fordon" }).click();
  await expect(page.getByText("Import klar!")).toBeVisible();
  await expect(page.getByText("2 fordon importerade framgångsrikt")).toBeVisible();
  await expect(dialog).toBeHidden();
  const once = ["Vaktmästaren Vaktmästaren ABC123 12_months 1", "Åsa Öberg MLB 84A Personbil 12_months 1"];
  expect(await people(portal)).toEqual(once);

  const again = await openDialog(page);
  await choose(page, again, windows1252);
  await expect(again).toContainText('"MLB 84A" finns redan - kommer skapa Åsa Öberg 2');
  await expect(again.getByRole("row").nth(1)).toContainText("Dublett");
  await expectAccessible(page);
  await again.getByText("Importera inte dubletterna").click();
  await expect(again.getByRole("button", { name: "Godkänn och importera 0 fordon" })).toBeDisabled();
  await again.getByText("Importera inte dubletterna").click();
  await again.getByRole("button", { name: "Godkänn och importera 2 fordon" }).click();
  await expect(again).toBeHidden();
  expect(await people(portal)).toEqual([
    once[0],
    "Vaktmästaren Vaktmästaren 2 ABC123 12_months 1",
    once[1],
    "Åsa Öberg 2 MLB 84A Personbil 12_months 1",
  ]);

  // Each import is one event, which contains its vehicles.
  await turnTo(page, "/org-admin/events");
  const events = page.getByRole("row").filter({ hasText: "Importerade 2 fordon" });
  await expect(events).toHaveCount(2);
  await events.last().click();
  await expect(page.getByRole("dialog", { name: "Händelse" }).getByText(/^Åsa Öberg · MLB 84A/)).toBeVisible();
});

// Covers: files.13
test("a file of other columns is imported once they are chosen, and undone except for changed people", async ({
  page,
  portal,
}) => {
  const dialog = await openDialog(page);
  await choose(page, dialog, "Namn;Lägenhet;Telefon;E-post;Port\nÅsa Öberg;1101;0701234567;asa@exempel.example;A");
  await dialog.getByRole("button", { name: "Fortsätt" }).click();
  await expect(dialog.getByText("Välj en kolumn.")).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Tillbaka" }).click();

  await choose(page, dialog, "Förnamn;Efternamn;Regnr\nÅsa;Öberg;MLB 84A\nBo;von Ek;ABC123");
  await dialog.getByRole("button", { name: "Fortsätt" }).click();
  await expect(dialog.getByRole("row").nth(2)).toContainText("von Ek");
  // On a phone the preview is cards.
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(dialog.getByRole("region").getByRole("listitem")).toHaveCount(2);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog.getByRole("button", { name: "Välj kolumner" }).click();
  await dialog.getByRole("button", { name: "Fortsätt" }).click();
  await dialog.getByRole("button", { name: "Godkänn och importera 2 fordon" }).click();
  await expect(dialog).toBeHidden();
  expect(await people(portal)).toEqual(["Bo von Ek ABC123 12_months 1", "Åsa Öberg MLB 84A 12_months 1"]);

  // People who were changed since stay when the import is undone.
  await portal.admin.query("update end_users set first_name = 'Bosse' where first_name = 'Bo'");
  await page.reload();
  await page.getByRole("button", { name: /^Ångra importen/ }).click();
  const question = page.getByRole("alertdialog", { name: "Ångra importen" });
  await expect(question).toContainText("1 användare tas bort med sitt fordon");
  await expect(question).toContainText("1 användare har ändrats sedan importen och blir kvar.");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Ångra importen" }).click();
  await expect(page.getByText("1 fordon togs bort. 1 som har ändrats är kvar.")).toBeVisible();
  expect(await people(portal)).toEqual(["Bosse von Ek ABC123 12_months 1"]);
});

// Covers: 2.41, files.12
test("five thousand rows are previewed at once, and nothing closes an import that has begun", async ({ page }) => {
  await page.route(FUNCTION, async (route) => {
    if (route.request().postDataJSON().action !== "IMPORT") await route.continue();
  });
  const dialog = await openDialog(page);
  await choose(page, dialog, many(5_000));
  await expect(dialog.getByRole("button", { name: /Godkänn och importera 5\s000 fordon/ })).toBeVisible();
  expect(await dialog.getByRole("row").count()).toBeLessThan(60);
  await dialog
    .getByRole("region", { name: "Fordon i filen" })
    .evaluate((region) => region.scrollTo(0, region.scrollHeight));
  await expect(dialog.getByText("Berg4999")).toBeVisible();
  await dialog.getByRole("button", { name: /Godkänn/ }).click();
  await expect(dialog.getByRole("progressbar")).toBeVisible();
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await expect(dialog.getByRole("button", { name: "Avbryt import" })).toBeVisible();
});
