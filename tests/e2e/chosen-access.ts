import { expect, type Locator } from "@playwright/test";

/** Keeps only these chosen, of the only controller's doors or gates, which a new person has from the start. */
export async function keepOnly(form: Locator, all: readonly string[], kept: readonly string[]): Promise<void> {
  for (const name of all) {
    await expect(form.getByRole("checkbox", { name, exact: true })).toBeChecked();
    if (!kept.includes(name)) await form.getByText(name, { exact: true }).last().click();
  }
}
