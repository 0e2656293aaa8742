// Covers: /system-admin/account, /org-admin/account, file.4
import { expect, type Locator, type Page } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { freePort } from "#scripts/lib/free-port.ts";
import { startControlServer } from "#simulators/control/control-server.ts";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { type IdentityProvider, startIdentityProvider } from "#tests/integration/auth/identity-provider.ts";
import { test as base } from "#tests/support/browser-mail.ts";
import { createAccount, type TestAccount, type TestPortal } from "#tests/support/build-portal.ts";
import { signedInClient } from "#tests/support/client.ts";

// Passkeys are bound to a name, which an IP address lacks. The provider needs the portal's port beforehand.
const test = base.extend<object, { port: number; provider: IdentityProvider; simulators: string }>({
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
  // Sends text messages to the mailbox.
  simulators: [
    async ({ mailbox }, use) => {
      const panel = await startControlServer({ port: 0, devices: [], mailbox, webhookBase: "http://127.0.0.1:1" });
      await use(`http://127.0.0.1:${panel.port}`);
      await panel.close();
    },
    { scope: "worker" },
  ],
  env: async ({ port, provider, simulators }, use) => {
    await use({
      SMS_URL: `${simulators}/api/sms`,
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
const question = (page: Page) => page.getByRole("alertdialog");
const toast = (page: Page, text: string) => page.locator("[data-sonner-toast]").filter({ hasText: text });
const card = (page: Page, title: string) =>
  page.locator("section").filter({ has: page.getByRole("heading", { level: 2, name: title, exact: true }) });

async function age(portal: TestPortal, { userId }: TestAccount): Promise<void> {
  await portal.admin.query(
    `update auth.sessions set amr = '[{"method": "password", "timestamp": 1700000000}]' where user_id = $1`,
    [userId],
  );
}

/** The authenticator app. Each code works once, so later ones come from the future. */
async function readApp(place: Locator): Promise<(steps: number) => string> {
  const key = await place.getByRole("button", { name: /^Kopiera Nyckel att skriva in/ }).textContent();
  const app = new TOTP({ secret: Secret.fromBase32(key ?? "") });
  return (steps) => app.generate({ timestamp: Date.now() + steps * 30_000 });
}

async function enterCode(place: Page | Locator, code: string): Promise<void> {
  await place.getByLabel("Kod från autentiseringsappen").fill(code);
  await place.getByRole("button", { name: "Bekräfta" }).click();
}

async function enterPassword(page: Page, { email, password }: Pick<TestAccount, "email" | "password">): Promise<void> {
  await page.goto("/auth");
  await page.getByLabel("E-post").fill(email);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in", exact: true }).click();
}

async function leave(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Logga ut", exact: true }).last().click();
  await page.waitForURL("/auth");
  await expect(page.getByRole("button", { name: "Logga in", exact: true })).toBeVisible();
}

// Covers: auth.41
test("password and other sign-ins are looked after on Mitt konto", async ({ browser, page, portal, signIn }) => {
  const { nord } = portal.accounts;
  const other = await signedInClient(portal.url, nord);
  await signIn(nord);
  await page.goto("/org-admin");
  await page.getByRole("link", { name: "Mitt konto" }).click();
  await expect(page).toHaveURL("/org-admin/account");
  await expect(page.getByRole("heading", { level: 1, name: "Mitt konto" })).toBeVisible();
  await expect(card(page, "Inloggningar").getByText("Den här webbläsaren")).toHaveCount(1);
  await expect(card(page, "Inloggningar").getByRole("button", { name: /^Logga ut Okänd/ })).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });

  await page.getByRole("button", { name: "Byt lösenord" }).click();
  const save = dialog(page).getByRole("button", { name: "Spara" });
  await dialog(page).getByRole("textbox", { name: "Nytt lösenord" }).fill(NEW_PASSWORD);
  await dialog(page).getByRole("textbox", { name: "Lösenordet en gång till" }).fill(NEW_PASSWORD);
  await save.click();
  await expect(dialog(page).getByText("Fyll i ditt lösenord")).toBeVisible();
  await dialog(page).getByRole("textbox", { name: "Nuvarande lösenord" }).fill("gissning");
  await save.click();
  await expect(dialog(page).getByText("Lösenordet eller koden stämmer inte.")).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await dialog(page).getByRole("textbox", { name: "Nuvarande lösenord" }).fill(nord.password);
  await save.click();
  await expect(toast(page, "Lösenordet är ändrat. Andra inloggningar är avslutade.")).toBeVisible();
  expect((await other.auth.getUser()).error).not.toBeNull();

  const account = { ...nord, password: NEW_PASSWORD };
  const third = await signedInClient(portal.url, account);
  await page.reload();
  await card(page, "Inloggningar").getByRole("button", { name: "Logga ut andra" }).click();
  await expect(toast(page, "Andra inloggningar är avslutade")).toBeVisible();
  await expect(card(page, "Inloggningar").getByRole("button")).toHaveCount(0);
  expect((await third.auth.getUser()).error).not.toBeNull();

  await page.getByRole("radio", { name: "Mörkt" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await page.getByRole("radio", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "My account" })).toBeVisible();
  const elsewhere = await browser.newContext({ baseURL: portal.url });
  const english = await elsewhere.newPage();
  await enterPassword(english, account);
  await expect(english.getByRole("link", { name: "My account" })).toBeVisible();
  await elsewhere.close();
});

// Covers: auth.7
test("a new address is confirmed by a press behind the mailed link, not by opening it", async ({
  browser,
  page,
  portal,
  mailbox,
  signIn,
}) => {
  const account = await createAccount(portal.server, "flytt", portal.accounts.nord.organizationId);
  await signIn(account);
  await page.goto("/org-admin/account");
  // With a code by email instead of the password.
  await page.getByRole("button", { name: "Byt e-post" }).click();
  await dialog(page).getByRole("textbox", { name: "Ny e-postadress" }).fill("ny-flytt@test.example");
  await dialog(page).getByRole("button", { name: "Få en kod med e-post" }).click();
  await expect(dialog(page).getByText(/Koden är skickad till flytt@test.example/)).toBeVisible();
  await expect.poll(() => mailbox.list().some(({ subject }) => subject === "Din kod till Webbportal")).toBe(true);
  const message = mailbox.list().find(({ subject }) => subject === "Din kod till Webbportal");
  await dialog(page)
    .getByLabel("Kod från mailet")
    .fill(/\b\d{6}\b/.exec(message?.text ?? "")?.[0] ?? "");
  await dialog(page).getByRole("button", { name: "Skicka länk" }).click();
  await expect(page.getByText(/Väntar på bekräftelse från ny-flytt@test.example/)).toBeVisible();
  const link = (await mailbox.waitFor("ny-flytt@test.example")).links[0] ?? "";

  const elsewhere = await browser.newContext({ locale: "sv-SE" });
  const reader = await elsewhere.newPage();
  await reader.goto(link);
  await expect(reader.getByRole("heading", { name: "Bekräfta din nya e-postadress" })).toBeVisible();
  await expectAccessible(reader, { exclude: ["[data-sonner-toaster]"] });
  // Opening the link, as a mail scanner does, has changed nothing.
  expect((await signedInClient(portal.url, account)).auth).toBeDefined();
  await reader.getByRole("button", { name: "Bekräfta e-postadressen" }).click();
  await expect(reader.getByText("Från och med nu loggar du in med ny-flytt@test.example.")).toBeVisible();
  await reader.goto(link);
  await reader.getByRole("button", { name: "Bekräfta e-postadressen" }).click();
  await expect(reader.getByRole("heading", { name: "Länken fungerar inte längre" })).toBeVisible();
  await elsewhere.close();
  await page.reload();
  await expect(card(page, "Inloggning").getByText("ny-flytt@test.example")).toBeVisible();
  await expect(page.getByText(/Väntar på bekräftelse/)).toHaveCount(0);
});

// Covers: auth.12
test("an app, a passkey and recovery codes are added after re-authentication, and each opens the portal", async ({
  page,
  portal,
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
  await age(portal, syd);
  await page.goto("/org-admin/account");
  const factors = card(page, "Tvåstegsverifiering");
  await expect(factors.getByText("Av", { exact: true })).toBeVisible();

  await page.reload(); // the token may still look fresh; the server knows better
  await factors.getByRole("button", { name: "Lägg till app" }).click();
  await expect(dialog(page).getByRole("heading", { name: "Bekräfta att det är du" })).toBeVisible();
  await dialog(page).getByRole("textbox", { name: "Nuvarande lösenord" }).fill(syd.password);
  await dialog(page).getByRole("button", { name: "Bekräfta" }).click();
  await expect(dialog(page).getByRole("img", { name: "QR-kod för autentiseringsappen" })).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  const codeIn = await readApp(dialog(page));
  await enterCode(dialog(page), "12345");
  await expect(dialog(page).getByText("Koden är sex siffror")).toBeVisible();
  await enterCode(dialog(page), codeIn(0));
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
  await expect(page.getByText(codes[0] ?? "")).toHaveCount(0);

  await factors.getByRole("button", { name: "Lägg till passkey" }).click();
  await dialog(page).getByLabel("Namn på passkeyn").fill("Jobbdatorn");
  await dialog(page).getByRole("button", { name: "Fortsätt" }).click();
  await expect(toast(page, "Tvåstegsverifiering tillagd").first()).toBeVisible();
  await expect(factors.getByText("Jobbdatorn")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.setViewportSize({ width: 1280, height: 800 });

  await leave(page);
  await enterPassword(page, syd);
  await expect(page.getByRole("heading", { name: "Bekräfta att det är du" })).toBeVisible();
  await expect(page).toHaveTitle("Bekräfta att det är du – Webbportal");
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await expect(toast(page, "Inloggad")).toHaveCount(0);
  await page.getByRole("button", { name: "Använd passkey" }).click();
  await page.waitForURL("/org-admin");
  await expect(toast(page, "Inloggad")).toBeVisible();

  await leave(page);
  await enterPassword(page, syd);
  await page.getByRole("button", { name: "Använd autentiseringsappen" }).click();
  await enterCode(page, codeIn(1));
  await page.waitForURL("/org-admin");

  await leave(page);
  await enterPassword(page, syd);
  await page.getByRole("button", { name: "Använd en återställningskod" }).click();
  await page.getByRole("textbox", { name: "Återställningskod" }).fill("fel-kod");
  await page.getByRole("button", { name: "Bekräfta" }).click();
  await expect(page.getByText("Koden stämmer inte. Försök igen med en ny kod.")).toBeVisible();
  await page.getByRole("textbox", { name: "Återställningskod" }).fill(codes[3]?.toUpperCase() ?? "");
  await page.getByRole("button", { name: "Bekräfta" }).click();
  await page.waitForURL("/org-admin");
  await page.goto("/org-admin/account");
  await expect(factors.getByText("9 av 10 kvar")).toBeVisible();

  await factors.getByRole("button", { name: "Ta bort Jobbdatorn" }).click();
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(toast(page, "Jobbdatorn borttagen")).toBeVisible();
  await expect(factors.getByText("Jobbdatorn")).toHaveCount(0);
  await factors.getByRole("button", { name: /^Ta bort/ }).click();
  await expect(question(page)).toContainText("Det är ditt enda andra steg.");
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(factors.getByText("Av", { exact: true })).toBeVisible();
});

// Covers: auth.14
test("a phone gets its codes by text message, which the demo's mailbox shows, and opens the portal", async ({
  browser,
  page,
  portal,
  simulators,
  signIn,
}) => {
  const account = await createAccount(portal.server, "sms", portal.accounts.nord.organizationId);
  const phone = "+46701234567";
  const reader = await (await browser.newContext()).newPage();
  const readCode = async () => {
    await reader.goto(`${simulators}/mail`);
    await reader
      .getByRole("link", { name: new RegExp(`Sms.*\\${phone}`, "s") })
      .first()
      .click();
    const text = await reader.getByText("är din kod till portalen").textContent();
    return /\d{6}/.exec(text ?? "")?.[0] ?? "";
  };
  await signIn(account);
  await page.goto("/org-admin/account");
  const factors = card(page, "Tvåstegsverifiering");
  await factors.getByRole("button", { name: "Lägg till telefon" }).click();
  await dialog(page).getByLabel("Mobilnummer").fill("070-123 45 67");
  await dialog(page).getByRole("button", { name: "Fortsätt" }).click();
  await expect(dialog(page).getByText("Skriv numret med + och landsnummer, bara siffror")).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await dialog(page).getByLabel("Mobilnummer").fill("+46 70-123 45 67");
  await dialog(page).getByRole("button", { name: "Fortsätt" }).click();
  await expect(dialog(page).getByText("Koden är skickad till telefonen.")).toBeVisible();
  await dialog(page)
    .getByLabel("Kod från sms:et")
    .fill(await readCode());
  await dialog(page).getByRole("button", { name: "Bekräfta" }).click();
  await dialog(page).getByRole("button", { name: "Jag har sparat koderna" }).click();
  await expect(factors.getByText(phone)).toBeVisible();

  await leave(page);
  await enterPassword(page, account);
  await page.getByRole("button", { name: "Skicka kod med sms" }).click();
  await expect(page.getByText("Koden är skickad till telefonen.")).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await page.getByLabel("Kod från sms:et").fill(await readCode());
  await page.getByRole("button", { name: "Bekräfta" }).click();
  await page.waitForURL("/org-admin");
  await reader.context().close();
});

// Covers: files.4, auth.42
test("what is typed stays when a second factor becomes required and when the session ends", async ({
  browser,
  page,
  portal,
  signIn,
}) => {
  const { system } = portal.accounts;
  await signIn(system);
  await page.goto("/system-admin/organizations");
  await page.getByRole("button", { name: "Lägg till organisation" }).click();
  const form = page.getByRole("dialog", { name: "Lägg till organisation" });
  await form.getByLabel("Namn", { exact: true }).fill("Brf Förtöjningen");

  const save = form.getByRole("button", { name: "Lägg till organisation" });

  const otherContext = await browser.newContext({ locale: "sv-SE", baseURL: portal.url });
  const otherPage = await otherContext.newPage();
  await signIn(system, otherPage);
  await otherPage.goto("/system-admin/admins");
  await otherPage.getByRole("button", { name: "Krav på tvåstegsverifiering" }).click();
  await dialog(otherPage)
    .getByRole("switch", { name: /systemadministratörer/ })
    .click({ force: true });
  await expect(question(otherPage)).toContainText("Gäller 1 administratör, från nästa klick. Det gäller dig också.");
  await expectAccessible(otherPage, { exclude: ["[data-sonner-toaster]"] });
  await question(otherPage).getByRole("button", { name: "Kräv tvåstegsverifiering" }).click();
  await expect(toast(otherPage, "Tvåstegsverifiering krävs")).toBeVisible();
  await otherContext.close();

  await save.click();
  const step = page.getByRole("dialog").filter({ hasText: "Lägg till tvåstegsverifiering" });
  await expect(step).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await step.getByRole("button", { name: /^Autentiseringsapp/ }).click();
  const app = page.getByRole("dialog").filter({ hasText: "Lägg till autentiseringsapp" });
  await expect(app.getByRole("img", { name: "QR-kod för autentiseringsappen" })).toBeVisible();
  const codeIn = await readApp(app);
  await enterCode(app, codeIn(0));
  await page.getByRole("button", { name: "Jag har sparat koderna" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(form.getByLabel("Namn", { exact: true })).toHaveValue("Brf Förtöjningen");

  // The session ends elsewhere; password and factor bring the same form back.
  await portal.admin.query(
    "update auth.sessions set revoked_at = now(), revoked_reason = 'test' where revoked_at is null",
  );
  // Not by mouse: a background request may have met the end first, and then the dialog covers the form.
  await save.evaluate((button: HTMLElement) => button.click());
  const again = page.getByRole("dialog").filter({ hasText: "Logga in igen" });
  await again.getByRole("textbox", { name: "Lösenord" }).fill(system.password);
  await again.getByRole("button", { name: "Logga in" }).click();
  await enterCode(page.getByRole("dialog").filter({ hasText: "Bekräfta att det är du" }), codeIn(1));
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await expect(form.getByLabel("Namn", { exact: true })).toHaveValue("Brf Förtöjningen");
  await save.click();
  await expect(page.getByRole("row").filter({ hasText: "Brf Förtöjningen" })).toBeVisible();
});

// Covers: auth.16
test("a sign-in at a provider is linked on Mitt konto, opens the portal from the login page, and is removed", async ({
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
  await identities.getByRole("button", { name: "Ta bort Bolaget" }).click();
  await question(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(identities.getByText("Inte kopplad")).toBeVisible();

  // Unlinked, it signs nobody in, and the page says why.
  await leave(page);
  await page.getByRole("button", { name: "Logga in med Bolaget" }).click();
  await expect(page.getByRole("heading", { name: "Inloggningen gick inte igenom" })).toBeVisible();
  await expect(page.getByText(/Inloggningen är inte kopplad till något konto/)).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
});
