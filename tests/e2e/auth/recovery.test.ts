// Covers: /auth, file.5
import { expect, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { createAdministrator } from "#server/administrators/create-administrator.ts";
import { transaction } from "#server/platform/database/transaction.ts";
import type { Mailbox } from "#simulators/mailbox/mailbox.ts";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { expectReadInEnglish, inEnglish } from "#tests/e2e/english.ts";
import { test } from "#tests/support/browser-mail.ts";
import { signedInClient } from "#tests/support/client.ts";

test.use({ world: "recovery" });

const NEW_PASSWORD = "tre röda bilar vid grinden";
const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]").filter({ hasText: text });

/** Requests a link on the login page and takes it from the mailbox. */
async function mailedLink(page: Page, mailbox: Mailbox, email: string): Promise<string> {
  mailbox.clear();
  await page.goto("/auth");
  await page.getByLabel("E-post").fill(email);
  await page.getByRole("button", { name: "Glömt lösenordet?" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Skicka länk" }).click();
  await expect(toast(page, "E-post skickad")).toBeVisible();
  // Other emails to the same person may be on their way.
  const links = () =>
    mailbox
      .list()
      .flatMap((mail) => mail.links)
      .filter((link) => link.includes("?"));
  await expect.poll(links).not.toHaveLength(0);
  return links()[0] ?? "";
}

// Covers: auth.5
test("a forgotten password is chosen anew by the mailed link, in the browser that asked for it and once", async ({
  browser,
  page,
  portal,
  mailbox,
}) => {
  const { email } = portal.accounts.nord;
  const link = await mailedLink(page, mailbox, email);

  const otherBrowser = await browser.newContext({ locale: "sv-SE" });
  const elsewhere = await otherBrowser.newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByRole("heading", { name: "Öppna länken i rätt webbläsare" })).toBeVisible();
  await expectAccessible(elsewhere, { exclude: ["[data-sonner-toaster]"] });
  await elsewhere.getByRole("button", { name: "Begär en ny länk" }).click();
  await expect(elsewhere.getByRole("dialog").getByRole("heading", { name: "Återställ lösenord" })).toBeVisible();
  expect(new URL(elsewhere.url()).search).toBe("");
  await otherBrowser.close();

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Välj ett nytt lösenord" })).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Nytt lösenord" })).toBeFocused();
  expect(new URL(page.url()).search).toBe("");
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await page.goto("/org-admin");
  await expect(page.getByRole("heading", { name: "Välj ett nytt lösenord" })).toBeVisible();
  await page.getByRole("textbox", { name: "Nytt lösenord" }).fill(NEW_PASSWORD);
  await page.getByRole("textbox", { name: "Lösenordet en gång till" }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Spara och fortsätt" }).click();
  await page.waitForURL("/org-admin");
  await expect(toast(page, "Lösenordet är ändrat")).toBeVisible();
  await page.reload();
  await page.waitForURL("/org-admin");
  await signedInClient(portal.url, { email, password: NEW_PASSWORD });

  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Länken fungerar inte längre" })).toBeVisible();
  await expect(page).toHaveTitle("Länken fungerar inte längre – Webbportal");
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  // The page shows its own words, whatever the address says.
  await page.goto("/auth?error_code=okänd&error_description=Ring+0900-123");
  await expect(page.getByRole("heading", { name: "Inloggningen gick inte igenom" })).toBeVisible();
  await expect(page.getByText("0900")).toHaveCount(0);
});

// Covers: auth.23, feel.7, file.5
test("invitation, second step and new password are read in English", async ({ page, portal, mailbox }) => {
  const email = "guest@test.example";
  const { pools } = portal.server.deps;
  const { administration } = portal.server.app.auth;
  await portal.admin.query("update mfa_requirements set required = true where role = 'org_admin'");
  const invitation = await transaction(pools.engine, async (client) => {
    const userId = await createAdministrator(client, administration, {
      email,
      password: "temporary code 7741",
      firstName: "New",
      lastName: "Guest",
      role: "org_admin",
      organizationId: portal.accounts.nord.organizationId,
      mustChangePassword: true,
    });
    return administration.invite(client, userId);
  });
  await inEnglish(page);
  await page.goto(invitation.link);
  await expectReadInEnglish(page, "Choose your password");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill("pass");
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByText("The password must be at least 6 characters")).toBeVisible();
  await expectReadInEnglish(page, "Choose your password");
  await page.getByRole("textbox", { name: "Password", exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("textbox", { name: "Repeat the password" }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Save and sign in" }).click();

  await expectReadInEnglish(page, "Add two-step verification");
  await page.getByRole("button", { name: /^Authenticator app/ }).click();
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await expectReadInEnglish(page, "Add authenticator app");
  const key = await page.getByRole("button", { name: /Key to type in/ }).textContent();
  const app = new TOTP({ secret: Secret.fromBase32(key ?? "") });
  const codeIn = (steps: number) => app.generate({ timestamp: Date.now() + steps * 30_000 });
  await page.getByLabel("Code from the authenticator app").fill(codeIn(0));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expectReadInEnglish(page, "Your recovery codes");
  await page.getByRole("button", { name: "I have saved the codes" }).click();
  await page.waitForURL("/org-admin");
  await page.getByRole("button", { name: "Sign out" }).click();

  mailbox.clear();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Forgot your password?" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Send link" }).click();
  const sent = async () => (await mailbox.waitFor(email)).links.filter((link) => link.includes("?"));
  await expect.poll(sent).not.toHaveLength(0);
  await page.goto((await sent())[0] ?? "");
  await expectReadInEnglish(page, "Confirm that it is you");
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expect(page.getByText("Enter the code", { exact: true })).toBeVisible();
  await expectReadInEnglish(page, "Confirm that it is you");
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(page.getByRole("textbox", { name: "Recovery code" })).toBeVisible();
  await expectReadInEnglish(page, "Confirm that it is you");
  await page.getByRole("button", { name: "Use the authenticator app" }).click();
  await page.getByLabel("Code from the authenticator app").fill(codeIn(1));
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expectReadInEnglish(page, "Choose a new password");
  await page.getByRole("textbox", { name: "New password" }).fill("password");
  await page.getByRole("button", { name: "Save and continue" }).click();
  await expectReadInEnglish(page, "Choose a new password");
});
