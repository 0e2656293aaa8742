// Covers: /system-admin/controllers

import { expect } from "@playwright/test";
import { type LpvSimulator, startLpvSimulator } from "#simulators/axis-lpv/server.ts";
import { type AxxonSimulator, DEFAULT_MACRO_ID, startAxxonSimulator } from "#simulators/axxon/server.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { pastedText } from "./clipboard.ts";
import { choose, chooseLpr, confirmation, dialog, fill, openControllers, openNew, row } from "./controllers-page.ts";

test.use({ world: "gates" });

test.describe.configure({ mode: "serial" });

let axxon: AxxonSimulator;
let lpv: LpvSimulator;

test.beforeAll(async () => {
  axxon = await startAxxonSimulator();
  lpv = await startLpvSimulator();
});

test.afterAll(async () => {
  await axxon.close();
  await lpv.close();
});

test.beforeEach(async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await openControllers(page);
});

// Covers: 2.26, 7.12, device.21
test("a new gate shows the values for the LPR system, and a reading sent with them is taken", async ({
  page,
  context,
  portal,
}) => {
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
  const password = await pastedText(page);
  expect(password.length).toBeGreaterThanOrEqual(16);
  await expect(panel.getByText(password)).toHaveCount(0);
  // Over plain http from another machine there is no clipboard: the value is selected for manual copying. It stays
  // there when what confirmed the earlier press runs out.
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
  // The selected value gives way to its dots only once the press is heard: they take less room, and the button would move.
  await panel.getByRole("button", { name: "Stäng" }).last().click();
  await expect(panel).toHaveCount(0);
  await expect(row(page, "Infart Kontoret")).toContainText("AxxonSoft LPR");
  await expect(row(page, "Infart Kontoret")).toContainText(/Har inte svarat ännu|Svarade nyss|Svarade för/);
});

