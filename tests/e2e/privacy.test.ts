// Covers: /org-admin/end-users, /org-admin/end-users/$person, /system-admin/end-users/$person, file.8
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { hearNobodyAnswer } from "#tests/e2e/controllers-away.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { spelledOut } from "#tests/support/spelled-out.ts";

test.use({ world: "privacy" });

const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");
const question = (page: Page) => page.getByRole("alertdialog", { name: "Radera uppgifter" });

async function personalData(page: Page, name: string): Promise<Locator> {
  await page.getByRole("button", { name: `Redigera ${name}` }).click();
  await dialog(page).getByRole("button", { name: "Personuppgifter" }).click();
  await expect(dialog(page).getByRole("button", { name: "Radera uppgifter" })).toBeInViewport({ ratio: 1 });
  return dialog(page);
}

async function erase(page: Page, name: string): Promise<void> {
  await dialog(page).getByRole("button", { name: "Radera uppgifter" }).click();
  await question(page).getByText(`Ja, radera allt om ${name} för alltid`).click();
  await question(page).getByRole("button", { name: "Radera uppgifter" }).click();
}

// Covers: running.12
test("kind, days and purposes are the system admin's to say and the organisation's to read", async ({
  page,
  portal,
  signIn,
}) => {
  const { system } = await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/organizations");
  await page.getByRole("button", { name: "Redigera Brf Norrgården" }).click();
  const form = dialog(page);
  await form.getByRole("button", { name: "Uppgifter och lagring" }).click();
  await expect(form.getByText("Tomt betyder 90 dagar, som för Annat.")).toBeVisible();
  await form.getByRole("button", { name: /Verksamhet/ }).click();
  await page.getByRole("option", { name: "Bostäder" }).click();
  await expect(form.getByText("Tomt betyder 14 dagar, som för Bostäder.")).toBeVisible();
  await form.getByLabel("Dagar som passager sparas").fill("0");
  await form.getByLabel("Ändamål").fill("Portkod till boende.\nGrind till parkeringen.");
  await expectAccessibleInBothThemes(page);
  await form.getByRole("button", { name: "Uppgifter och lagring" }).click();
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(form.getByText("Ange ett helt antal dagar mellan 1 och 3650")).toBeVisible();
  await form.getByLabel("Dagar som passager sparas").fill("21");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Organisation uppdaterad", { exact: true })).toBeVisible();
  const { data } = await system
    .from("organizations")
    .select("kind, log_days, purposes")
    .eq("name", "Brf Norrgården")
    .single();
  expect(data).toEqual({
    kind: "housing",
    log_days: 21,
    purposes: "Portkod till boende.\nGrind till parkeringen.",
  });
  const { rows } = await portal.admin.query<{ id: string }>("select id from end_users where first_name = 'Alva'");
  await page.goto(`/system-admin/end-users/${rows[0]?.id}`);
  await expect(page.getByText("Det här vet portalen om Alva Exempelsson, Brf Norrgården")).toBeVisible();
  await page.goto("/system-admin/organizations");

  await page.getByRole("button", { name: "Lägg till organisation" }).first().click();
  await dialog(page).getByLabel("Namn").fill("Brf Utan Åsikt");
  await dialog(page).getByRole("button", { name: "Lägg till organisation" }).click();
  await expect(page.getByText("Organisation skapad", { exact: true })).toBeVisible();
  const made = await system
    .from("organizations")
    .select("kind, log_days, purposes")
    .eq("name", "Brf Utan Åsikt")
    .single();
  expect(made.data).toEqual({ kind: "other", log_days: null, purposes: null });

  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  await page.getByRole("button", { name: "Så hanteras uppgifterna" }).click();
  await expect(page.getByText("21 dagar", { exact: true })).toBeVisible();
  await expect(page.getByText("Grind till parkeringen.")).toBeVisible();
  await expectAccessible(page);

  await signIn(portal.accounts.syd);
  await page.goto("/org-admin/end-users");
  await page.getByRole("button", { name: "Så hanteras uppgifterna" }).click();
  await expect(page.getByText("90 dagar", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Att släppa in den som har behörighet/)).toBeVisible();
});

test("everything about a person is a file with their name, without the PIN", async ({ page, portal, signIn }) => {
  await mainWorld(portal);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  const form = await personalData(page, "Alva Exempelsson");
  await expectAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    form.getByRole("button", { name: "Exportera uppgifter" }).click(),
  ]);
  await expect(page.getByRole("status").filter({ hasText: "Uppgifterna är exporterade" })).toBeVisible();
  expect(file.suggestedFilename()).toBe("Alva-Exempelsson-personuppgifter.json");
  const text = await readFile(await file.path(), "utf8");
  expect(JSON.parse(text)).toMatchObject({ person: { first_name: "Alva", last_name: "Exempelsson" } });
  for (const part of ["MLB 84A", "Garage Kajen", "Infart Norr"]) expect(text).toContain(part);
  expect(spelledOut(text)).not.toContain("4816");

  await form.getByRole("link", { name: "Visa uppgifter" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Personuppgifter" })).toBeFocused();
  await expect(page.getByText("Det här vet portalen om Alva Exempelsson, Brf Norrgården")).toBeVisible();
  const main = page.getByRole("main");
  for (const part of ["MLB 84A", "Garage Kajen", "Infart Norr"]) await expect(main).toContainText(part);
  await expect(main).not.toContainText("4816");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 2, name: "PIN-kod och fordon" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
});

