// Covers: /system-admin/organizations, /system-admin/admins
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser-mail.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

test.use({ world: "administrators" });

const TEMPORARY = /^([a-z2-9]{4}-){4}[a-z2-9]{4}$/;
const ORGANIZATION = "Brf Norrgården";

let serial = 0;
const newEmail = () => `e2e-${process.pid}-${(serial += 1)}@nord.example`;

const dialog = (page: Page) => page.getByRole("dialog");
const question = (page: Page) => page.getByRole("alertdialog");
const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]").filter({ hasText: text });
const row = (scope: Page | Locator, name: string) => scope.getByRole("row").filter({ hasText: name });
const temporaryPassword = (page: Page) => question(page).getByRole("button", { name: /^Kopiera Tillfälligt lösenord/ });

async function openDialog(page: Page): Promise<Locator> {
  await page.goto("/system-admin/organizations");
  await row(page, ORGANIZATION)
    .getByRole("button", { name: /Hantera admins/ })
    .click();
  await expect(dialog(page).getByRole("heading", { name: `Administratörer för ${ORGANIZATION}` })).toBeVisible();
  return dialog(page);
}

interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password?: string;
}

async function fill(form: Locator, { firstName, lastName, email, password = "" }: Person): Promise<void> {
  await form.getByLabel("Förnamn").fill(firstName);
  await form.getByLabel("Efternamn").fill(lastName);
  await form.getByLabel("E-post").fill(email);
  await form.getByRole("textbox", { name: /^Lösenord/ }).fill(password);
}

async function add(page: Page, person: Person): Promise<void> {
  await dialog(page).getByRole("button", { name: "Lägg till administratör" }).click();
  await fill(dialog(page), person);
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).click();
}

async function age(portal: TestPortal): Promise<void> {
  await portal.admin.query(
    `update auth.sessions set amr = '[{"method": "password", "timestamp": 1700000000}]' where user_id = $1`,
    [portal.accounts.system.userId],
  );
}

test.beforeEach(async ({ portal, signIn, mailbox }) => {
  mailbox.clear();
  await portal.admin.query("delete from auth.users where email like 'e2e-%'");
  await signIn(portal.accounts.system);
});

