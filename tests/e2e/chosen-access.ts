import { expect, type Locator } from "@playwright/test";

/** Keeps only these doors or gates chosen; a new person has all of the only controller's from the start. */
export async function keepOnly(form: Locator, all: readonly string[], kept: readonly string[]): Promise<void> {
  for (const name of all) {
    await expect(form.getByRole("checkbox", { name, exact: true })).toBeChecked();
    if (!kept.includes(name)) await form.getByText(name, { exact: true }).last().click();
  }
}
