// Covers: /org-admin/end-users, /system-admin/end-users
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { keepOnly } from "#tests/e2e/chosen-access.ts";
import { countPresses } from "#tests/e2e/count-presses.ts";
import { expectNothingCovered } from "#tests/e2e/uncovered.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { partFetched } from "../part-fetched.ts";

test.use({ world: "org-end-users" });

test.beforeEach(async ({ page, portal, signIn }) => {
  await mainWorld(portal);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  await expect(row(page, "Alva Exempelsson")).toBeVisible();
});

const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");
const save = (page: Page) => dialog(page).getByRole("button", { name: "Spara" });

const pinField = (form: Locator) => form.getByRole("textbox", { name: /^PIN-kod/ });

const opened = (portal: TestPortal, pin: string) =>
  portal.axis.doorTokens.filter((door) => portal.axis.wouldOpen(pin, door)).length;

async function add(page: Page, firstName: string, lastName: string): Promise<Locator> {
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  const form = dialog(page);
  await form.getByLabel("Förnamn").fill(firstName);
  await form.getByLabel("Efternamn").fill(lastName);
  return form;
}

/** The only controller's doors: a new person has them from the start. */
const DOORS = ["Dörr 1", "Dörr 2"];

async function tickPin(form: Locator, pin: string, doors: readonly string[] = ["Dörr 1"]): Promise<void> {
  await form.getByText("Lägg till PIN-kod behörighet").click();
  await pinField(form).fill(pin);
  await keepOnly(form, DOORS, doors);
}

