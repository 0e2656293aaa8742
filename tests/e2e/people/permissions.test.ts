// Covers: /org-admin/permissions
import { expect, type Page } from "@playwright/test";
import { generateWeeklyCodes } from "#contract/functions/generate-weekly-codes.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { pastedText } from "#tests/e2e/clipboard.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "permissions" });

const unit = (page: Page, name: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, level: 3 }) });

test("a board member is shown this week's code of the own doors, and hands it over with doors and last day", async ({
  page,
  context,
  portal,
  signIn,
}) => {
  const { system, controllerId } = await mainWorld(portal);
  const { body } = await callFunction(system, "generate-weekly-codes", {
    action: "generate",
    controllerIds: [controllerId],
  });
  const { codes } = generateWeeklyCodes.generate.reply.parse(body);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/permissions");
  const garage = unit(page, "Garage Kajen");
  await expect(garage.getByText(/^Veckokod v\.\d+ \d{4}$/)).toBeVisible();
  await expect(garage.getByText(/^Gäller till och med/)).toBeVisible();
  await garage.getByRole("button", { name: /^Visa PIN-kod/ }).click();
  await expect(garage.getByRole("img", { name: `PIN ${codes[0]?.code}` })).toBeVisible();
  await expectAccessible(page);
  await garage.getByRole("button", { name: "Lämna över koden, Garage Kajen" }).click();
  const note = page.getByRole("dialog").getByRole("region", { name: "Lapp att lämna över" });
  for (const part of [codes[0]?.code ?? "?", "Dörr 1", "Dörr 2", "Brf Norrgården"])
    await expect(note).toContainText(part);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("dialog").getByRole("button", { name: "Kopiera text" }).click();
  await expect(page.locator("[data-sonner-toast]").filter({ hasText: "Texten är kopierad" })).toBeVisible();
  const copied = await pastedText(page);
  for (const part of [`Kod: ${codes[0]?.code}`, "Dörr 1, Dörr 2", "Brf Norrgården"]) expect(copied).toContain(part);
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await page.getByRole("dialog").getByRole("button", { name: "Skriv ut lapp" }).click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("[data-print-note]")).toContainText(codes[0]?.code ?? "?");
  await expect(garage).toBeHidden();
  await page.emulateMedia({ media: "screen" });
  await page.setViewportSize({ width: 360, height: 780 });
  await expectAccessibleInBothThemes(page);
  await page.getByRole("dialog").getByRole("button", { name: "Stäng" }).last().click();
  await expect(note).toHaveCount(0);
  const { rows } = await portal.admin.query("select from audit where action = 'weekly_code_revealed'");
  expect(rows).toHaveLength(1);
});
