// Covers: /system-admin/controllers

import { expect } from "@playwright/test";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { type AxxonSimulator, startAxxonSimulator } from "#simulators/axxon/server.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { hearNobodyAnswer } from "#tests/e2e/controllers-away.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";
import {
  acceptCertificate,
  choose,
  chooseLpr,
  confirmation,
  dialog,
  fill,
  openControllers,
  openNew,
  row,
  switchOf,
} from "./controllers-page.ts";

test.use({ world: "controllers" });

test.describe.configure({ mode: "serial" });

let axis: AxisSimulator;
let axxon: AxxonSimulator;

test.beforeAll(async () => {
  axis = await startAxisSimulator({
    doors: [{ name: "Entré Hus 1" }, { name: "Teknikrum", authentication: "card-and-pin", pinMin: 4, pinMax: 4 }],
  });
  axxon = await startAxxonSimulator();
});

test.afterAll(async () => {
  await axis.close();
  await axxon.close();
});

test.beforeEach(async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await openControllers(page);
});

// Covers: 2.25
test("an empty form names every field, but none before it was left, and the port follows the kind of device until somebody writes one", async ({
  page,
}) => {
  const form = await openNew(page);
  await expect(form.getByRole("button", { name: /Enhetstyp/ })).toBeFocused();
  await expect(form.getByLabel("Port")).toHaveValue("443");
  await chooseLpr(page);
  await form.getByLabel("Adress").focus();
  await expect(form.getByText("Namn krävs")).toHaveCount(0);
  await form.getByRole("button", { name: /Enhetstyp/ }).click();
  await page.getByRole("option", { name: "Axis", exact: true }).click();
  await expect(form.getByLabel("Port")).toHaveValue("443");
  await form.getByRole("button", { name: "Skapa styrenhet" }).click();
  for (const message of ["Namn krävs", "Adress krävs", "Användarnamn krävs", "Lösenord krävs"])
    await expect(form.getByText(message, { exact: true }).last()).toBeVisible();
  await chooseLpr(page);
  await expect(form.getByLabel("Port")).toHaveValue("80");
  await form.getByLabel("Port").fill("70000");
  await form.getByLabel("Adress").fill("192.0.2.40");
  await expect(form.getByText("Port måste vara ett tal mellan 1 och 65535").last()).toBeVisible();
  await form.getByLabel("Port").fill("8000");
  await form.getByRole("button", { name: /Enhetstyp/ }).click();
  await page.getByRole("option", { name: "Axis", exact: true }).click();
  await expect(form.getByLabel("Port")).toHaveValue("8000");
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(confirmation(page).getByRole("heading", { name: "Osparade ändringar" })).toBeVisible();
  await confirmation(page).getByRole("button", { name: "Kasta ändringar" }).click();
  await expect(dialog(page)).toHaveCount(0);

  await openNew(page);
  const wrong = form.getByText(/krävs|måste vara|kan inte läsas/);
  await form.getByLabel("Port").fill("");
  await form.getByLabel("Port").pressSequentially("70000");
  await expect(form.getByLabel("Port")).toHaveValue("70000");
  await expect(wrong).toHaveCount(0);
  await page.keyboard.press("Tab");
  await expect(form.getByText("Port måste vara ett tal mellan 1 och 65535").last()).toBeVisible();
  await form.getByLabel("Port").fill("443");
  await form.getByLabel("Adress").pressSequentially("ftp://x");
  await expect(form.getByLabel("Adress")).toHaveValue("ftp://x");
  // The user name was left empty on the way back.
  await expect(wrong.filter({ hasNotText: "Användarnamn krävs" })).toHaveCount(0);
});

