// Covers: /system-admin/organizations, /system-admin/admins
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser-mail.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

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

// Covers: 2.15, 2.16, admin.8
test("a new administrator's form takes the list's place, and the invitation that follows lets them in", async ({
  browser,
  page,
  portal,
  mailbox,
}) => {
  const email = newEmail();
  const list = await openDialog(page);
  await expect(list.getByRole("row")).toHaveCount(2); // the head and the one of this organisation
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
  // The form's toast goes, and what a person is about to press stays where it is.
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
  await expect(question(page).getByRole("radio", { name: "Inbjudningslänk" })).toBeChecked();
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
  const choose = async (password: string, repeat = password) => {
    await invited.getByRole("textbox", { name: "Lösenord", exact: true }).fill(password);
    await invited.getByRole("textbox", { name: "Lösenordet en gång till" }).fill(repeat);
    await invited.getByRole("button", { name: "Spara och logga in" }).click();
  };
  await choose("abc12");
  await expect(invited.getByText("Lösenordet måste vara minst 6 tecken")).toBeVisible();
  await choose("password");
  await expect(invited.getByText("Lösenordet är för svagt")).toBeVisible();
  await choose("tre ord och ett tal 7", "tre ord och ett tal 8");
  await expect(invited.getByText("Lösenorden är inte lika")).toBeVisible();
  await choose("tre ord och ett tal 7");
  await invited.waitForURL("/org-admin");
  await context.clearCookies();
  await invited.evaluate(() => localStorage.clear());
  await invited.goto(mail.links[0] ?? "");
  await expect(invited.getByRole("heading", { name: "Länken fungerar inte längre" })).toBeVisible();
  await expectAccessible(invited);
  await invited.getByRole("button", { name: "Till inloggningen" }).click();
  await expect(invited.getByRole("button", { name: "Logga in" })).toBeVisible();
  expect(new URL(invited.url()).search).toBe("");
  await context.close();
});

// Covers: 2.17, 2.18, auth.43
test("new login details warn first, replace the password and arrive; one who lost every second step is let in again, once the system admin has said who they are, and one who is removed is signed out at once", async ({
  page,
  portal,
  mailbox,
}) => {
  const email = newEmail();
  const before = await createAdmin(portal.url, portal.accounts.system, email);
  await openDialog(page);
  await dialog(page).getByRole("button", { name: "Skicka inloggningsuppgifter till Elsa Provberg" }).click();
  await expect(question(page)).toContainText("Skicka nya inloggningsuppgifter?");
  await expect(question(page)).toContainText("Ett nytt tillfälligt lösenord skapas och ersätter det nuvarande.");
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Avbryt" }).click();
  await signedInClient(portal.url, { email, password: before });
  await dialog(page).getByRole("button", { name: "Skicka inloggningsuppgifter till Elsa Provberg" }).click();
  await question(page).getByRole("button", { name: "Skicka" }).click();
  await expect(toast(page, "Inloggningsuppgifter skickade")).toBeVisible();
  const mail = await mailbox.waitFor(email);
  const password = /Tillfälligt lösenord: (\S+)/.exec(mail.text)?.[1] ?? "";
  await signedInClient(portal.url, { email, password });
  await expect(signedInClient(portal.url, { email, password: before })).rejects.toThrow();

  const { rows } = await portal.admin.query("select id from auth.users where email = $1", [email]);
  await portal.admin.query(
    "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')",
    [rows[0].id],
  );
  await age(portal);
  mailbox.clear();
  const choose = async () => {
    await dialog(page).getByRole("button", { name: "Fler åtgärder för Elsa Provberg" }).click();
    await page.getByRole("menuitem", { name: "Ta bort tvåstegsverifiering" }).click();
  };
  await choose();
  await expect(question(page)).toContainText(`Elsa Provberg (${email}) loggas ut överallt, får ett mail om det`);
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  const stepUp = dialog(page).filter({ hasText: "Bekräfta att det är du" });
  await expectAccessible(page);
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(portal.accounts.system.password);
  await stepUp.getByRole("button", { name: "Bekräfta" }).click();
  await expect(toast(page, "Tvåstegsverifieringen är borttagen")).toBeVisible();
  expect((await mailbox.waitFor(email)).text).toContain("En systemadministratör tog bort tvåstegsverifieringen");
  // Who is removed is signed out at once; the row in its place has the focus: nobody begins again at the top.
  const client = await signedInClient(portal.url, { email, password });
  await dialog(page).getByRole("button", { name: "Ta bort Elsa Provberg" }).click();
  await expect(question(page).getByRole("heading", { name: "Ta bort administratör" })).toBeVisible();
  await expect(question(page).getByRole("button", { name: "Avbryt" })).toBeFocused();
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(toast(page, "Administratör borttagen")).toBeVisible();
  await expect(row(dialog(page), "Elsa Provberg")).toHaveCount(0);
  await expect(dialog(page).locator("tbody > tr:focus")).toHaveCount(1);
  expect((await client.auth.getUser()).error).not.toBeNull();
});

