// Covers: /system-admin/controllers

import { expect } from "@playwright/test";
import { type AxxonSimulator, DEFAULT_MACRO_ID, startAxxonSimulator } from "#simulators/axxon/server.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { pastedText } from "../clipboard.ts";
import { chooseLpr, confirmation, dialog, fill, openControllers, openNew, row } from "../controllers-page.ts";

test.use({ world: "gates" });

let axxon: AxxonSimulator;

test.beforeAll(async () => {
  axxon = await startAxxonSimulator();
});

test.afterAll(async () => {
  await axxon.close();
});

// Covers: 2.26, 2.27, 7.12, device.20, device.21
test("a new gate shows the LPR system's values, takes a reading with them, and its macro opens it", async ({
  page,
  context,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.system);
  await openControllers(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const form = await openNew(page);
  await chooseLpr(page);
  await fill(form, { name: "Infart Kontoret", address: axxon.host, port: axxon.port });
  await expect(form.getByText("Förbindelsen är okrypterad (http)")).toBeVisible();
  await expect(form.getByText(`GET http://127.0.0.1:${axxon.port}/macro/execute/{macro-id}`)).toBeVisible();
  await expect(form.getByRole("button", { name: "Testa Macro-anrop" })).toHaveCount(0);
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(form.getByText("Anslutning lyckades")).toBeVisible();
  await form.getByRole("button", { name: /Välj macro/ }).click();
  await page.getByRole("option", { name: "Öppna grind" }).click();
  await expect(form.getByLabel("Macro-ID")).toHaveValue(DEFAULT_MACRO_ID);
  await expect(form.getByText(`/macro/execute/${DEFAULT_MACRO_ID}`)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await form.getByRole("button", { name: "Skapa styrenhet" }).click();

  const panel = dialog(page);
  await expect(panel.getByRole("heading", { name: "Styrenhet skapad!" })).toBeVisible();
  await expect(panel.getByRole("button", { name: "Skapa styrenhet" })).toHaveCount(0);
  const { rows } = await portal.admin.query<{ id: string; webhook_user: string }>(
    "select id, webhook_user from controllers where name = 'Infart Kontoret'",
  );
  const gate = rows[0];
  const path = `/functions/v1/axxon-webhook?regnr={plate}&gateid=${gate?.id}`;
  const { hostname, port } = new URL(portal.url);
  for (const [label, value] of [
    ["Metod", "POST"],
    ["Protokoll", "HTTP"],
    ["Värd", hostname],
    ["Port", port],
    ["Sökväg", path],
    ["Autentisering", "Basic"],
    ["Användarnamn", gate?.webhook_user],
  ])
    await expect(panel.getByRole("button", { name: `Kopiera ${label}: ${value}` })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await panel.getByRole("button", { name: "Kopiera Lösenord" }).click();
  // The press returns before the clipboard has the text.
  await expect(page.locator("[aria-live=polite]").getByText("Kopierat", { exact: true })).toBeAttached();
  const password = await pastedText(page);
  expect(password.length).toBeGreaterThanOrEqual(16);
  await expect(panel.getByText(password)).toHaveCount(0);
  // Over plain http from another machine there is no clipboard, so the value is selected for manual copying. It stays selected when the
  // earlier press's confirmation ends.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await panel.getByRole("button", { name: "Kopiera Lösenord" }).click();
  await page.waitForTimeout(2_100);
  await expect(panel.getByRole("textbox", { name: "Lösenord" })).toHaveValue(password);
  await expect(panel.getByText("Texten är markerad. Kopiera den med Ctrl+C eller webbläsarens meny.")).toBeVisible();
  expect(await page.evaluate(() => getSelection()?.toString())).toBe(password);

  axxon.setWebhook({ url: `${portal.url}${path}`, username: gate?.webhook_user ?? "", password });
  await axxon.drive("ABC123");
  const logged = await portal.admin.query("select access_reason from access_logs where controller_id = $1", [gate?.id]);
  expect(logged.rows).toEqual([{ access_reason: "no_match" }]);
  // The selected value is masked again only after the press: dots take less room, and the button would move.
  await panel.getByRole("button", { name: "Stäng" }).last().click();
  await expect(panel).toHaveCount(0);
  await expect(row(page, "Infart Kontoret")).toContainText("AxxonSoft LPR");
  await expect(row(page, "Infart Kontoret")).toContainText(/Aldrig|Svarade nyss|Svarade för/);

  // After a while the values are shown only after re-authentication; Enter confirms that and does not save the gate.
  await portal.admin.query(
    "update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', 1)) where user_id = $1",
    [portal.accounts.system.userId],
  );
  await page.getByRole("button", { name: "Redigera Infart Kontoret" }).click();
  await dialog(page).getByRole("button", { name: "Visa värden för LPR-systemet" }).click();
  const question = dialog(page).getByRole("region", { name: "Bekräfta att det är du" });
  await question.getByLabel("Lösenord", { exact: true }).fill(portal.accounts.system.password);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("button", { name: "Kopiera Lösenord" })).toBeVisible();
  await dialog(page)
    .locator("label")
    .filter({ has: page.getByRole("checkbox", { name: "Håll en fordonslista på LPR-servern" }) })
    .click();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Testa Macro-anrop" }).click();
  expect(axxon.openings).toHaveLength(0);
  await confirmation(page).getByRole("button", { name: "Öppna grinden" }).click();
  await expect(page.getByText("Macro-test lyckades")).toBeVisible();
  expect(axxon.openings).toHaveLength(1);
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, "Infart Kontoret").getByText("Synkad")).toBeVisible();
});