// Covers: files.6
test("a dialog that cannot be fetched says so until the next try fetches it, and a filter can be chosen while the portal's own select is not", async ({
  page,
}) => {
  // Its own file alone: another dialog, fetched while the page is idle, may import what it imports, and a browser of the
  // old rule keeps that failure until the page is loaded again, as the message says.
  const chunk = /\/assets\/controller-dialog-[\w-]+\.js/;
  await page.route(chunk, (route) => route.abort());
  await page.reload();
  const search = page.getByRole("searchbox");
  await search.fill("Entré");
  await page.getByRole("button", { name: "Lägg till styrenhet" }).first().click();
  await expect(page.getByRole("alert").filter({ hasText: "Rutan kunde inte hämtas från servern." })).toBeVisible();
  await expect(search).toHaveValue("Entré");
  await page.unroute(chunk);
  await openNew(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Lägg till styrenhet" }).first()).toBeFocused();

  // Which may never come.
  await page.route(/\/assets\/select-[\w-]+\.js$/, (route) => route.abort());
  await page.reload();
  const type = page.getByRole("combobox", { name: "Typ" });
  await type.selectOption({ label: "AxxonSoft LPR" });
  await expect(type).toHaveValue("axxon_lpr");
  await expect(page.getByRole("grid").getByRole("row").filter({ hasText: "Axis" })).toHaveCount(0);
  await expectAccessible(page);
});

// Covers: 8.5, 8.10
test("a connection test of the unsaved form says which address it may not reach, why a wrong password fails, and what answers the right one", async ({
  page,
}) => {
  const form = await openNew(page);
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(form.getByText("Adress krävs")).toBeVisible();
  await fill(form, { name: "Port A", address: "203.0.113.9" });
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(form.getByText("utanför de nät som portalen får nå")).toBeVisible();
  await form.getByLabel("Adress").fill("ftp://port-a");
  await form.getByRole("button", { name: "Skapa styrenhet" }).click();
  await expect(form.getByText("Adressen kan inte läsas.")).toBeVisible();
  await expect(form.getByLabel("Adress")).toBeFocused();

  await fill(form, { name: "Port A", address: "127.0.0.1", port: 9, password: "fel lösenord" });
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(form.getByText(/tar inte emot anslutningar på porten/)).toBeVisible();
  // A port that says nothing: https is tried by itself, and what was used stands in the form.
  await form.getByLabel("Port").fill(String(axis.port));
  const before = JSON.stringify(axis.requests.counts());
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(form.getByText((axis.certSha256 ?? "?").toUpperCase().match(/../g)?.join(":") ?? "?")).toBeVisible();
  await expect(form.getByLabel("Adress")).toHaveValue("https://127.0.0.1");
  await expect(form.getByText(`Svarar krypterat: https på port ${axis.port}.`)).toBeVisible();
  expect(JSON.stringify(axis.requests.counts())).toBe(before);
  await expectAccessibleInBothThemes(page);
  await acceptCertificate(form);
  await expect(form.getByText("Anslutning misslyckades")).toBeVisible();
  await expect(form.getByText("Enheten godtog inte användarnamnet eller lösenordet.")).toBeVisible();
  await form.getByLabel("Lösenord", { exact: true }).fill("S3cret-pass");
  await expect(form.getByText("Anslutning misslyckades")).toHaveCount(0);
  await form.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(form.getByText("Anslutning lyckades")).toBeVisible();
  await expect(form.getByText("2 dörrar")).toBeVisible();
});

// Covers: 2.24, files.1
test("a double click on save registers one door controller, which then answers a test in its row", async ({ page }) => {
  const form = await openNew(page);
  await fill(form, { name: "Port A Kontoret", address: axis.url, port: axis.port });
  await form.getByRole("button", { name: "Skapa styrenhet" }).dblclick();
  await acceptCertificate(form);
  await expect(page.getByText("Styrenhet skapades")).toBeVisible();
  // Names, organisations and a code are one path, which is found again in the row.
  const steps = dialog(page);
  await expect(steps.getByRole("heading", { name: "Kom igång med Port A Kontoret" })).toBeVisible();
  await steps.getByLabel("Dörrnamn för Entré Hus 1").fill("Entrén");
  await expectAccessibleInBothThemes(page);
  await steps.getByRole("button", { name: "Spara och fortsätt" }).click();
  await expect(page.getByText("1 dörrnamn sparat")).toBeVisible();
  await steps.getByRole("button", { name: "Tilldela Brf Norrgården" }).click();
  await expect(steps.getByRole("button", { name: "Välj dörrar för Brf Norrgården" })).toBeVisible();
  await expectAccessible(page);
  await steps.getByRole("button", { name: "Fortsätt" }).click();
  await steps.getByRole("button", { name: "Testa en PIN-kod" }).click();
  await expect(steps.getByRole("listitem").filter({ hasText: "Entrén" })).toContainText("Öppnar");
  await expect(steps.getByRole("listitem").filter({ hasText: "Teknikrum" })).toContainText("Öppnar inte");
  await expectAccessibleInBothThemes(page);
  await steps.getByRole("button", { name: "Ta bort testkoden" }).click();
  await expect(page.getByText("Testkoden är borttagen")).toBeVisible();
  await steps.getByRole("button", { name: "Stäng" }).last().click();
  await expect(dialog(page)).toHaveCount(0);
  await choose(page, "Port A Kontoret", "Namnge, tilldela och testa");
  await expect(dialog(page).getByLabel("Dörrnamn för Entré Hus 1")).toHaveValue("Entrén");
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, "Port A Kontoret")).toHaveCount(1);
  await expect(row(page, "Port A Kontoret")).toContainText(`127.0.0.1:${axis.port}`);
  await expect(row(page, "Port A Kontoret")).toContainText("Axis");
  await page.getByRole("button", { name: "Testa anslutning Port A Kontoret" }).click();
  await expect(page.getByText("Anslutning lyckades")).toBeVisible();
  await expect(row(page, "Port A Kontoret").getByText("Synkad")).toBeVisible();
});