// Covers: 2.35, 2.36, 2.43, 4.13, feel.2, files.1
test("a person with PIN and plate is saved once, opens the chosen door, and is found by the plate", async ({
  page,
  portal,
}) => {
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  const form = dialog(page);
  await form.getByText("Lägg till PIN-kod behörighet").click();
  await form.getByText("Lägg till fordon").click();
  // The message of an incomplete form covers none of its fields, at any width.
  await form.getByLabel("Fordonstyp").fill("");
  await save(page).click();
  await expect(form.getByText("4 fält behöver rättas")).toBeVisible();
  for (const width of [360, 800, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNothingCovered(page);
  }
  await expectAccessible(page, { include: "[role=dialog]" });
  await page.setViewportSize({ width: 1280, height: 720 });

  await form.getByLabel("Förnamn").fill("Bertil");
  await form.getByLabel("Efternamn").fill("Provberg");
  await pinField(form).fill("5927");
  await keepOnly(form, DOORS, ["Dörr 1"]);
  await form.getByLabel("Registreringsnummer").fill("abc 123");
  await expect(form.getByLabel("Registreringsnummer")).toHaveValue("ABC 123");
  await form.getByLabel("Fordonstyp").fill("Lastbil");
  await expect(form.getByRole("checkbox", { name: "Infart Norr" })).toBeChecked();
  await save(page).dblclick();
  await expect(page.getByRole("status").filter({ hasText: "Användare skapades" })).toContainText(/^Framgång/);
  await expect(dialog(page)).toHaveCount(0);

  expect(opened(portal, "5927")).toBe(1);
  const bertil = row(page, "Bertil Provberg");
  await expect(bertil).toHaveCount(1);
  await expect(bertil).toContainText("Passager 1 dörr");
  await expect(bertil).toContainText("Synkad");
  await expect(bertil).toContainText("ABC 123");
  await expect(bertil).toContainText("Lastbil");
  await expect(bertil).toContainText("Grindar 1");
  const { rows } = await portal.admin.query("select from end_users where last_name = 'Provberg'");
  expect(rows).toHaveLength(1);

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("abc1");
  await expect(page.getByText(/^Visar 1 av \d+ användare$/)).toBeVisible();
  await expect(bertil).toBeVisible();
});

// Covers: 2.37, 4.8, page.10, task.6
test("a blank PIN is made by the portal and shown once, a link opens the person, a removal counts doors", async ({
  page,
  portal,
}) => {
  const form = await add(page, "Greta", "Testgren");
  await form.getByLabel("E-post").fill("greta@exempel.example");
  await form.getByText("Lägg till PIN-kod behörighet").click();
  await keepOnly(form, DOORS, ["Dörr 1"]);
  await save(page).click();
  await expect(dialog(page).getByText("PIN-koden är skapad")).toBeVisible();
  const button = dialog(page).getByRole("button", { name: /^Kopiera PIN-kod/ });
  const pin = (await button.textContent()) ?? "";
  const doors = () => portal.axis.doorTokens.map((door) => portal.axis.wouldOpen(pin, door));
  expect(doors()).toEqual([true, false]);
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await dialog(page).getByRole("button", { name: "Lämna över" }).click();
  const note = dialog(page).getByRole("region", { name: "Lapp att lämna över" });
  for (const part of ["Greta Testgren", "Brf Norrgården", pin, "Dörr 1"]) await expect(note).toContainText(part);
  await expect(note).not.toContainText("Dörr 2");
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  // tests/integration/people/mail-pin.test.ts tests the email; this portal has no mail server and says so.
  await dialog(page).getByRole("button", { name: "Skicka till greta@exempel.example" }).click();
  await expect(page.getByText("Portalen har ingen e-postserver. Inget har skickats.")).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText(pin, { exact: true }).filter({ visible: true })).toHaveCount(1);
  expect(await page.evaluate(() => document.body.innerText)).not.toContain("Användare");
  await page.emulateMedia({ media: "screen" });
  await dialog(page).getByRole("button", { name: "Stäng" }).last().click();
  await expect(dialog(page)).toHaveCount(0);

  const { rows } = await portal.admin.query("select id from end_users where last_name = 'Testgren'");
  await page.goto(`/org-admin/end-users?person=${rows[0].id}`);
  const edited = dialog(page);
  await expect(edited.getByText("Greta Testgren", { exact: false }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/org-admin\/end-users$/);
  // A typed end date in the past is refused under the field.
  await edited.getByRole("button", { name: /Giltighet/ }).click();
  await page.getByRole("option", { name: "Eget slutdatum" }).click();
  const end = edited.getByRole("group", { name: "Slutdatum" });
  await end.getByRole("spinbutton").first().click();
  await page.keyboard.type("20200115");
  await edited.getByLabel("Efternamn").fill("Mallberg");
  await expect(edited.getByText("Slutdatumet har passerat. Välj i dag eller en senare dag.")).toBeVisible();
  const year = new Date().getFullYear() + 1;
  await end.getByRole("spinbutton").first().click();
  await page.keyboard.type(`${year}0615`);
  await expect(edited.getByText(`– 15 juni ${year}, hela dagen`)).toBeVisible();
  await expectAccessible(page, { include: "[role=dialog]" });
  for (const door of DOORS) await edited.getByText(door, { exact: true }).click();
  await expect(edited.getByText("Osparade ändringar")).toBeVisible();
  await save(page).click();
  await expect(page.getByRole("status").filter({ hasText: "Användare uppdaterades" })).toBeVisible();
  await expect(row(page, "Greta Mallberg")).toContainText("Passager 1");
  expect(doors()).toEqual([false, true]);

  const presses = await countPresses(page);
  await page.getByRole("button", { name: "Ta bort Greta Mallberg" }).click();
  const question = page.getByRole("alertdialog", { name: "Ta bort användare" });
  await expect(question).toContainText(
    "Är du säker på att du vill ta bort denna användare? Denna åtgärd kan inte ångras.",
  );
  await expect(question).toContainText("PIN-koden tas bort på 1 dörr.");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByRole("status").filter({ hasText: "Användare raderades" })).toBeVisible();
  await expect(row(page, "Greta Mallberg")).toHaveCount(0);
  await expect(page.locator("tbody > tr:focus")).toHaveCount(1);
  expect(doors()).toEqual([false, false]);

  await page.getByRole("button", { name: "Ångra" }).click();
  await expect(row(page, "Greta Mallberg")).toContainText("Passager 1");
  expect(await presses()).toBe(3);
  await expect(page.getByText("Användare raderades")).toHaveCount(0);
  await expect.poll(doors).toEqual([false, true]);
});