// Covers: 2.15, 2.16, 2.17, 2.18, admin.8, auth.43
test("a new administrator is invited from the list, signs in, is helped with a lost password, and removed", async ({
  browser,
  page,
  portal,
  mailbox,
}) => {
  const email = newEmail();
  const list = await openDialog(page);
  await expect(list.getByRole("row")).toHaveCount(2); // The header row and the one of this organisation.
  await expect(list.getByText(portal.accounts.nord.email)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const open = list.getByRole("button", { name: "Lägg till administratör" });
  await add(page, { firstName: "Anna", lastName: "Provberg", email, password: "password" });
  const refusal = toast(page, "Lösenordet är för svagt");
  await expect(refusal).toBeVisible();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Tillbaka" }).click();
  await question(page).getByRole("button", { name: "Kasta ändringar" }).click();
  await expect(open).toBeVisible();
  // When the form's toast goes, the button that a person is about to press must not move.
  const place = await open.boundingBox();
  await expect(refusal).toHaveCount(0);
  expect(await open.boundingBox()).toEqual(place);
  await open.click();
  await expect(dialog(page).getByLabel("Förnamn")).toBeFocused();
  await dialog(page).getByRole("button", { name: "Avbryt" }).click();
  await expect(open).toBeFocused();
  await add(page, { firstName: " Anna ", lastName: "Provberg", email });
  await expect(toast(page, "Org-administratör skapad")).toBeVisible();
  await expect(question(page).getByRole("heading", { name: "Skicka välkomstmail?" })).toBeVisible();
  expect(await temporaryPassword(page).textContent()).toMatch(TEMPORARY);
  await expect(question(page).getByRole("radio", { name: "Tillfälligt lösenord" })).toBeChecked();
  await question(page).getByRole("radio", { name: "Inbjudningslänk" }).click();
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Ja, skicka mail" }).click();
  await expect(toast(page, "Välkomstmail skickat")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await expect(open).toBeFocused();
  await expect(row(list, "Anna Provberg")).toContainText(email);
  const mail = await mailbox.waitFor(email);
  expect(mail.subject).toBe("Inbjudan till Webbportal");
  expect(mail.links).toHaveLength(1);
  expect(mail.links[0]).toContain(`${portal.url}/auth?`);

  const context = await browser.newContext({ locale: "sv-SE" });
  const invited = await context.newPage();
  await invited.goto(mail.links[0] ?? "");
  await expect(invited.getByText(`Sedan loggar du in med ${email}.`)).toBeVisible();
  await expectAccessible(invited);
  await invited.getByRole("textbox", { name: "Lösenord", exact: true }).fill("tre ord och ett tal 7");
  await invited.getByRole("textbox", { name: "Lösenordet en gång till" }).fill("tre ord och ett tal 7");
  await invited.getByRole("button", { name: "Spara och logga in" }).click();
  await invited.waitForURL("/org-admin");
  expect(new URL(invited.url()).search).toBe("");
  await context.close();

  await list.getByRole("button", { name: "Skicka inloggningsuppgifter till Anna Provberg" }).click();
  await expect(question(page)).toContainText("Skicka nya inloggningsuppgifter?");
  await expectAccessible(page);
  mailbox.clear();
  await question(page).getByRole("button", { name: "Skicka" }).click();
  await expect(toast(page, "Inloggningsuppgifter skickade")).toBeVisible();
  const password = /Tillfälligt lösenord: (\S+)/.exec((await mailbox.waitFor(email)).text)?.[1] ?? "";
  const client = await signedInClient(portal.url, { email, password });

  await portal.admin.query(
    "insert into auth.mfa_factors (user_id, factor_type, status) select id, 'totp', 'verified' from auth.users where email = $1",
    [email],
  );
  await age(portal);
  await list.getByRole("button", { name: "Fler åtgärder för Anna Provberg" }).click();
  await page.getByRole("menuitem", { name: "Ta bort tvåstegsverifiering" }).click();
  await expect(question(page)).toContainText(`Anna Provberg (${email}) loggas ut överallt, får ett mail om det`);
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  const stepUp = dialog(page).filter({ hasText: "Bekräfta att det är du" });
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(portal.accounts.system.password);
  await stepUp.getByRole("button", { name: "Bekräfta" }).click();
  await expect(toast(page, "Tvåstegsverifieringen är borttagen")).toBeVisible();
  expect((await client.auth.getUser()).error).not.toBeNull();

  // The row that takes a removed person's place has the focus, so that nobody starts again at the top.
  await list.getByRole("button", { name: "Ta bort Anna Provberg" }).click();
  await expect(question(page).getByRole("heading", { name: "Ta bort administratör" })).toBeVisible();
  await expect(question(page).getByRole("button", { name: "Avbryt" })).toBeFocused();
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(toast(page, "Administratör borttagen")).toBeVisible();
  await expect(row(list, "Anna Provberg")).toHaveCount(0);
  await expect(list.locator("tbody > tr:focus")).toHaveCount(1);
});

// Covers: 2.31, 5.2, admin.16
test("after a while an open page asks for a step-up before second factors and system admins are changed", async ({
  page,
  portal,
}) => {
  const email = newEmail();
  await portal.admin.query("update mfa_requirements set required = true where role = 'org_admin'");
  await age(portal);
  await page.goto("/system-admin/admins");
  const own = row(page, "system Test");
  await expect(own.getByText("Du", { exact: true })).toBeVisible();
  const remove = own.getByRole("button", { name: "Ta bort system Test" });
  await expect(remove).toBeDisabled();
  await own.getByRole("button", { name: "Redigera system Test" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("tooltip")).toHaveText("Du kan inte ta bort dig själv");
  await remove.click({ force: true });
  await page.keyboard.press("Delete");
  await expect(question(page)).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  await page.getByRole("button", { name: "Krav på tvåstegsverifiering" }).click();
  const off = dialog(page).getByRole("switch", { name: /organisationsadministratörer/i });
  await off.click({ force: true });
  const stepUp = dialog(page).filter({ hasText: "Bekräfta att det är du" });
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(portal.accounts.system.password);
  await stepUp.getByRole("button", { name: "Bekräfta" }).click();
  await expect(toast(page, "Tvåstegsverifiering är valfri")).toBeVisible();
  await expect(off).not.toBeChecked();
  const { rows } = await portal.admin.query("select required from mfa_requirements where role = 'org_admin'");
  expect(rows).toEqual([{ required: false }]);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  await age(portal);
  await page.getByRole("button", { name: "Lägg till administratör" }).click();
  await fill(dialog(page), { firstName: "Sven", lastName: "Systemsson", email });
  const form = dialog(page).filter({ hasText: "Förnamn" });
  await form.getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(stepUp).toBeVisible();
  await expectAccessible(page);
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(portal.accounts.system.password);
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).press("Enter");
  await expect(toast(page, "Administratör skapad")).toBeVisible();
  await question(page).getByRole("button", { name: "Nej, inte nu" }).click();
  await expect(row(page, "Sven Systemsson")).toContainText(email);
});
