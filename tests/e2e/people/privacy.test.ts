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

// Covers: running.11
test("a person's data are a file with their name and no PIN, and late attempts do not push it out of sight", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
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
  const recent = /\/rest\/v1\/merged_log\?.*credential_id=in\./u;
  await page.route(recent, async (route) => {
    await late.promise;
    await route.fulfill({ json: attempts });
  });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  // web/features/organizations/components/data-handling.test.tsx tests an organisation's own texts.
  await page.getByRole("button", { name: "Så hanteras uppgifterna" }).click();
  await expect(page.getByText("90 dagar", { exact: true })).toBeVisible();
  const form = await personalData(page, "Alva Exempelsson");
  late.resolve();
  await expect(form.getByText("ABC 123")).toHaveCount(5);
  await expect(form.getByRole("button", { name: "Radera uppgifter" })).toBeInViewport({ ratio: 1 });
  await page.unroute(recent);
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

  await portal.admin.query("update credentials set credential_value = 'MLB84A' where plate_key = 'MLB84A'");
  await form.getByRole("link", { name: "Visa uppgifter" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Personuppgifter" })).toBeFocused();
  await expect(page.getByText("Det här vet portalen om Alva Exempelsson, Brf Norrgården")).toBeVisible();
  const main = page.getByRole("main");
  for (const part of ["MLB 84A", "Garage Kajen", "Infart Norr"]) await expect(main).toContainText(part);
  await expect(main).not.toContainText("4816");
  // Each fact has its own word, and the plate is spelled as people write it, however it was typed.
  const facts = main.locator("dl > div");
  await expect(facts.filter({ hasText: "••••" })).toHaveText("Kod••••");
  await expect(facts.filter({ hasText: "MLB" })).toHaveText("RegistreringsnummerMLB 84A");
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 2, name: "PIN-kod och fordon" })).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  const { pathname } = new URL(page.url());
  await page.emulateMedia({ media: "screen" });
  await signIn(portal.accounts.system);
  await page.goto(pathname.replace("/org-admin/", "/system-admin/"));
  await expect(page.getByText("Det här vet portalen om Alva Exempelsson, Brf Norrgården")).toBeVisible();
});

// web/features/people/components/erase-person-dialog.test.tsx tests an unconfirmed device, and
// web/features/operations/components/erasures-card.test.tsx tests Operations.
// Covers: running.11
test("an erasure names who does not answer and what stays, reaches the device, and the PIN opens nothing", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  await savePerson({ firstName: "Rut", lastName: "Raderad", pin: "641208", plate: "RUT 641" });
  const door = portal.axis.doorTokens[0] ?? "";
  await expect.poll(() => portal.axis.wouldOpen("641208", door)).toBe(true);
  await hearNobodyAnswer(page);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  await personalData(page, "Rut Raderad");
  await dialog(page).getByRole("button", { name: "Radera uppgifter" }).click();
  for (const said of ["Det kan inte ångras", "Namn och registreringsnummer i åtkomstloggen", "Händelseloggen"])
    await expect(question(page)).toContainText(said);
  await expect(question(page).getByRole("status")).toContainText("Garage Kajen svarar inte.");
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
