// Shared steps of the tests of controllers and gates on their page.
import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the page; begins every test. */
export async function openControllers(page: Page): Promise<void> {
  await page.goto("/system-admin/controllers");
  await expect(page.getByRole("heading", { level: 1, name: "Styrenheter" })).toBeVisible();
}

export const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
export const dialog = (page: Page) => page.getByRole("dialog");
export const confirmation = (page: Page) => page.getByRole("alertdialog");

export async function openNew(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Lägg till styrenhet" }).first().click();
  await expect(dialog(page).getByRole("heading", { name: "Skapa styrenhet" })).toBeVisible();
  return dialog(page);
}

export async function chooseLpr(page: Page): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: /Enhetstyp/ })
    .click();
  await page.getByRole("option", { name: "AxxonSoft LPR" }).click();
}

interface Fields {
  name: string;
  address: string;
  port?: number;
  password?: string;
}

export async function fill(form: Locator, { name, address, port, password = "S3cret-pass" }: Fields): Promise<void> {
  await form.getByLabel("Namn", { exact: true }).fill(name);
  await form.getByLabel("Adress").fill(address);
  if (port !== undefined) await form.getByLabel("Port").fill(String(port));
  await form.getByLabel("Användarnamn").fill("portal");
  await form.getByLabel("Lösenord", { exact: true }).fill(password);
}

/** Accepts the certificate that a device shows at its first contact; nothing has been sent to it before. */
export async function acceptCertificate(form: Locator): Promise<void> {
  await expect(form.getByRole("heading", { name: "Godkänn enhetens certifikat" })).toBeFocused();
  await form.getByRole("button", { name: "Godkänn certifikatet" }).click();
}

export async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Fler åtgärder för ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}
