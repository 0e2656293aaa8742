// Covers: /system-admin/controllers
// A unit that knows no TLS 1.2 is named, advised about, and spoken to only by somebody's consent, for it alone.

import { expect, type Locator, type Page } from "@playwright/test";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";

test.use({ world: "old-tls" });

let old: AxisSimulator;
test.beforeEach(async ({ page, portal, signIn }) => {
  old = await startAxisSimulator({ model: "A1001", https: true, tlsVersion: "TLSv1", doors: [{ name: "Källaren" }] });
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/controllers");
});
test.afterEach(() => old.close());

const dialog = (page: Page) => page.getByRole("dialog");
const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
const ALLOW = "Tillåt äldre TLS för den här styrenheten";
const shown = () => (old.certSha256 ?? "?").toUpperCase().match(/../g)?.join(":") ?? "?";

async function accept(form: Locator): Promise<void> {
  await expect(form.getByRole("heading", { name: "Godkänn enhetens certifikat" })).toBeFocused();
  await expect(form.getByText(shown())).toBeVisible();
  await form.getByRole("button", { name: "Godkänn certifikatet" }).click();
}

test("a new controller with an old TLS is advised about, tried by consent, saved so and shown with a badge", async ({
  page,
}) => {
  await page.getByRole("button", { name: "Lägg till styrenhet" }).first().click();
  const form = dialog(page);
  await form.getByLabel("Namn", { exact: true }).fill("Gamla källaren");
  await form.getByLabel("Adress").fill("https://127.0.0.1");
  await form.getByLabel("Port").fill(String(old.port));
  await form.getByLabel("Användarnamn").fill("portal");
  await form.getByLabel("Lösenord", { exact: true }).fill("S3cret-pass");
  // On a phone the answer comes below what is in sight.
  const usual = page.viewportSize() ?? { width: 1280, height: 720 };
  await page.setViewportSize({ width: 360, height: 640 });
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(form.getByText(/^Styrenheten talar bara TLS 1\.0 eller 1\.1/)).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(usual);
  await expect(form.getByText(/^Uppgradera helst enhetens programvara/)).toBeVisible();
  await form.getByRole("button", { name: ALLOW }).scrollIntoViewIfNeeded();
  await expectAccessibleInBothThemes(page);
  await form.getByRole("button", { name: ALLOW }).click();
  await accept(form);
  await expect(form.getByText("Anslutning lyckades")).toBeVisible();
  await expect(form.getByText(`Svarar svagt krypterat: https med TLS 1.0 på port ${old.port}.`)).toBeVisible();
  await form.getByRole("button", { name: "Skapa styrenhet" }).click();
  await expect(page.getByText("Styrenhet skapades")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(row(page, "Gamla källaren").getByText("Äldre TLS")).toBeVisible();
  await expect(row(page, "Gamla källaren").getByText("Synkad")).toBeVisible();
});
