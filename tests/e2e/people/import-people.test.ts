// Covers: /org-admin/end-users/import, /system-admin/end-users/import
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";

test.use({ world: "import" });

const FILE = [
  "Namn;E-post;Lgh;Telefon;PIN;Dörrar;Regnr;Giltighet;Anteckning;Kundnummer;Fax",
  "Åsa Öberg;asa@exempel.example;1101;070-123 45 67;generera;;;;Nyckel 7;77;",
  `Bo von Ek;;1102;;482913;Soprummet;;${new Date().getFullYear() + 1}-06-30;`,
  "Cia Dahl;;1103;;12;;;;",
  "Dan Ek;;1104;;;;;;",
  "Erik Fors;;1105;;593014;;;;",
].join("\n");

test.beforeEach(async ({ portal }) => {
  const { admin, accounts } = portal;
  // A removed PIN stays reserved until its device, which nobody has here, confirms.
  await admin.query("delete from end_users; delete from controller_pins");
  await admin.query(
    `with made as (
       insert into controllers (name, device_type, device_ip, enabled, organization_id)
       select 'Importporten', 'axis', '192.0.2.19', true, $1 where not exists (select from controllers where name = 'Importporten') returning id),
     doors as (insert into access_points (controller_id, name) select id, name from made, unnest(array['Huvudentrén', 'Soprummet']) as name)
     insert into organization_controllers (organization_id, controller_id) select $1, id from made`,
    [accounts.nord.organizationId],
  );
  await admin.query(
    "insert into end_users (organization_id, first_name, last_name, apartment) values ($1, 'Erik', 'Fors', '1105')",
    [accounts.nord.organizationId],
  );
});

async function choose(page: Page): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Välj fil" }).click();
  await (await chooser).setFiles({ name: "boende.csv", mimeType: "text/csv", buffer: Buffer.from(FILE) });
}

async function people({ admin }: TestPortal): Promise<string[]> {
  const { rows } = await admin.query<{ person: string }>(
    `select concat_ws(' ', u.first_name, u.last_name, u.apartment, u.phone, u.note, k.validity_period,
       (select string_agg(p.name, '+' order by p.name) from controller_assignments a join access_points p on p.id = a.access_point_id
        where a.credential_id = k.id)) as person
     from end_users u join credentials k on k.end_user_id = u.id order by u.last_name`,
  );
  return rows.map(({ person }) => person);
}

// Covers: task.1
test("a board member adds people by file in five presses, with slips for their PINs", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  await page.evaluate(() => {
    const counted = window as unknown as { presses: number };
    counted.presses = 0;
    addEventListener("click", (event) => event.isTrusted && (counted.presses += 1), { capture: true });
  });
  await page.getByRole("link", { name: "Importera användare" }).click();
  await expect(page.getByRole("heading", { name: "Importera användare", level: 1 })).toBeVisible();
  await expectAccessible(page);
  await choose(page);
  const table = page.getByRole("region", { name: "Personer i filen" });
  // The ignored column may have been the one with the last day.
  await expect(page.getByText("Läses inte in: J: Kundnummer", { exact: true })).toBeVisible();
  await page.getByText("Huvudentrén", { exact: true }).click();
  await expect(table.getByRole("row").nth(1)).toContainText("Cia Dahl");
  await expect(table.getByRole("row").nth(1)).toContainText("PIN-koden ska ha 4–6 siffror.");
  await expect(table).not.toContainText("482913");
  await expect(page.getByRole("list", { name: "Sammanfattning" }).getByRole("listitem")).toHaveText([
    "3 läggs till",
    "1 finns redan",
    "1 rad har fel",
    "2 PIN-koder genereras",
  ]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Importera 3 användare" }).click();
  const question = page.getByRole("dialog", { name: "Efter att du sparar" });
  await expect(question.getByRole("listitem", { name: "Huvudentrén Importporten" })).toContainText(
    /2 får tillgång, alltid.*Dan Ek.*Åsa Öberg/,
  );
  await expect(question.getByRole("listitem", { name: "Soprummet Importporten" })).toContainText(
    /1 får tillgång, alltid.*Bo von Ek/,
  );
  expect(await people(portal)).toEqual([]);
  await expectAccessible(page);
  await question.getByRole("button", { name: "Importera 3 användare" }).click();
  await expect(page.getByText("3 användare lades till.")).toBeVisible();
  expect(await page.evaluate(() => (window as unknown as { presses: number }).presses)).toBeLessThanOrEqual(5);
  const end = (await people(portal)).map((one) => one.replace(/12_months|custom/, (word) => `(${word})`));
  expect(end).toEqual([
    "Dan Ek 1104 (12_months) Huvudentrén",
    "Bo von Ek 1102 (custom) Soprummet",
    "Åsa Öberg 1101 070-123 45 67 Nyckel 7 (12_months) Huvudentrén",
  ]);
  await expect(page.getByText("1 av 3 har e-post.")).toBeVisible();
  await page.getByRole("button", { name: "Skicka koder med e-post" }).click();
  await expect(page.getByRole("alert")).toContainText("Portalen har ingen e-postserver.");
  await expectAccessible(page);

  await page.emulateMedia({ media: "print" });
  const slips = page.locator("[data-print-note] section");
  await expect(slips).toHaveCount(3);
  await expect(slips.filter({ hasText: "Bo von Ek" })).toContainText("482 913");
  await expect(page.getByRole("heading", { level: 1 })).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  // A person changed since stays when the import is undone, and is named.
  await portal.admin.query("update end_users set note = 'Flyttar' where first_name = 'Bo'");
  await page.getByRole("button", { name: "Importera en fil till" }).click();
  await page.getByRole("button", { name: /^Ångra importen/ }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ångra importen" }).click();
  await expect(page.getByText("2 användare togs bort. 1 som har ändrats är kvar. Det gäller Bo von Ek.")).toBeVisible();
  expect(await people(portal)).toHaveLength(1);
});

test("a system admin chooses the organisation first", async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/end-users/import");
  await expect(page.getByRole("button", { name: "Välj fil" })).toBeDisabled();
  await page.getByRole("button", { name: /Organisation/ }).click();
  await page.getByRole("option", { name: "Brf Norrgården" }).click();
  await choose(page);
  await page.getByText("Huvudentrén", { exact: true }).click();
  await page.getByRole("button", { name: "Importera 3 användare" }).click();
  const question = page.getByRole("dialog", { name: "Efter att du sparar" });
  await question.getByRole("button", { name: "Importera 3 användare" }).click();
  await expect(page.getByText("3 användare lades till.")).toBeVisible();
  await expect(page.getByText("1 rad kunde inte läggas till:")).toBeHidden();
  expect(await people(portal)).toHaveLength(3);
});