// Covers: 2.28, 4.6, feel.6, device.14
test("the access points are read from the device, warn of what a PIN cannot do, and are edited a row at a time; one that people have is not switched off without their number, nor deleted", async ({
  page,
  portal,
}) => {
  await choose(page, "Port A Kontoret", "Hantera åtkomstpunkter");
  const doors = dialog(page);
  await doors.getByRole("button", { name: "Synka åtkomstpunkter" }).click();
  await expect(page.getByText(/^Port A Kontoret: 2 dörrar på enheten/)).toBeVisible();
  await expect(doors.getByRole("row").filter({ hasText: "Teknikrum" })).toContainText("Kräver kort");
  await expect(doors.getByRole("row").filter({ hasText: "Teknikrum" })).toContainText("Bara fyra siffror");
  const columns = ["Aktiverad", "Dörrnamn", "Tekniskt namn", "Beskrivning", "Senast synkad", "Åtgärder"];
  await expect(doors.getByRole("columnheader")).toHaveText(columns);
  await expectAccessibleInBothThemes(page);

  await doors.getByRole("button", { name: "Redigera Entrén" }).click();
  await expect(doors.getByLabel("Dörrnamn")).toBeFocused();
  await doors.getByLabel("Dörrnamn").fill("Stora entrén");
  await page.keyboard.press("Escape");
  await expect(doors.getByLabel("Dörrnamn")).toHaveCount(0);
  await expect(doors.getByRole("button", { name: "Redigera Entrén" })).toBeFocused();

  await page.keyboard.press("Enter");
  await doors.getByLabel("Beskrivning").fill("Osparat");
  for (const leave of [
    () => doors.getByRole("button", { name: "Stäng" }).last().click(),
    () => page.mouse.click(5, 5),
  ]) {
    await leave();
    await expect(confirmation(page).getByRole("heading", { name: "Osparade ändringar" })).toBeVisible();
    await confirmation(page).getByRole("button", { name: "Fortsätt redigera" }).click();
    await expect(confirmation(page)).toHaveCount(0);
  }
  await doors.getByLabel("Tekniskt namn").fill(" ");
  await doors.getByLabel("Dörrnamn").fill("Stora entrén");
  await page.keyboard.press("Enter");
  await expect(doors.getByText("Tekniskt namn krävs")).toBeVisible();
  await doors.getByLabel("Tekniskt namn").fill("Entré Hus 1");
  await doors.getByLabel("Beskrivning").fill("Mot gården");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Dörr sparad")).toBeVisible();
  await expect(doors.getByRole("row").filter({ hasText: "Stora entrén" })).toContainText("Mot gården");

  await switchOf(page, "Stora entrén aktiverad").click();
  await expect(doors.getByText("2 dörrar, 1 aktiverad")).toBeVisible();
  await switchOf(page, "Stora entrén aktiverad").click();
  await expect(doors.getByText("2 dörrar, 2 aktiverade")).toBeVisible();

  const system = await signedInClient(portal.url, portal.accounts.system);
  const { data: controller } = await system.from("controllers").select("id").eq("name", "Port A Kontoret").single();
  const { data: door } = await system.from("access_points").select("id").eq("name", "Entré Hus 1").single();
  const { data: organization } = await system.from("organizations").insert({ name: "Kontoret AB" }).select().single();
  await system
    .from("organization_controllers")
    .insert({ organization_id: organization.id, controller_id: controller?.id });
  const saved = await callFunction(system, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: organization.id,
      first_name: "Vera",
      last_name: "Exempelsson",
      pin: { value: "4816", validity_period: "12_months", access_point_ids: [door?.id] },
    },
  });
  expect(saved.status).toBe(200);

  await hearNobodyAnswer(page);
  await page.reload();
  await choose(page, "Port A Kontoret", "Hantera åtkomstpunkter");
  await switchOf(page, "Stora entrén aktiverad").click();
  await expect(confirmation(page)).toContainText("1 person förlorar sin åtkomst till dörren.");
  await expect(confirmation(page)).toContainText("Koderna öppnar dörren tills ändringen är bekräftad där.");
  await expect(confirmation(page)).not.toContainText("öppnas inte för någon");
  await confirmation(page).getByRole("button", { name: "Avbryt" }).click();
  await expect(dialog(page).getByRole("switch", { name: "Stora entrén aktiverad" })).toBeChecked();

  await dialog(page).getByRole("button", { name: "Ta bort Stora entrén" }).click();
  await expect(confirmation(page).getByRole("heading", { name: "Ta bort dörr" })).toBeVisible();
  await confirmation(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByText("Dörren har kopplade resurser. Ta bort dessa först.")).toBeVisible();
  await expect(dialog(page).getByRole("row").filter({ hasText: "Stora entrén" })).toBeVisible();
});

