// Covers: /auth
import { join } from "node:path";
import { expect, test as plain } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { startTestPortal } from "#tests/support/build-portal.ts";

test.use({ world: "first-admin" });

const pageDir = join(import.meta.dirname, "../../dist/web");

plain("the first system admin is made with the link, is signed in, and the link is spent", async ({ page }) => {
  const portal = await startTestPortal({ pageDir });
  try {
    const { setupUrl } = portal.server;
    if (setupUrl === null) throw new Error("the server gave no set-up link");
    // As before any account; the last system admin cannot be removed in any other way.
    await portal.admin.query("begin; set local session_replication_role = replica; delete from user_roles; commit");

    await page.goto(setupUrl);
    await expect(page.getByRole("heading", { name: "Skapa systemadministratör" })).toBeVisible();
    await expect(page.getByLabel("Förnamn")).toBeFocused();
    await expectAccessible(page);

    await page.getByRole("button", { name: "Skapa konto" }).click();
    await expect(page.getByText("Förnamn krävs").first()).toBeVisible();
    await page.getByLabel("Förnamn").fill("Sixten");
    await page.getByLabel("Efternamn").fill("Provberg");
    await page.getByLabel("E-post").fill("sixten@test.example");
    await page.getByLabel("Lösenord", { exact: true }).fill("hemlig1");
    await expect(page.getByText("Svagt.")).toBeVisible();
    await page.getByLabel("Lösenordet en gång till").fill("hemlig2");
    await page.getByRole("button", { name: "Skapa konto" }).click();
    await expect(page.getByText("Lösenorden är inte lika")).toBeVisible();
    await expectAccessible(page);

    await page.getByLabel("Lösenord", { exact: true }).fill("tre röda bilar vid grinden");
    await expect(page.getByText("Starkt lösenord.")).toBeVisible();
    await page.getByLabel("Lösenordet en gång till").fill("tre röda bilar vid grinden");
    await page.getByRole("button", { name: "Skapa konto" }).click();
    await page.waitForURL(/\/system-admin$/);
    await expect(page.getByText("sixten@test.example").first()).toBeVisible();

    const other = await page.context().browser()?.newPage();
    if (!other) throw new Error("no second browser window");
    await other.goto(setupUrl);
    await expect(other.getByRole("alert")).toContainText("Det finns redan en systemadministratör");
    await other.close();
  } finally {
    await portal.close();
  }
});

test("a link that is spent or wrong says so before anybody fills in a form", async ({ page, portal }) => {
  for (const [link, reason] of [
    [portal.server.setupUrl ?? "", "Det finns redan en systemadministratör. Logga in i stället."],
    ["/auth?setup=fel", "Länken gäller inte. Starta om servern och använd länken som den skriver ut."],
  ] as const) {
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Länken fungerar inte längre" })).toBeVisible();
    await expect(page.getByRole("alert")).toContainText(reason);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Till inloggningen" }).click();
    await expect(page.getByRole("button", { name: "Logga in" })).toBeVisible();
    await expect(page).toHaveURL(/\/auth$/);
  }
});