// Covers: feel.6, files.2
test("the browser's back closes the dialog first, and asks when something was typed", async ({ page }) => {
  await page.goto("/org-admin/end-users");
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack(); // The entry before belongs to another document.
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/org-admin\/end-users$/);

  await page.getByRole("link", { name: "Översikt" }).click();
  await page
    .getByRole("link", { name: /^Användare/ })
    .first()
    .click();
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  await expect(dialog(page)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/org-admin\/end-users$/);

  const form = await add(page, "Osparad", "Person");
  await page.goBack();
  await expect(page.getByRole("alertdialog").getByRole("heading", { name: "Osparade ändringar" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Fortsätt redigera" }).click();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await expect(form.getByLabel("Förnamn")).toHaveValue("Osparad");
  // The focus returns in the frame after the question closes; an earlier key would be lost.
  await expect(dialog(page).locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Kasta ändringar" }).click();
  await expect(dialog(page)).toHaveCount(0);
});

// Covers: files.4
test("a session that ends while a person types is signed in to again, and every value is still there", async ({
  page,
  portal,
}) => {
  const { nord } = portal.accounts;
  const form = await add(page, "Sessa", "Utgångsson");
  await tickPin(form, "8351");
  await form.getByText("Lägg till fordon").click();
  await form.getByLabel("Registreringsnummer").fill("ses 351");
  await form.getByLabel("Fordonstyp").fill("Skåpbil");
  await expect(save(page)).toBeEnabled();

  // A new release: the old page's chunks are gone.
  await partFetched(page, "sign-in-again-dialog");
  await page.route("**/assets/*.js", (route) => route.abort());
  await portal.admin.query(
    "delete from auth.sessions where id = (select id from auth.sessions where user_id = $1 order by created_at desc limit 1)",
    [nord.userId],
  );
  // The page may notice the ended session by itself and ask before Spara can be pressed.
  await save(page).dispatchEvent("click");
  const again = page.getByRole("dialog", { name: "Logga in igen" });
  await expect(again).toContainText(nord.email);
  await expect(again.getByLabel("Lösenord", { exact: true })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await again.getByLabel("Lösenord", { exact: true }).fill("inte det rätta");
  await again.getByRole("button", { name: "Logga in" }).click();
  await expect(again).toContainText("Fel e-postadress eller lösenord");
  await again.getByLabel("Lösenord", { exact: true }).fill(nord.password);
  await again.getByRole("button", { name: "Logga in" }).click();
  await expect(again).toHaveCount(0);
  await page.unroute("**/assets/*.js");

  await expect(form.getByLabel("Förnamn")).toHaveValue("Sessa");
  await expect(form.getByLabel("Efternamn")).toHaveValue("Utgångsson");
  await expect(pinField(form)).toHaveValue("8351");
  await expect(form.getByRole("checkbox", { name: "Dörr 1" })).toBeChecked();
  await expect(form.getByLabel("Registreringsnummer")).toHaveValue("SES 351");
  await expect(form.getByLabel("Fordonstyp")).toHaveValue("Skåpbil");
  await expect(form.getByRole("checkbox", { name: "Infart Norr" })).toBeChecked();
  await save(page).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, "Sessa Utgångsson")).toContainText("SES 351");
  expect(opened(portal, "8351")).toBe(1);

  const second = await add(page, "Flik", "Tvåsson");
  const other = await page.context().newPage();
  await other.goto("/org-admin/permissions");
  await other.getByRole("button", { name: "Logga ut" }).click();
  await other.waitForURL("/auth");
  await other.close();

  await again.getByLabel("Lösenord", { exact: true }).fill(nord.password);
  await again.getByRole("button", { name: "Logga in" }).click();
  await expect(again).toHaveCount(0);
  await expect(second.getByLabel("Förnamn")).toHaveValue("Flik");
  await expect(second.getByLabel("Efternamn")).toHaveValue("Tvåsson");
});

/** Counts rows of the grid with everybody on one page: all people and the header. */
async function countedPeople(page: Page): Promise<number> {
  const counted = await page.getByText(/^Visar \d+ av \d+ användare$/).textContent();
  return Number(counted?.match(/\d+/)?.[0]) + 1;
}

// Covers: 2.38
test("a list keeps its place but no PIN in the address, is one tab stop, and acts on several people", async ({
  page,
  portal,
}) => {
  await portal.admin.query(
    "insert into end_users (organization_id, first_name, last_name) select $1, 'Lista', 'Nummer ' || lpad(i::text, 2, '0') from generate_series(1, 60) i",
    [portal.accounts.nord.organizationId],
  );
  await page.goto("/org-admin/end-users?q=Lista&sort=name");
  await expect(row(page, "Lista Nummer 01")).toBeVisible();
  const vehicles = page.getByRole("columnheader", { name: "Fordon" });
  const before = await vehicles.boundingBox();
  await page.getByRole("button", { name: "Nästa sida" }).click();
  await expect(page.getByText("51–60 av 60")).toBeVisible();
  await page.reload();
  await expect(page.getByText("51–60 av 60")).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("Lista");
  await page.goBack();
  await expect(row(page, "Lista Nummer 01")).toBeVisible();
  await page.getByRole("searchbox").fill("4816");
  await expect(page.getByRole("grid").getByRole("row")).toHaveCount(2);
  expect(new URL(page.url()).searchParams.has("q")).toBe(false);
  expect((await vehicles.boundingBox())?.x).toBe(before?.x);

  await page.setViewportSize({ width: 1024, height: 760 });
  const alva = row(page, "Alva Exempelsson");
  expect((await alva.boundingBox())?.height).toBeLessThan(64);
  await alva.getByRole("button", { name: "Visa PIN-kod för Alva Exempelsson" }).click();
  await expect(page.locator("[aria-live=polite]").getByText("PIN-kod för Alva Exempelsson: 4 8 1 6")).toBeAttached();
  await alva.getByRole("checkbox", { name: "Välj Alva Exempelsson" }).click();
  await expectAccessible(page);
  const chosen = page.getByRole("group", { name: "Valda rader" });
  await chosen.getByRole("button", { name: "Inaktivera" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("1 PIN-kod på Garage Kajen");
  await expect(question).toContainText("1 fordon");
  await question.getByRole("button", { name: "Inaktivera 1 användare" }).click();
  await expect(alva).toContainText("Inaktiverad");
  expect(opened(portal, "4816")).toBe(0);
  await page.getByRole("button", { name: "Ångra" }).click();
  await expect(alva).toContainText("Synkad");
  expect(opened(portal, "4816")).toBe(2);
  await alva.getByRole("checkbox", { name: "Välj Alva Exempelsson" }).click();
  await chosen.getByRole("button", { name: "Förläng" }).click();
  await question.getByRole("button", { name: "Förläng 1 användare" }).click();
  const extended = page.getByRole("status").filter({ hasText: "Alva Exempelsson är förlängd" });
  await extended.getByRole("button", { name: "Ångra" }).click();
  await expect(page.getByText("Förlängningen är ångrad")).toBeVisible();

  await page.getByRole("searchbox").fill("");
  await page.getByRole("button", { name: /Rader per sida/ }).click();
  await page.getByRole("option", { name: "100 per sida" }).click();
  await page.goto("/org-admin/end-users");
  await page.getByRole("grid").getByRole("row").last().scrollIntoViewIfNeeded();
  await expect(page.getByRole("grid").getByRole("row")).toHaveCount(await countedPeople(page));
  await expect(vehicles).toBeInViewport();
  await page.emulateMedia({ media: "print" });
  await expect(vehicles).toBeVisible();
  for (const unprinted of [page.getByRole("navigation"), page.getByRole("searchbox"), page.getByRole("checkbox")])
    await expect(unprinted.first()).toBeHidden();
  await page.emulateMedia({ media: "screen" });

  await page.goto("/org-admin/end-users?q=Lista&sort=name&page=99&size=25");
  await expect(page.getByText("51–60 av 60")).toBeVisible();
  const rows = page.getByRole("grid").getByRole("row");
  await rows.nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await expect(rows.nth(2)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("checkbox", { name: "Välj Lista Nummer 52" })).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+Space");
  await expect(chosen).toContainText("2 valda");
  await page.keyboard.press("Tab");
  await expect(page.locator("tbody :focus")).toHaveCount(0);
  await chosen.getByRole("button", { name: "Ta bort" }).click();
  await question.getByRole("button", { name: "Ta bort 2 användare" }).click();
  await expect(page.getByText("51–58 av 58")).toBeVisible();
  await portal.admin.query("delete from end_users where first_name = 'Lista'");
});

// Covers: 2.33, feel.4
test("the list and the dialog have no accessibility fault, light and dark, on a phone and for both roles", async ({
  page,
  portal,
  signIn,
}) => {
  for (const [theme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((chosen) => localStorage.setItem("portal.theme", chosen), theme);
    await page.reload();
    await expect(page.getByText("Alva Exempelsson").first()).toBeVisible();
    await expectAccessible(page);
    if (width === 360) {
      const card = page.getByRole("listitem").filter({ hasText: "Alva Exempelsson" });
      await expect(card.getByRole("button", { name: "Förläng Alva Exempelsson" })).toBeVisible();
      await card.press("ArrowRight");
      await expect(card.getByRole("checkbox")).toBeFocused();
      await expect(page.locator("[data-list] ul :is([tabindex='0'], button:not([tabindex='-1']))")).toHaveCount(1);
    }
    await page.getByText("Alva Exempelsson").first().click();
    await expect(dialog(page).getByText("Dörr 1", { exact: true })).toBeVisible();
    await expect(dialog(page)).toHaveCSS("opacity", "1");
    await expectAccessible(page, { include: "[role=dialog]" });
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
  }

  await page.evaluate(() => localStorage.setItem("portal.theme", "light"));
  await page.setViewportSize({ width: 1440, height: 800 });
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/end-users");
  await expect(row(page, "Alva Exempelsson")).toContainText("Brf Norrgården");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  await expect(dialog(page).getByText("Välj en organisation för att fortsätta")).toBeVisible();
  await expect(dialog(page)).toHaveCSS("opacity", "1");
  await expectAccessible(page, { include: "[role=dialog]" });
  await page.keyboard.press("Escape");
  // Organisations without people are not offered.
  await page.getByRole("combobox", { name: "Organisation" }).fill("Brf");
  await page.getByRole("option", { name: "Brf Norrgården" }).click();
  await expect(page.getByText(/^Visar [1-9]\d* av \d+ användare$/)).toBeVisible();
});