test("a plate camera is added with its output, and shows the address to type into it", async ({ page, portal }) => {
  const form = await openNew(page);
  await form.getByRole("button", { name: /Enhetstyp/ }).click();
  await page.getByRole("option", { name: "Axis nummerplåtskamera" }).click();
  await fill(form, { name: "Infart med kamera", address: lpv.host, port: lpv.port });
  await form.getByRole("button", { name: "Skapa styrenhet" }).click();
  await expect(form.getByText("Skriv utgångens nummer, 1 till 99.").last()).toBeVisible();
  await form.getByLabel("Kamerans utgång").fill("1");
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(form.getByText("Anslutning lyckades")).toBeVisible();
  await form.getByRole("button", { name: "Skapa styrenhet" }).click();
  const panel = dialog(page);
  await expect(panel.getByRole("heading", { name: "Styrenhet skapad!" })).toBeVisible();
  const { rows } = await portal.admin.query<{ id: string }>(
    "select id from controllers where name = 'Infart med kamera'",
  );
  const address = `${portal.url}/functions/v1/plate-push/axis_lpv?gateid=${rows[0]?.id}`;
  await expect(panel.getByRole("button", { name: `Kopiera Adress: ${address}` })).toBeVisible();
  await panel.getByRole("button", { name: "Ställ in kameran" }).click();
  await confirmation(page).getByRole("button", { name: "Ställ in" }).click();
  await expect(panel.getByText("Kameran är inställd och skickar nu det den läser till portalen.")).toBeVisible();
  expect(lpv.camera.webhook?.url).toBe(address);
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Stäng" }).last().click();
  await page.getByRole("button", { name: "Redigera Infart med kamera" }).click();
  await expect(dialog(page).getByRole("checkbox", { name: "Håll listan över tillåtna i kameran" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test("a gate's password is changed after re-authentication, and the old one works until it is ended", async ({
  page,
  portal,
}) => {
  const { system } = portal.accounts;
  await portal.admin.query(
    "update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', 1)) where user_id = $1",
    [system.userId],
  );
  await page.getByRole("button", { name: "Redigera Infart Kontoret" }).click();
  await dialog(page).getByRole("button", { name: "Visa värden för LPR-systemet" }).click();
  const question = dialog(page).getByRole("region", { name: "Bekräfta att det är du" });
  await expect(dialog(page).getByRole("button", { name: "Kopiera Lösenord" })).toHaveCount(0);
  await question.getByLabel("Lösenord", { exact: true }).fill("fel");
  await page.keyboard.press("Enter");
  await expect(question.getByText(/stämmer inte/)).toBeVisible();
  await question.getByLabel("Lösenord", { exact: true }).fill(system.password);
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByRole("button", { name: "Kopiera Lösenord" })).toBeVisible();

  await dialog(page).getByRole("button", { name: "Byt lösenord" }).click();
  await dialog(page).getByRole("button", { name: "Byt lösenord" }).click();
  await expect(dialog(page).getByText("LPR-systemet har inte använt det nya ännu.")).toBeVisible();
  await axxon.drive("OLD111");
  const reasons = async () =>
    (await portal.admin.query("select from access_logs where plate_number = 'OLD111'")).rowCount;
  expect(await reasons()).toBe(1);
  await dialog(page).getByRole("button", { name: "Avsluta det gamla nu" }).click();
  await confirmation(page).getByRole("button", { name: "Avsluta" }).click();
  await expect(dialog(page).getByText("LPR-systemet har inte använt det nya ännu.")).toHaveCount(0);
  await axxon.drive("OLD111");
  expect(await reasons()).toBe(1);
  await expectAccessibleInBothThemes(page);
});

// Covers: 2.27, device.20, device.21
test("a plate list on the LPR server is asked for at the gate, kept in step, and emptied when it is given up; a macro test opens the gate only after it was confirmed", async ({
  page,
  portal,
}) => {
  const keeps = async () =>
    (await portal.admin.query("select list_sync from controllers where name = 'Infart Kontoret'")).rows;
  const box = dialog(page)
    .locator("label")
    .filter({ has: page.getByRole("checkbox", { name: "Håll en nummerlista på LPR-servern" }) });
  const save = () => dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(row(page, "Infart Kontoret").getByText("Synkad")).toHaveCount(0);
  await page.getByRole("button", { name: "Redigera Infart Kontoret" }).click();
  await expect(dialog(page).getByText(/^Portalen för fordonen till och från listan Portal/)).toBeVisible();
  await box.click();
  await expectAccessibleInBothThemes(page);
  await save();
  await expect(dialog(page)).toHaveCount(0);
  expect(await keeps()).toEqual([{ list_sync: true }]);
  await expect(row(page, "Infart Kontoret").getByText("Synkad")).toBeVisible();
  await choose(page, "Infart Kontoret", "Synka nu");
  await expect(page.getByText(/Försöker nå Infart Kontoret igen/)).toBeVisible();

  await page.getByRole("button", { name: "Redigera Infart Kontoret" }).click();
  await expect(dialog(page).getByRole("checkbox", { name: "Håll en nummerlista på LPR-servern" })).toBeChecked();
  await box.click();
  await expect(dialog(page).getByText("Listan Portal töms på LPR-servern när du sparar.")).toBeVisible();
  await save();
  await expect(dialog(page)).toHaveCount(0);
  expect(await keeps()).toEqual([{ list_sync: false }]);
  await expect(row(page, "Infart Kontoret").getByText("Synkad")).toHaveCount(0);

  await page.getByRole("button", { name: "Redigera Infart Kontoret" }).click();
  await dialog(page).getByRole("button", { name: "Testa Macro-anrop" }).click();
  await expect(confirmation(page)).toContainText("Grinden vid Infart Kontoret öppnas på riktigt.");
  await confirmation(page).getByRole("button", { name: "Avbryt" }).click();
  expect(axxon.openings).toHaveLength(0);
  await dialog(page).getByRole("button", { name: "Testa Macro-anrop" }).click();
  await confirmation(page).getByRole("button", { name: "Öppna grinden" }).click();
  await expect(page.getByText("Macro-test lyckades")).toBeVisible();
  expect(axxon.openings).toHaveLength(1);
  await dialog(page).getByLabel("Macro-ID").fill("00000000-0000-0000-0000-000000000000");
  await dialog(page).getByRole("button", { name: "Testa Macro-anrop" }).click();
  await confirmation(page).getByRole("button", { name: "Öppna grinden" }).click();
  await expect(page.getByText("Macro-test misslyckades")).toBeVisible();
  await expect(page.getByText("Macro hittades inte")).toBeVisible();
});
