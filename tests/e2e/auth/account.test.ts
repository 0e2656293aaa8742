// Covers: /system-admin/account, /org-admin/account, file.4
import { expect, type Locator, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { freePort } from "#scripts/lib/free-port.ts";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { type IdentityProvider, startIdentityProvider } from "#tests/integration/auth/identity-provider.ts";
import { test as base } from "#tests/support/browser-mail.ts";
import { createAccount, type TestAccount, type TestPortal } from "#tests/support/build-portal.ts";

// Passkeys are bound to a name, which an IP address lacks. The provider needs the portal's port beforehand.
const test = base.extend<object, { port: number; provider: IdentityProvider }>({
  port: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures used from this pattern
    async ({}, use) => use(await freePort()),
    { scope: "worker" },
  ],
  provider: [
    async ({ port }, use) => {
      const provider = await startIdentityProvider(`http://localhost:${port}/auth/v1/callback`);
      await use(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  env: async ({ port, provider }, use) => {
    await use({
      HOST: "localhost",
      PORT: String(port),
      OIDC_BOLAGET_ISSUER: provider.issuer,
      OIDC_BOLAGET_CLIENT_ID: provider.clientId,
      OIDC_BOLAGET_CLIENT_SECRET: provider.clientSecret,
    });
  },
});
test.use({ world: "account" });

const NEW_PASSWORD = "tre röda bilar vid grinden";
const dialog = (page: Page) => page.getByRole("dialog");
const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]").filter({ hasText: text });
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });

async function age(portal: TestPortal, { userId }: TestAccount): Promise<void> {
  await portal.admin.query(
    `update auth.sessions set amr = '[{"method": "password", "timestamp": 1700000000}]' where user_id = $1`,
    [userId],
  );
}

/** Enters the authenticator app's code. */
async function enterAppCode(place: Locator): Promise<void> {
  const key = await place.getByRole("button", { name: /^Kopiera Nyckel att skriva in/ }).textContent();
  const app = new TOTP({ secret: Secret.fromBase32(key ?? "") });
  await place.getByLabel("Kod från autentiseringsappen").fill(app.generate());
  await place.getByRole("button", { name: "Bekräfta" }).click();
}

async function leave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logga ut", exact: true }).last().click();
  await page.waitForURL("/auth");
  await expect(page.getByRole("button", { name: "Logga in", exact: true })).toBeVisible();
}

// Covers: auth.7, auth.12, auth.41
test("Mitt konto changes an app, a passkey, a password and an address after a step-up, and they work", async ({
  page,
  portal,
  mailbox,
  signIn,
}) => {
  const { syd } = portal.accounts;
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await signIn(syd);
  await age(portal, syd); // The token still looks fresh to the page, but the server knows that it has ended.
  await page.goto("/org-admin");
  await page.getByRole("link", { name: "Mitt konto" }).click();
  await expect(page).toHaveURL("/org-admin/account");
  const factors = card(page, "Tvåstegsverifiering");
  await expect(factors.getByText("Av", { exact: true })).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });

  await factors.getByRole("button", { name: "Lägg till app" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Bekräfta att det är du" })).toBeVisible();
  await dialog(page).getByRole("textbox", { name: "Nuvarande lösenord" }).fill(syd.password);
  await dialog(page).getByRole("button", { name: "Bekräfta" }).click();
  await expect(dialog(page).getByRole("img", { name: "QR-kod för autentiseringsappen" })).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await enterAppCode(dialog(page));
  await expect(dialog(page).getByRole("heading", { name: "Dina återställningskoder" })).toBeVisible();
  const codes = await dialog(page).getByRole("listitem").allTextContents();
  expect(new Set(codes).size).toBe(10);
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  // Over plain http from another machine there is no clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await dialog(page).getByRole("button", { name: "Kopiera koderna" }).click();
  await expect(page.getByText("Webbläsaren tillåter inte kopiering här. Ladda ner koderna som textfil")).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Ladda ner som textfil" }).click();
  expect((await download).suggestedFilename()).toBe("aterstallningskoder.txt");
  await dialog(page).getByRole("button", { name: "Jag har sparat koderna" }).click();
  await expect(factors.getByText("10 av 10 kvar")).toBeVisible();

  await factors.getByRole("button", { name: "Lägg till passkey" }).click();
  await dialog(page).getByLabel("Namn på passkeyn").fill("Jobbdatorn");
  await dialog(page).getByRole("button", { name: "Fortsätt" }).click();
  await expect(toast(page, "Tvåstegsverifiering tillagd").first()).toBeVisible();
  await expect(factors.getByText("Jobbdatorn")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.getByRole("button", { name: "Byt lösenord" }).click();
  await dialog(page).getByRole("textbox", { name: "Nuvarande lösenord" }).fill(syd.password);
  await dialog(page).getByRole("textbox", { name: "Nytt lösenord" }).fill(NEW_PASSWORD);
  await dialog(page).getByRole("textbox", { name: "Lösenordet en gång till" }).fill(NEW_PASSWORD);
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(toast(page, "Lösenordet är ändrat. Andra inloggningar är avslutade.")).toBeVisible();

  await page.getByRole("button", { name: "Byt e-post" }).click();
  await dialog(page).getByRole("textbox", { name: "Ny e-postadress" }).fill("ny-syd@test.example");
  await dialog(page).getByRole("textbox", { name: "Nuvarande lösenord" }).fill(NEW_PASSWORD);
  await dialog(page).getByRole("button", { name: "Skicka länk" }).click();
  await expect(page.getByText(/Väntar på bekräftelse från ny-syd@test.example/)).toBeVisible();
  await page.getByRole("radio", { name: "Mörkt" }).click();
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(card(page, "Inloggning").getByText(syd.email, { exact: true })).toBeVisible();
  await leave(page);

  await page.goto((await mailbox.waitFor("ny-syd@test.example")).links[0] ?? "");
  await expect(page.getByRole("heading", { name: "Bekräfta din nya e-postadress" })).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await page.getByRole("button", { name: "Bekräfta e-postadressen" }).click();
  await expect(page.getByText("Från och med nu loggar du in med ny-syd@test.example.")).toBeVisible();
  await page.getByRole("button", { name: "Fortsätt" }).click();
  await page.getByLabel("E-post").fill("ny-syd@test.example");
  await page.getByLabel("Lösenord", { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole("button", { name: "Logga in", exact: true }).click();
  await expect(page).toHaveTitle("Bekräfta att det är du – Webbportal");
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  // Checked at once, because a toast that came too early would disappear during a wait.
  expect(await toast(page, "Inloggad").count()).toBe(0);
  await page.getByRole("button", { name: "Använd passkey" }).click();
  await page.waitForURL("/org-admin");
  await expect(toast(page, "Inloggad")).toBeVisible();
});

// Covers: auth.16
test("Mitt konto links a provider's sign-in, which then opens the page that led to the login page", async ({
  page,
  portal,
  provider,
  signIn,
}) => {
  const account = await createAccount(portal.server, "kopplad", portal.accounts.nord.organizationId);
  provider.expect({ sub: "nord-7" });
  await signIn(account);
  await page.goto("/org-admin/account");
  const identities = card(page, "Kopplade inloggningar");
  await identities.getByRole("button", { name: "Koppla Bolaget" }).click();
  await expect(identities.getByText(/^Kopplad ·/)).toBeVisible();
  expect(new URL(page.url()).search).toBe("");
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });

  await leave(page);
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await page.goto("/org-admin/account");
  await page.getByRole("button", { name: "Logga in med Bolaget" }).click();
  await page.waitForURL("/org-admin/account");
});
