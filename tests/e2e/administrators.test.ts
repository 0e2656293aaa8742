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
  await add(page, { firstName: " Anna ", lastName: "Provberg", email });
  await expect(toast(page, "Org-administratör skapad")).toBeVisible();
  await expect(question(page).getByRole("heading", { name: "Skicka välkomstmail?" })).toBeVisible();
  expect(await temporaryPassword(page).textContent()).toMatch(TEMPORARY);
  await expect(question(page).getByRole("radio", { name: "Inbjudningslänk" })).toBeChecked();
  await expectAccessible(page);
  await question(page).getByRole("button", { name: "Ja, skicka mail" }).click();
  await expect(toast(page, "Välkomstmail skickat")).toBeVisible();
  await expect(question(page)).toHaveCount(0);
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

// Covers: 2.16, files.1
test("a failed function is reported as a whole, pressing twice makes one administrator, whose password is mailed as it was shown, or by 'Nej, inte nu' not at all", async ({
  page,
  portal,
  mailbox,
}) => {
  await openDialog(page);
  const email = newEmail();
  await page.route(
    "**/functions/v1/admin-manager",
    (route) => route.fulfill({ status: 500, json: { error: "Ett oväntat fel uppstod", code: "internal" } }),
    { times: 1 },
  );
  await add(page, { firstName: "Bo", lastName: "Provberg", email });
  await expect(toast(page, "Kunde inte skapa administratör")).toBeVisible();
  await page.route("**/functions/v1/admin-manager", (route) => route.fulfill({ json: { temp_password: "x" } }), {
    times: 1,
  });
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(toast(page, "Edge function returnerade fel")).toBeVisible();
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).dblclick();
  await expect(question(page)).toBeVisible();
  const made = await portal.admin.query("select 1 from profiles where email = $1", [email]);
  expect(made.rows).toHaveLength(1);

  const shown = (await temporaryPassword(page).textContent()) ?? "";
  await question(page).getByRole("radio", { name: "Tillfälligt lösenord" }).click();
  await question(page).getByRole("button", { name: "Ja, skicka mail" }).click();
  await expect(toast(page, "Välkomstmail skickat")).toBeVisible();
  expect((await mailbox.waitFor(email)).text).toContain(shown);
  await signedInClient(portal.url, { email, password: shown });
  await expect(page.getByText(shown)).toHaveCount(0);

  mailbox.clear();
  const other = newEmail();
  await add(page, { firstName: "Cia", lastName: "Provberg", email: other, password: "valt-av-mig-4711" });
  await expect(temporaryPassword(page)).toHaveText("valt-av-mig-4711");
  await expect(question(page).getByRole("radio", { name: "Tillfälligt lösenord" })).toBeChecked();
  await question(page).getByRole("button", { name: "Nej, inte nu" }).click();
  await expect(question(page)).toHaveCount(0);
  await expect(page.getByText("valt-av-mig-4711")).toHaveCount(0);
  await expect(dialog(page).getByRole("button", { name: "Lägg till administratör" })).toBeFocused();
  const { rows } = await portal.admin.query("select 1 from mail_queue where recipient = $1", [other]);
  expect(rows).toEqual([]);
  expect(mailbox.list()).toEqual([]);
});

// Covers: 2.15, 5.3, auth.39, feel.6
test("a new administrator's form says what is wrong with each field, and asks before it throws anything away", async ({
  page,
  portal,
}) => {
  await portal.admin.query("insert into organizations (name) values ('Tomma huset') on conflict do nothing");
  await page.goto("/system-admin/organizations");
  await row(page, "Tomma huset")
    .getByRole("button", { name: /Hantera admins/ })
    .click();
  const list = dialog(page).getByRole("heading", { name: "Administratörer för Tomma huset" });
  const open = dialog(page).getByRole("button", { name: "Lägg till administratör" }).first();
  await expect(dialog(page).getByText("Inga administratörer hittades")).toBeVisible();
  await expectAccessible(page);

  await open.click();
  await expect(dialog(page).getByLabel("Förnamn")).toBeFocused();
  await expect(dialog(page).getByText("Förnamn krävs")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Tillbaka" }).click();
  await expect(list).toBeVisible();
  await open.click();
  await fill(dialog(page), { firstName: "  ", lastName: "", email: "anna", password: "abc12" });
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).click();
  for (const text of [
    "Förnamn krävs",
    "Efternamn krävs",
    "Ogiltig e-postadress",
    "Lösenordet måste vara minst 6 tecken",
  ]) {
    await expect(dialog(page).getByText(text).last()).toBeVisible();
  }
  await expect(dialog(page).getByText("Lämna tomt, så skapas ett tillfälligt lösenord.")).toBeVisible();
  await expectAccessible(page);

  await fill(dialog(page), { firstName: "Anna", lastName: "Provberg", email: "Nord@Test.example" });
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(toast(page, "E-postadressen används redan")).toBeVisible();
  await expect(dialog(page).getByText("E-postadressen används redan")).toBeVisible();
  await expect(dialog(page).getByLabel("Förnamn")).toHaveValue("Anna");
  await fill(dialog(page), { firstName: "Anna", lastName: "Provberg", email: newEmail(), password: "password" });
  await dialog(page).getByRole("button", { name: "Lägg till", exact: true }).click();
  await expect(toast(page, "Lösenordet är för svagt")).toBeVisible();
  await expect(toast(page, "E-postadressen används redan")).toHaveCount(0);
  await expect(dialog(page).getByText("Lösenordet är för svagt")).toBeVisible();

  await dialog(page).getByRole("button", { name: "Tillbaka" }).click();
  await question(page).getByRole("button", { name: "Fortsätt redigera" }).click();
  await expect(dialog(page).getByLabel("Förnamn")).toHaveValue("Anna");
  await dialog(page).getByRole("button", { name: "Tillbaka" }).click();
  await question(page).getByRole("button", { name: "Kasta ändringar" }).click();
  await expect(list).toBeVisible();
  // The form's toast goes, and what a person is about to press stays where it is.
  const place = await open.boundingBox();
  await expect(toast(page, "Lösenordet är för svagt")).toHaveCount(0);
  expect(await open.boundingBox()).toEqual(place);
  await open.click();
  await expect(dialog(page).getByLabel("Förnamn")).toHaveValue("");
  await dialog(page).getByRole("button", { name: "Avbryt" }).click();
  await expect(open).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
});

