// The field kit's verdict on the page: asked for from a controller's menu, read, printed and saved as a file.
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { transcriptSchema } from "#drivers/axis/field-kit/transcript.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

test.use({ world: "examine-controller" });
test.describe.configure({ mode: "serial" });

const NAME = "Port A";
let axis: AxisSimulator;

test.beforeAll(async ({ portal }) => {
  axis = await startAxisSimulator({ model: "ENTRY_MANAGER", doors: [{ name: "Entré Hus 1" }, { name: "Teknikrum" }] });
  const system = await signedInClient(portal.url, portal.accounts.system);
  const payload = {
    name: NAME,
    device_type: "axis",
    device_ip: axis.url,
    device_port: axis.port,
    username: "portal",
    password: "S3cret-pass",
  };
  expect(await callFunction(system, "controller-manager", { action: "CREATE", payload })).toMatchObject({
    status: 200,
  });
});

test.afterAll(() => axis.close());

test.beforeEach(async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/controllers");
});

const dialog = (page: Page) => page.getByRole("dialog", { name: "Undersök enheten" });

async function open(page: Page): Promise<void> {
  await page.getByRole("button", { name: `Fler åtgärder för ${NAME}` }).click();
  await page.getByRole("menuitem", { name: "Undersök enheten" }).click();
  await expect(dialog(page).getByRole("button", { name: "Undersök" })).toBeVisible();
}

test("an old sign-in is confirmed, and the verdict can be read, printed alone and saved without what is private", async ({
  page,
  portal,
}) => {
  await portal.admin.query(
    `update auth.sessions set amr = (select jsonb_agg(entry || '{"timestamp": 1700000000}') from jsonb_array_elements(amr) entry) where user_id = $1`,
    [portal.accounts.system.userId],
  );
  await open(page);
  await expectAccessible(page);
  await dialog(page).getByRole("button", { name: "Undersök" }).click();
  const stepUp = page.getByRole("dialog").filter({ hasText: "Bekräfta att det är du" });
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(portal.accounts.system.password);
  await stepUp.getByRole("button", { name: "Bekräfta" }).click();

  await expect(dialog(page).getByRole("status").filter({ hasText: "saker att känna till" })).toBeVisible();
  await expect(dialog(page).getByRole("heading", { name: "Avviker" })).toBeVisible();
  await expect(dialog(page).getByText("Passerpunkterna har åtgärden AccessDoor.")).toBeVisible();
  await expect(dialog(page).getByText("2 dörrar kan användas av portalen.")).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: /Kopiera Kommando/ })).toContainText(
    `npm run field-kit -- --address https://127.0.0.1:${axis.port} --user portal --try 1`,
  );
  await expectAccessibleInBothThemes(page);

  const downloaded = page.waitForEvent("download");
  await dialog(page).getByRole("button", { name: "Hämta protokollet" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^undersokning-\d{4}-\d{2}-\d{2}-\d{4}\.json$/);
  const text = await readFile(await file.path(), "utf8");
  expect(transcriptSchema.parse(JSON.parse(text))).toMatchObject({ stopped: null, trial: null });
  for (const secret of ["Entré Hus 1", "S3cret-pass", axis.serial, "127.0.0.1"])
    expect(text.toLowerCase()).not.toContain(secret.toLowerCase());

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await dialog(page).getByRole("button", { name: "Skriv ut" }).click();
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  const paper = page.locator("[data-print-note]");
  await expect(paper).toContainText(`Undersökning av ${NAME}`);
  await expect(paper.getByText("2 dörrar kan användas av portalen.")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("grid")).toBeHidden();
  // Light ink of the dark theme could not be read on paper.
  const ink = () => paper.getByText(`Undersökning av ${NAME}`).evaluate((title) => getComputedStyle(title).color);
  const inLight = await ink();
  await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
  expect(await ink()).toBe(inLight);
  await page.emulateMedia({ media: "screen" });
  await expect(page.locator("html")).toHaveCSS("color-scheme", "dark");
});

test("a controller that does not answer is said so, and the next try works", async ({ page }) => {
  await open(page);
  await axis.faults.offline();
  await dialog(page).getByRole("button", { name: "Undersök" }).click();
  await expect(dialog(page).getByText("Enheten kunde inte undersökas")).toBeVisible();
  await expectAccessible(page);
  await axis.faults.online();
  await dialog(page).getByRole("button", { name: "Undersök" }).click();
  await expect(dialog(page).getByRole("button", { name: "Undersök igen" })).toBeVisible();
  await expect(dialog(page).getByText("Enheten kunde inte undersökas")).toHaveCount(0);
});