test("a paused controller says that its PINs still work, and one that does not answer says so in its row", async ({
  page,
  portal,
}) => {
  // The row shows a press before it is answered; an answer of these presses must not be counted below.
  const pressAndWait = async () => {
    const answered = page.waitForResponse("**/functions/v1/controller-manager");
    await switchOf(page, "Port A Kontoret aktiverad").click();
    await answered;
  };
  await pressAndWait();
  await expect(page.getByText("PIN-koder som redan finns på styrenheten fungerar fortfarande.")).toBeVisible();
  await expect(row(page, "Port A Kontoret").getByText("Pausad")).toBeVisible();
  await pressAndWait();
  await expect(row(page, "Port A Kontoret").getByText("Pausad")).toHaveCount(0);
  // Pressed again before the first answer: the last press wins.
  let answers = 0;
  await page.route("**/functions/v1/controller-manager", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await route.fulfill({ response: await route.fetch() });
    answers++;
  });
  await switchOf(page, "Port A Kontoret aktiverad").click();
  await expect(row(page, "Port A Kontoret").getByText("Pausad")).toBeVisible();
  await switchOf(page, "Port A Kontoret aktiverad").click();
  await expect(row(page, "Port A Kontoret").getByText("Pausad")).toHaveCount(0);
  await expect.poll(() => answers).toBe(2);
  await page.unroute("**/functions/v1/controller-manager");
  await expect
    .poll(async () => (await portal.admin.query("select enabled from controllers where name = 'Port A Kontoret'")).rows)
    .toEqual([{ enabled: true }]);
  await expect(row(page, "Port A Kontoret").getByText("Pausad")).toHaveCount(0);

  await page.getByRole("button", { name: "Redigera Port A Kontoret" }).click();
  await expect(dialog(page).getByLabel("Lösenord", { exact: true })).toHaveValue("");
  await expect(dialog(page).getByText("Typen kan inte ändras på en sparad styrenhet.")).toBeVisible();
  await expect(dialog(page).getByText(axis.serial, { exact: true })).toBeVisible();
  await expect(dialog(page).getByText(/^Godkänt \d{4}-/)).toBeVisible();
  await dialog(page).getByRole("button", { name: "Testa anslutning" }).click();
  await expect(dialog(page).getByText("Anslutning lyckades")).toBeVisible();
  await dialog(page).getByLabel("Användarnamn").fill("annan");
  await dialog(page).getByRole("button", { name: "Testa anslutning" }).click();
  await expect(dialog(page).getByText("Skriv lösenordet för att testa de ändrade uppgifterna.")).toBeVisible();
  await dialog(page).getByLabel("Lösenord", { exact: true }).fill("fel");
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Styrenhet uppdaterades").last()).toBeVisible();
  await page.getByRole("button", { name: "Testa anslutning Port A Kontoret" }).click();
  await expect(page.getByText(/^Port A Kontoret: Enheten godtog inte användarnamnet/)).toBeVisible();
});

