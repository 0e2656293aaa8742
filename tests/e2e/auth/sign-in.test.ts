// Covers: /auth, *
import { expect, type Page } from "@playwright/test";
import { USED_FEATURES } from "#server/platform/http/permissions-policy.ts";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "sign-in" });

const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const menu = (page: Page) => page.getByRole("navigation", { name: "Huvudmeny" });

/** Follows each link and checks path and title, and a list's columns. */
async function followLinks(
  page: Page,
  links: readonly (readonly [string, string, string, (readonly string[])?])[],
): Promise<void> {
  for (const [label, path, title, columns] of links) {
    await menu(page)
      .getByRole("link", { name: new RegExp(`^${label}`) })
      .first()
      .click();
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(heading(page)).toHaveText(title);
    if (columns) await expect(page.getByRole("columnheader")).toHaveText([...columns]);
  }
}

// Covers: 2.2
test("an anonymous caller gets no further than the login, and an unknown page says so", async ({ page }) => {
  // Only passkeys and the clipboard are allowed, and no second Trusted Types policy.
  const reported: string[] = [];
  page.on("console", (message) => reported.push(message.text()));
  await page.goto("/auth");
  await heading(page).waitFor();
  const allowed = await page.evaluate((): string[] => Reflect.get(document, "featurePolicy").allowedFeatures());
  // Client hints only describe the browser in requests.
  expect(allowed.filter((feature) => !feature.startsWith("ch-")).sort()).toEqual([...USED_FEATURES].sort());
  expect(reported.filter((text) => /policy|trusted/i.test(text))).toEqual([]);
  const refused = await page.evaluate(() =>
    ["default", "injected"].map((name) => {
      try {
        Reflect.get(globalThis, "trustedTypes").createPolicy(name, { createHTML: String });
        return "made";
      } catch (error) {
        return error instanceof Error ? error.name : "?";
      }
    }),
  );
  expect(refused).toEqual(["TypeError", "TypeError"]);

  await page.goto("/org-admin/end-users");
  await expect(page).toHaveURL(/\/auth$/);
  await page.goto("/finns-inte");
  await expect(heading(page)).toHaveText("Hoppsan! Sidan hittades inte");
  await expectAccessibleInBothThemes(page);
  await page.getByRole("link", { name: "Till startsidan" }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

// Covers: 2.4, 2.6, 2.10
test("a system admin's area links to every page, and a new sign-in comes back to the page of the ended one", async ({
  page,
  portal,
  signInByForm,
}) => {
  await mainWorld(portal);
  await signInByForm(portal.accounts.system);
  await expect(page).toHaveURL(/\/system-admin$/);
  await expect(page.getByRole("status").filter({ hasText: "Inloggad" })).toBeVisible();
  await expect(page.getByText(portal.accounts.system.email)).toBeVisible();
  await followLinks(page, [
    [
      "Organisationer",
      "/system-admin/organizations",
      "Organisationer",
      ["Namn", "Beskrivning", "Skapad", "Administratörer", "Styrenheter", "Åtgärder"],
    ],
    [
      "Styrenheter",
      "/system-admin/controllers",
      "Styrenheter",
      ["Namn", "Typ", "Adress", "Status", "Senaste synk", "Åtgärder"],
    ],
    ["Slutanvändare", "/system-admin/end-users", "Alla Slutanvändare"],
    ["Åtkomstloggar", "/system-admin/access-logs", "Åtkomstloggar"],
    ["Administratörer", "/system-admin/admins", "Administratörer", ["Namn", "E-post", "Skapad", "Åtgärder"]],
    ["Översikt", "/system-admin", "Översikt"],
  ]);
  await menu(page)
    .getByRole("link", { name: /^Administratörer/ })
    .click();
  await expect(heading(page)).toHaveText("Administratörer");
  await portal.admin.query("delete from auth.sessions where user_id = $1", [portal.accounts.system.userId]);
  await page.reload();
  await expect(page.getByText("Din inloggning har gått ut.")).toBeVisible();
  await expect(page.getByLabel("E-post")).toHaveValue(portal.accounts.system.email);
  await expect(page.getByLabel("Lösenord", { exact: true })).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.getByLabel("Lösenord", { exact: true }).fill(portal.accounts.system.password);
  await page.getByRole("button", { name: "Logga in" }).click();
  await expect(page).toHaveURL(/\/system-admin\/admins$/);
  await page.getByRole("button", { name: "Logga ut" }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page).toHaveTitle("Logga in – Webbportal");
  await expect(page.getByLabel("E-post")).toHaveValue("");
});

// Covers: 2.4, 2.7, 2.10, 6.4
test("an org admin lands in the organisation's area; with another role they sign in to the other", async ({
  page,
  portal,
  signInByForm,
}) => {
  const { nord } = portal.accounts;
  await mainWorld(portal);
  await signInByForm(nord);
  await expect(page).toHaveURL(/\/org-admin$/);
  await expect(page.getByText(nord.email)).toBeVisible();
  await followLinks(page, [
    ["Användare", "/org-admin/end-users", "Användare", ["", "Namn", "PIN", "Fordon", "Skapad", "Åtgärder"]],
    ["Behörigheter", "/org-admin/permissions", "Behörigheter"],
    ["Importera", "/org-admin/import", "Importera"],
    ["Översikt", "/org-admin", "Organisationsöversikt"],
  ]);
  const role = (name: string, organization: string | null) =>
    portal.admin.query("update user_roles set role = $1, organization_id = $2 where user_id = $3", [
      name,
      organization,
      nord.userId,
    ]);
  await role("system_admin", null);
  try {
    await page.reload();
    await expect(page).toHaveURL(/\/auth$/);
    await signInByForm(nord);
    await expect(page).toHaveURL(/\/system-admin$/);
  } finally {
    await role("org_admin", nord.organizationId);
  }
});