// Covers: 2.18, 5.4, 8.2
test("editing sends only what was changed, a refused change is reported as §8 words it, and who is removed after the question is signed out at once", async ({
  page,
  portal,
}) => {
  const email = newEmail();
  await createAdmin(portal.url, portal.accounts.system, email);
  await openDialog(page);
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("admin-manager")) calls.push(String(request.postDataJSON().action));
    if (request.method() === "PATCH") calls.push("names");
  });
  await dialog(page).getByRole("button", { name: "Redigera Elsa Provberg" }).click();
  await expect(dialog(page).getByLabel("E-post")).toHaveValue(email);
  await dialog(page).getByLabel("Efternamn").fill("Provgren");
  await dialog(page)
    .getByRole("textbox", { name: /^Lösenord/ })
    .fill("   ");
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(toast(page, "Administratör uppdaterad")).toBeVisible();
  expect(calls).toEqual(["names"]);
  await dialog(page).getByRole("button", { name: "Redigera Elsa Provgren" }).click();
  await dialog(page).getByLabel("E-post").fill(`ny-${email}`);
  await dialog(page)
    .getByRole("textbox", { name: /^Lösenord/ })
    .fill("nytt-fran-admin-12");
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(row(dialog(page), "Elsa Provgren")).toContainText(`ny-${email}`);
  expect(calls).toEqual(["names", "update_email", "update_password"]);
  await signedInClient(portal.url, { email: `ny-${email}`, password: "nytt-fran-admin-12" });

  await dialog(page).getByRole("button", { name: "Redigera Elsa Provgren" }).click();
  const save = dialog(page).getByRole("button", { name: "Spara" });
  await dialog(page).getByLabel("E-post").fill("syd@test.example");
  await save.click();
  await expect(toast(page, "E-postadressen används redan")).toBeVisible();
  await dialog(page).getByLabel("E-post").fill(newEmail());
  await dialog(page)
    .getByRole("textbox", { name: /^Lösenord/ })
    .fill("password");
  await save.click();
  await expect(toast(page, "Kunde inte uppdatera lösenord")).toBeVisible();
  await expect(dialog(page).getByText("Lösenordet är för svagt")).toBeVisible();
  await page.route("**/rest/v1/profiles*", (route) => route.abort());
  await dialog(page).getByLabel("Förnamn").fill("Ella");
  await save.click();
  await expect(toast(page, "Kunde inte uppdatera administratör")).toBeVisible();

  await page.unroute("**/rest/v1/profiles*");
  await dialog(page).getByRole("button", { name: "Tillbaka" }).click();
  await question(page).getByRole("button", { name: "Kasta ändringar" }).click();
  const { rows } = await portal.admin.query("select email from profiles where last_name = 'Provgren'");
  const client = await signedInClient(portal.url, { email: rows[0].email, password: "nytt-fran-admin-12" });
  const remove = dialog(page).getByRole("button", { name: "Ta bort Elsa Provgren" });
  await remove.click();
  await expect(question(page).getByRole("heading", { name: "Ta bort administratör" })).toBeVisible();
  await expect(question(page).getByRole("button", { name: "Avbryt" })).toBeFocused();
  await expectAccessible(page);
  await page.route("**/functions/v1/admin-manager", (route) => route.abort(), { times: 1 });
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(toast(page, "Kunde inte ta bort administratör")).toBeVisible();
  await remove.click();
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(toast(page, "Administratör borttagen")).toBeVisible();
  await expect(row(dialog(page), "Elsa Provgren")).toHaveCount(0);
  // The row in its place has the focus: nobody begins again at the top.
  await expect(dialog(page).locator("tbody > tr:focus")).toHaveCount(1);
  expect((await client.auth.getUser()).error).not.toBeNull();
});

// Covers: 2.17, auth.43
test("new login details warn first, replace the password and arrive or are shown, and one who lost every second step is let in again, once the system admin has said who they are", async ({
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

  const ask = dialog(page).getByRole("button", { name: "Skicka inloggningsuppgifter till Elsa Provberg" });
  await page.route("**/functions/v1/admin-manager", (route) => route.abort(), { times: 1 });
  await ask.click();
  await question(page).getByRole("button", { name: "Skicka" }).click();
  await expect(toast(page, "Kunde inte återställa lösenord")).toBeVisible();
  await page.route("**/functions/v1/send-welcome-email", (route) => route.abort(), { times: 1 });
  await ask.click();
  await question(page).getByRole("button", { name: "Skicka" }).click();
  await expect(toast(page, "Kunde inte skicka inloggningsuppgifter")).toBeVisible();
  const note = dialog(page).getByRole("alert");
  await expect(note).toContainText("Lösenordet är bytt");
  await expectAccessible(page);
  const kept = (await note.getByRole("button", { name: /^Kopiera/ }).textContent()) ?? "";
  await signedInClient(portal.url, { email, password: kept });
  await note.getByRole("button", { name: "Stäng" }).click();
  await expect(page.getByText(kept)).toHaveCount(0);

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
  await choose();
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(toast(page, "Administratören har ingen tvåstegsverifiering. Inget har ändrats.")).toBeVisible();
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