// Covers: 5.2, admin.16
test("a role is let off its second factor by one who says who they are; one's own row says so and cannot be removed, and one's own password is changed there", async ({
  page,
  portal,
}) => {
  await portal.admin.query("update mfa_requirements set required = true where role = 'org_admin'");
  await age(portal);
  await page.goto("/system-admin/admins");
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
  await expect(page.getByRole("grid").getByText(portal.accounts.nord.email)).toHaveCount(0);
  await expectAccessibleInBothThemes(page);

  const { email, userId } = portal.accounts.system;
  await page.getByRole("button", { name: "Redigera system Test" }).click();
  await dialog(page)
    .getByRole("textbox", { name: /^Lösenord/ })
    .fill("mitt-nya-losen-2027");
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(toast(page, "Administratör uppdaterad")).toBeVisible();
  await page.reload();
  await expect(row(page, "system Test")).toBeVisible();
  await signedInClient(portal.url, { email, password: "mitt-nya-losen-2027" });
  await portal.server.app.auth.administration.setPassword(
    portal.server.deps.pools.engine,
    userId,
    portal.accounts.system.password,
    { mustChange: false },
  );
});

// Covers: 2.31, admin.16
test("after a while at an open page, a new system administrator first re-authenticates, and nothing typed is lost; they are edited, and removed likewise", async ({
  page,
  portal,
}) => {
  const email = newEmail();
  await age(portal);
  await page.goto("/system-admin/admins");
  await page.getByRole("button", { name: "Lägg till administratör" }).click();
  await fill(dialog(page), { firstName: "Sven", lastName: "Systemsson", email, password: "abc12" });
  const form = dialog(page).filter({ hasText: "Förnamn" });
  const stepUp = dialog(page).filter({ hasText: "Bekräfta att det är du" });
  await form.getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(form.getByText("Lösenord måste vara minst 6 tecken")).toBeVisible();
  await expectAccessible(page);
  await form.getByRole("textbox", { name: /^Lösenord/ }).fill("");
  await form.getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(stepUp).toBeVisible();
  await expectAccessible(page);
  await stepUp.getByRole("button", { name: "Avbryt" }).click();
  await expect(toast(page, "Bekräfta att det är du. Inget har ändrats.")).toBeVisible();
  await expect(form.getByLabel("E-post")).toHaveValue(email);
  await form.getByRole("button", { name: "Lägg till", exact: true }).click();
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(portal.accounts.system.password);
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).press("Enter");
  await expect(toast(page, "Administratör skapad")).toBeVisible();
  await question(page).getByRole("button", { name: "Nej, inte nu" }).click();
  await page.getByRole("button", { name: "Redigera Sven Systemsson" }).click();
  await dialog(page).getByLabel("Förnamn").fill("Svante");
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(toast(page, "Administratör uppdaterad")).toBeVisible();

  await age(portal);
  await page.reload(); // and the toasts over the list
  await page.getByRole("button", { name: "Ta bort Svante Systemsson" }).click();
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(portal.accounts.system.password);
  await stepUp.getByRole("button", { name: "Bekräfta" }).click();
  await expect(toast(page, "Administratör borttagen")).toBeVisible();
  const { rows } = await portal.admin.query("select 1 from auth.users where email = $1", [email]);
  expect(rows).toEqual([]);
});

/** Makes Elsa Provberg of Brf Norrgården over the wire; returns her temporary password. */
async function createAdmin(url: string, system: { email: string; password: string }, email: string): Promise<string> {
  const client = await signedInClient(url, system);
  const { data } = await client.from("organizations").select("id").eq("name", ORGANIZATION).single();
  const { body } = await callFunction(client, "admin-manager", {
    action: "create_org_admin",
    email,
    first_name: "Elsa",
    last_name: "Provberg",
    organization_id: data?.id,
  });
  return String(body["temp_password"]);
}