// Covers: 2.11, 2.23, 2.24, 2.28
test("one switched off from the beginning has no access points yet; search and filters are the server's, one that nobody has is deleted, and the list is cards on a phone", async ({
  page,
  portal,
}) => {
  const system = await signedInClient(portal.url, portal.accounts.system);
  const payload = {
    name: "Infart Kontoret",
    device_type: "axxon_lpr",
    device_ip: axxon.host,
    device_port: axxon.port,
    username: "portal",
    password: "S3cret-pass",
  };
  expect((await callFunction(system, "controller-manager", { action: "CREATE", payload })).status).toBe(200);
  const off = { name: "Port Vilande", device_type: "axis", device_ip: "192.0.2.9", username: "a", password: "b" };
  await callFunction(system, "controller-manager", { action: "CREATE", payload: { ...off, enabled: false } });
  await page.reload();
  await expect(row(page, "Port Vilande")).toContainText("192.0.2.9:443");
  await expect(row(page, "Port Vilande")).toContainText("Aldrig");
  await choose(page, "Port Vilande", "Hantera åtkomstpunkter");
  await expect(
    dialog(page).getByText("Inga åtkomstpunkter hittades. Synkronisera från Axis-enheten först."),
  ).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toHaveCount(0);

  await expect(row(page, "Infart Kontoret")).toBeVisible();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Sök namn eller adress" })).toBeFocused();
  await page.keyboard.type("infart kontoret");
  await expect(row(page, "Port A Kontoret")).toHaveCount(0);
  await expect(row(page, "Infart Kontoret")).toBeVisible();
  await page.getByRole("button", { name: /Typ/ }).first().click();
  await page.getByRole("option", { name: "Axis", exact: true }).click();
  await expect(page.getByText("Inga styrenheter hittades")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.getByRole("button", { name: "Rensa filter" }).click();
  await expect(row(page, "Port A Kontoret")).toBeVisible();
  await page.getByRole("button", { name: /Tillstånd/ }).click();
  await page.getByRole("option", { name: "Fel" }).click();
  await expect(row(page, "Port A Kontoret")).toBeVisible();
  await expect(row(page, "Infart Kontoret")).toHaveCount(0);
  await expect(row(page, "Port Vilande")).toHaveCount(0);

  await openControllers(page);
  for (const name of ["Infart Kontoret", "Port Vilande"]) {
    await choose(page, name, "Ta bort");
    await confirmation(page).getByRole("button", { name: "Ta bort" }).click();
    await expect(row(page, name)).toHaveCount(0);
  }
  await expect(page.getByText("Styrenhet raderades").first()).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByRole("list", { name: "Styrenheter" }).getByText("Port A Kontoret")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessibleInBothThemes(page);
});
