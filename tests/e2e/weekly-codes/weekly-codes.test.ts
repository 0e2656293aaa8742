// Covers: /system-admin/controllers, file.1
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page } from "@playwright/test";
import { z } from "zod";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { realAnswer } from "#tests/e2e/real-answer.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "weekly-codes" });

const AT_PORT_B = { controller_id: "00000000-0000-4000-8000-00000000000b", controllers: { name: "Port B" } };
const dialog = (page: Page) => page.getByRole("dialog");
const codes = (page: Page) => dialog(page).getByRole("grid", { name: "Befintliga koder" }).getByRole("row");
const tab = (page: Page, name: string) => dialog(page).getByRole("tab", { name });
const box = (page: Page, name: string) =>
  dialog(page)
    .locator("label")
    .filter({ has: page.getByRole("checkbox", { name, exact: true }) });
const opensEverywhere = (portal: TestPortal, code: string) =>
  portal.axis.doorTokens.every((door) => portal.axis.wouldOpen(code, door));

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Veckokoder", exact: true }).click();
  await expect(dialog(page).getByRole("heading", { name: "Veckokoder" })).toBeVisible();
}

async function generate(page: Page, weeks: number): Promise<void> {
  await tab(page, "Generera nya").click();
  await box(page, "Garage Kajen").click();
  await dialog(page).getByLabel("Antal veckor").fill(String(weeks));
  await dialog(page).getByRole("button", { name: "Generera", exact: true }).click();
}

async function middleOf(part: Locator): Promise<number> {
  const box = await part.boundingBox();
  return (box?.y ?? 0) + (box?.height ?? 0) / 2;
}

