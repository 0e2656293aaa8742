// Covers: feel.7, feel.11, file.7
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { DIALOGS_WALKED } from "#tests/e2e/dialogs-walked.ts";
import { inEnglish, swedishLeft } from "#tests/e2e/english.ts";
import { ORGANIZATION_DIALOGS, readDialog, SYSTEM_DIALOGS } from "#tests/e2e/english-dialogs.ts";
import { ORGANIZATION_STATES, SYSTEM_STATES, spokenWorld, visitStates } from "#tests/e2e/spoken-states.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";

test.use({ world: "language" });

const ORG_PAGES = [
  ["Users", "Users"],
  ["Permissions", "Permissions"],
  ["Import", "Import"],
  ["Event log", "Event log"],
  ["My account", "My account"],
  ["Sync status", "Sync status"],
  ["Overview", "Organisation overview"],
] as const;
const SYSTEM_PAGES = [
  ["Overview", "Overview"],
  ["Organisations", "Organisations"],
  ["Controllers", "Controllers"],
  ["End users", "All end users"],
  ["Access logs", "Access logs"],
  ["Administrators", "Administrators"],
  ["Operations", "Operations"],
  ["Event log", "Event log"],
  ["My account", "My account"],
  ["Sync status", "Sync status"],
] as const;

async function readPages(page: Page, pages: readonly (readonly [string, string])[]): Promise<void> {
  const side = page.getByRole("complementary");
  for (const [link, heading] of pages) {
    await side.getByRole("link", { name: new RegExp(`^${link}`) }).click();
    await expect(page.getByRole("heading", { name: heading, level: 1, exact: true })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await expect(page).toHaveTitle(`${heading} – Access portal`);
    expect(await swedishLeft(page), heading).toEqual([]);
    await expectAccessible(page);
  }
}

const html = (page: Page) => page.locator("html");

// Covers: feel.7, auth.41
test("a person chooses English at the door and reads every page in it, also after a reload", async ({
  page,
  portal,
}) => {
  await mainWorld(portal);
  await page.goto("/auth");
  await expect(html(page)).toHaveAttribute("lang", "sv");
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect(html(page)).toHaveAttribute("lang", "en");

  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your email address")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Email").fill(portal.accounts.system.email);
  await page.getByLabel("Password", { exact: true }).fill("not-this-one");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert")).toContainText("Invalid login credentials");
  await page.getByLabel("Password", { exact: true }).fill(portal.accounts.system.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL("/system-admin");

  await readPages(page, SYSTEM_PAGES);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Sync status", level: 1 })).toBeVisible();
  await expect(html(page)).toHaveAttribute("lang", "en");
});

// Covers: feel.7
test("an organisation's pages and a form's rules are read in English, and Swedish is a press away", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  await inEnglish(page);
  await signIn(portal.accounts.syd);
  await page.goto("/org-admin");
  await readPages(page, ORG_PAGES);

  await page.goto("/org-admin/end-users");
  await page.getByRole("button", { name: "Add user" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add user" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter the first name")).toBeVisible();
  expect(await swedishLeft(page)).toEqual([]);
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: /^Appearance/ }).click();
  await page.getByRole("menuitem", { name: "Svenska" }).click();
  await expect(page.getByRole("heading", { name: "Användare", level: 1 })).toBeVisible();
  await expect(html(page)).toHaveAttribute("lang", "sv");
});

test("every walked dialog is read in English", () => {
  const read = new Set([...SYSTEM_DIALOGS, ...ORGANIZATION_DIALOGS].map(({ file }) => file));
  expect(Object.keys(DIALOGS_WALKED).filter((file) => !read.has(file))).toEqual([]);
});

for (const [area, dialogs] of [
  ["system", SYSTEM_DIALOGS],
  ["nord", ORGANIZATION_DIALOGS],
] as const)
  test(`dialogs are read in English and have no accessibility fault (${area})`, async ({ page, portal, signIn }) => {
    await mainWorld(portal);
    const group = "insert into access_groups (organization_id, name) values ($1, 'Residents') on conflict do nothing";
    await portal.admin.query(group, [portal.accounts.nord.organizationId]);
    await inEnglish(page);
    await signIn(portal.accounts[area]);
    for (const dialog of dialogs) {
      await stepUpAgain(portal.admin);
      await test.step(dialog.file, () => readDialog(page, dialog));
    }
  });

for (const [area, states] of [
  ["nord", ORGANIZATION_STATES],
  ["system", SYSTEM_STATES],
] as const)
  test(`other pages and dialogs are read in English, and pages of this visit in Swedish too (${area})`, async ({
    page,
    portal,
    signIn,
  }) => {
    await spokenWorld(portal);
    await signIn(portal.accounts[area]);
    await visitStates(
      page,
      states.filter(({ knownInSwedish }) => !knownInSwedish),
      "sv",
      () => stepUpAgain(portal.admin),
    );
    await inEnglish(page);
    await page.goto("about:blank"); // The next state reloads the page.
    await visitStates(page, states, "en", async (name) => {
      expect(await swedishLeft(page), name).toEqual([]);
      await stepUpAgain(portal.admin);
    });
  });

test("a person who reads Swedish fetches no English, and one whose English does not come reads Swedish", async ({
  page,
}) => {
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();
  expect(fetched.filter((path) => path.startsWith("/assets/en-"))).toEqual([]);

  await page.route("**/assets/en-*.js", (route) => route.abort());
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();
  await expect(html(page)).toHaveAttribute("lang", "sv");
});