test("an erasure asks, says what stays, reaches the device, and the PIN opens nothing", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  await savePerson({ firstName: "Rut", lastName: "Raderad", pin: "641208", plate: "RUT 641" });
  const door = portal.axis.doorTokens[0] ?? "";
  await expect.poll(() => portal.axis.wouldOpen("641208", door)).toBe(true);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  await personalData(page, "Rut Raderad");
  await dialog(page).getByRole("button", { name: "Radera uppgifter" }).click();
  for (const said of ["Det kan inte ångras", "Namn och registreringsnummer i åtkomstloggen", "Händelseloggen"])
    await expect(question(page)).toContainText(said);
  await question(page).getByRole("button", { name: "Radera uppgifter" }).click();
  await expect(question(page).getByRole("alert")).toHaveText("Kryssa i rutan om uppgifterna ska raderas.");
  await expectAccessibleInBothThemes(page);
  await question(page).getByRole("button", { name: "Avbryt" }).click();
  expect(portal.axis.wouldOpen("641208", door)).toBe(true);

  await erase(page, "Rut Raderad");
  await expect(page.getByRole("status").filter({ hasText: "Uppgifterna är raderade" })).toContainText(
    "Varje enhet har bevisat att inget om Rut Raderad finns kvar på den.",
  );
  await expect(dialog(page)).toHaveCount(0);
  await expect(row(page, "Rut Raderad")).toHaveCount(0);
  expect(portal.axis.doorTokens.filter((token) => portal.axis.wouldOpen("641208", token))).toEqual([]);
  const left = await portal.admin.query("select from end_users where last_name = 'Raderad'");
  expect(left.rowCount).toBe(0);
});

// Covers: running.11
test("an erasure that a device has not confirmed names it, and Operations shows it until it has", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  await savePerson({ firstName: "Vera", lastName: "Väntan", pin: "641315" });
  const door = portal.axis.doorTokens[0] ?? "";
  await expect.poll(() => portal.axis.wouldOpen("641315", door)).toBe(true);
  await portal.admin.query("update controller_sync set next_try_at = now() + interval '1 hour'");
  await hearNobodyAnswer(page);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/end-users");
  await personalData(page, "Vera Väntan");
  await dialog(page).getByRole("button", { name: "Radera uppgifter" }).click();
  const before = question(page).getByRole("status");
  await expect(before).toContainText("Garage Kajen svarar inte.");
  await expect(before).toContainText("öppnar på Garage Kajen tills borttagningen är bekräftad där.");
  await expectAccessibleInBothThemes(page);
  await question(page).getByRole("button", { name: "Avbryt" }).click();
  await erase(page, "Vera Väntan");
  const reported = page.getByRole("status").filter({ hasText: "Raderat i portalen, men inte på alla enheter" });
  await expect(reported).toContainText("Garage Kajen har inte bevisat att Vera Väntan är borttagen.");
  await expect(page.getByRole("alert").filter({ hasText: "Raderat i portalen" })).toHaveCount(0);
  expect(portal.axis.wouldOpen("641315", door)).toBe(true);

  await page.getByRole("link", { name: "Drift", exact: true }).click();
  const newest = page.getByRole("list", { name: "Raderade personuppgifter" }).getByRole("listitem").first();
  await expect(newest).toContainText("Brf Norrgården");
  await expect(newest).toContainText("Väntar på Garage Kajen");
  await expectAccessibleInBothThemes(page, { include: "main" });
  await portal.admin.query("update controller_sync set next_try_at = now()");
  await expect.poll(() => portal.axis.wouldOpen("641315", door)).toBe(false);
  await expect(
    page.getByRole("status").filter({ hasText: "Varje enhet har bevisat att inget om Vera Väntan finns kvar på den." }),
  ).toBeVisible();
  await expect(reported).toHaveCount(0);
  await expect(newest).toContainText("Borta från alla enheter");
});

// Covers: running.11
test("attempts that arrive late do not push the unfolded personal data out of sight", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  await savePerson({ firstName: "Lova", lastName: "Långsam", pin: "641417" });
  const late = Promise.withResolvers<void>();
  const attempts = Array.from({ length: 5 }, (_, minute) => ({
    source: "gate",
    id: `7a3f0000-0000-4000-8000-00000000000${minute}`,
    occurred_at: `2026-01-15T08:0${minute}:00Z`,
    granted: true,
    reason: "valid_credential",
    plate_number: "ABC123",
    controllers: { name: "Grind Norra" },
  }));
  await page.route(/\/rest\/v1\/merged_log\?.*credential_id=in\./u, async (route) => {
    await late.promise;
    await route.fulfill({ json: attempts });
  });
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/end-users");
  await personalData(page, "Lova Långsam");
  late.resolve();
  await expect(dialog(page).getByText("ABC 123")).toHaveCount(5);
  await expect(dialog(page).getByRole("button", { name: "Radera uppgifter" })).toBeInViewport({ ratio: 1 });
});