test("the first codes are made, open the doors, are handed out as a file, and removed on a phone too", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/controllers");
  await expect(page.getByRole("heading", { level: 1, name: "Styrenheter" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Exportera CSV|Rensa utgångna/ })).toHaveCount(0);
  await open(page);
  await expect(dialog(page).getByText("Inga veckokoder hittades")).toBeVisible();
  await tab(page, "Generera nya").click();
  await expect(dialog(page).getByText("Infart Norr")).toHaveCount(0);
  await dialog(page).getByRole("button", { name: "Generera", exact: true }).click();
  await expect(dialog(page).getByText("Välj minst en styrenhet")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await dialog(page).getByLabel("Antal veckor").fill("2");
  await dialog(page).getByRole("button", { name: "Stäng" }).last().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Fortsätt redigera" }).click();
  await generate(page, 2);
  await expect(page.getByText("Veckokoder genererade")).toBeVisible();
  await expect(codes(page)).toHaveCount(3);
  await expect(codes(page).nth(1)).toContainText("Denna vecka");
  await expect(codes(page).nth(2)).not.toContainText("Denna vecka");
  for (const row of [1, 2]) await expect(codes(page).nth(row)).toContainText(/Synkad.*1 styrenhet.*Garage Kajen/s);
  await expectAccessibleInBothThemes(page);

  const { rows: seen } = await portal.admin.query("select from audit where action = 'weekly_codes_read'");
  expect(seen).toHaveLength(0);
  await codes(page).nth(1).getByRole("button", { name: "Visa PIN-kod" }).click();
  const shown = codes(page)
    .nth(1)
    .getByRole("img", { name: /^PIN \d{6}$/ });
  await expect(shown).toBeVisible();
  const code = ((await shown.textContent()) ?? "").trim();
  expect(opensEverywhere(portal, code)).toBe(true);

  await codes(page)
    .nth(1)
    .getByRole("button", { name: /^1 styrenhet med v\./ })
    .click();
  await expect(dialog(page).getByRole("listitem").filter({ hasText: "Garage Kajen" })).toContainText("Synkad");
  await dialog(page).getByRole("button", { name: "Tillbaka" }).last().click();

  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^veckokoder-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await file.path(), "utf8")).split("\n");
  expect(lines[0]).toBe("Vecka,Kod");
  expect(lines[1]).toMatch(new RegExp(`^v\\.\\d{1,2} \\d{4},${code}$`));
  expect(lines).toHaveLength(4);
  await expect(page.getByText("CSV exporterad")).toBeVisible();

  // Where the controllers have different codes, one list would not show which door each opens.
  await page.route("**/functions/v1/generate-weekly-codes", async (route) => {
    const response = await realAnswer(route);
    const body = z.looseObject({ codes: z.array(z.looseObject({})) }).parse(await response.json());
    const elsewhere = [{ ...AT_PORT_B, state: "synced", last_error: null }];
    const codes = [...body.codes, { ...body.codes[0], code: "555666", weekly_code_assignments: elsewhere }];
    await route.fulfill({ response, json: { ...body, codes } });
  });
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  await expect(dialog(page).getByRole("listitem")).toHaveText([/Garage Kajen.*2 veckokoder/, /Port B.*1 veckokod/]);
  await expectAccessible(page);
  const ofPort = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Ladda ner veckokoder för Port B" }).click();
  expect((await ofPort).suggestedFilename()).toMatch(/^veckokoder-Port-B-\d{4}-\d\d-\d\d\.csv$/);
  expect(await readFile(await (await ofPort).path(), "utf8")).toMatch(/^Vecka,Kod\nv\.\d+ \d{4},555666\n$/);
  const ofAll = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Alla i en fil" }).click();
  expect(await readFile(await (await ofAll).path(), "utf8")).toMatch(/^Styrenhet,Vecka,Kod\nGarage Kajen,/);
  await page.unroute("**/functions/v1/generate-weekly-codes");
  await dialog(page).getByRole("button", { name: "Stäng" }).last().click();

  await open(page);
  await codes(page)
    .nth(1)
    .getByRole("button", { name: /^Ta bort v\./ })
    .click();
  const question = page.getByRole("alertdialog", { name: "Ta bort veckokod" });
  await expect(question).toContainText("tas bort på 1 styrenhet. Koden fungerar tills styrenheten har bekräftat.");
  await question.getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByText("Veckokod raderad")).toBeVisible();
  await expect(codes(page)).toHaveCount(2);
  expect(portal.axis.doorTokens.some((door) => portal.axis.wouldOpen(code, door))).toBe(false);
  await tab(page, "Generera nya").click();
  await dialog(page)
    .getByRole("button", { name: /^Automatiskt/ })
    .click();
  await expect(dialog(page).getByRole("switch", { name: "Rensa utgångna, Garage Kajen" })).toBeAttached();
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Stäng" }).last().click();

  await portal.admin.query(
    "update weekly_codes set valid_from = now() - interval '8 days', valid_to = now() - interval '1 day'",
  );
  await page.setViewportSize({ width: 360, height: 780 });
  await page.reload();
  const menu = page.getByRole("button", { name: "Veckokoder" });
  // Until the codes have been counted the button opens the dialog itself.
  await expect(menu).toHaveAttribute("aria-haspopup", "menu");
  const [icon, arrow] = await Promise.all([menu.locator("svg").first(), menu.locator("svg").last()].map(middleOf));
  expect(Math.abs((arrow ?? 0) - (icon ?? 0)), "its arrow stands beside its word").toBeLessThan(4);
  await menu.click();
  await page.getByRole("menuitem", { name: "Veckokoder" }).click();
  const card = dialog(page).getByRole("list", { name: "Befintliga koder" }).getByRole("listitem").first();
  await expect(card).toContainText("Utgången");
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessibleInBothThemes(page);
  await dialog(page).getByRole("button", { name: "Stäng" }).last().click();
  await page.getByRole("button", { name: "Veckokoder" }).click();
  await page.getByRole("menuitem", { name: "Rensa utgångna" }).click();
  await expect(page.getByText("Utgångna veckokoder rensade")).toBeVisible();
  await expect(page.getByText("1 veckokod togs bort.")).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("button", { name: "Veckokoder", exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: /Exportera CSV|Rensa utgångna/ })).toHaveCount(0);
});
