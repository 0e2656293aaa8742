// Covers: /system-admin/controllers
// A unit that knows no TLS 1.2 is named, advised about, and spoken to only by somebody's consent, for it alone.

import { expect, type Locator, type Page } from "@playwright/test";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

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

async function storedAs(portal: TestPortal, name: string) {
  const { rows } = await portal.admin.query(
    `select cert_sha256, allow_old_tls, device_port,
       (select count(*)::int from audit a where a.subject_id = c.id and a.action = 'old_tls_allowed') as consents
     from controllers c where name = $1`,
    [name],
  );
  return rows[0] ?? null;
}

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

test("a saved controller is allowed it in its dialog, which says when it needs it no more, and refused it there", async ({
  page,
  portal,
}) => {
  const system = await signedInClient(portal.url, portal.accounts.system);
  const place = { name: "Port Äldst", device_type: "axis", device_ip: "https://127.0.0.1", device_port: old.port };
  const payload = { ...place, username: "portal", password: "S3cret-pass", enabled: false };
  const made = await callFunction(system, "controller-manager", { action: "CREATE", payload });
  const { id } = Object(made.body["controller"]);
  await page.goto(`/system-admin/controllers?controller=${id}`);
  const form = dialog(page);
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await form.getByRole("button", { name: ALLOW }).click();
  await accept(form);
  await expect(page.getByText("Äldre TLS är tillåten för styrenheten")).toBeVisible();
  await expect(form.getByText("Anslutning lyckades")).toBeVisible();
  const facts = page.getByRole("region", { name: "Enheten" });
  await expect(facts.getByText(/enheten talade TLS 1\.0 vid senaste kontakten/)).toBeVisible();
  await facts.getByRole("button", { name: "Sluta tillåta äldre TLS" }).scrollIntoViewIfNeeded();
  await expectAccessibleInBothThemes(page);

  await portal.admin.query("update controllers set tls_version = 'TLSv1.2' where id = $1", [id]);
  await page.reload();
  await expect(facts.getByText("Enheten talar TLS 1.2 nu. Undantaget för äldre TLS behövs inte längre.")).toBeVisible();
  await facts.getByRole("button", { name: "Sluta tillåta äldre TLS" }).click();
  await expect(page.getByText("Äldre TLS är inte längre tillåten")).toBeVisible();
  await expect(facts.getByRole("button", { name: "Sluta tillåta äldre TLS" })).toHaveCount(0);
  const { rows } = await portal.admin.query(
    "select action from audit where subject_id = $1 and action like 'old_tls%' order by tx",
    [id],
  );
  expect(rows.map(({ action }) => action)).toEqual(["old_tls_allowed", "old_tls_forbidden"]);
  // It still speaks nothing newer, so a test says so and offers the exception again.
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(form.getByRole("button", { name: ALLOW })).toBeVisible();
});

test("a save that met an old TLS goes on once it is allowed, and the certificate accepted", async ({
  page,
  portal,
}) => {
  await page.getByRole("button", { name: "Lägg till styrenhet" }).first().click();
  const form = dialog(page);
  await form.getByLabel("Namn", { exact: true }).fill("Skapad direkt");
  await form.getByLabel("Adress").fill("https://127.0.0.1");
  await form.getByLabel("Port").fill(String(old.port));
  await form.getByLabel("Användarnamn").fill("portal");
  await form.getByLabel("Lösenord", { exact: true }).fill("S3cret-pass");
  await form.getByRole("button", { name: "Skapa styrenhet" }).click();
  await expect(form.getByText(/^Styrenheten talar bara TLS 1\.0 eller 1\.1/)).toBeVisible();
  await expect(form.getByRole("button", { name: "Skapa ändå" })).toBeVisible();
  expect(await storedAs(portal, "Skapad direkt")).toBeNull();
  expect(old.requests.total()).toBe(0);
  await form.getByRole("button", { name: ALLOW }).scrollIntoViewIfNeeded();
  await expectAccessibleInBothThemes(page);
  await form.getByRole("button", { name: ALLOW }).click();
  await accept(form);
  await expect(page.getByText("Styrenhet skapades")).toBeVisible();
  expect(await storedAs(portal, "Skapad direkt")).toEqual({
    cert_sha256: old.certSha256,
    allow_old_tls: true,
    device_port: old.port,
    consents: 1,
  });
  await page.keyboard.press("Escape");
  await expect(row(page, "Skapad direkt").getByText("Äldre TLS")).toBeVisible();
  await expect(row(page, "Skapad direkt").getByText("Synkad")).toBeVisible();
});

test("a controller that moves leaves its consent behind, and asks for a new one", async ({ page, portal }) => {
  const system = await signedInClient(portal.url, portal.accounts.system);
  const place = { device_type: "axis", device_ip: "https://127.0.0.1", device_port: old.port };
  const trust = { fingerprint: old.certSha256, allow_old_tls: true };
  const payload = { name: "Flyttad", ...place, ...trust, username: "portal", password: "S3cret-pass", enabled: false };
  const made = await callFunction(system, "controller-manager", { action: "CREATE", payload });
  const { id } = Object(made.body["controller"]);
  const first = old;
  old = await startAxisSimulator({ model: "A1001", https: true, tlsVersion: "TLSv1.1", doors: 1 });
  try {
    await page.goto(`/system-admin/controllers?controller=${id}`);
    const form = dialog(page);
    await form.getByLabel("Port").fill(String(old.port));
    await form.getByLabel("Lösenord", { exact: true }).fill("S3cret-pass");
    await form.getByRole("button", { name: "Spara" }).click();
    await expect(form.getByText(/^Styrenheten talar bara TLS 1\.0 eller 1\.1/)).toBeVisible();
    expect([await storedAs(portal, "Flyttad"), old.requests.total()]).toEqual([
      { cert_sha256: first.certSha256, allow_old_tls: true, device_port: first.port, consents: 1 },
      0,
    ]);
    await form.getByRole("button", { name: ALLOW }).scrollIntoViewIfNeeded();
    await expectAccessibleInBothThemes(page);
    await form.getByRole("button", { name: ALLOW }).click();
    await accept(form);
    await expect(page.getByText("Styrenhet uppdaterades")).toBeVisible();
    expect(await storedAs(portal, "Flyttad")).toEqual({
      cert_sha256: old.certSha256,
      allow_old_tls: true,
      device_port: old.port,
      consents: 2,
    });
  } finally {
    await first.close();
  }
});
