// Reads the clipboard by pasting: the page may write to it but not read it.
import type { Page } from "@playwright/test";

/** Pastes into a temporary field, inside an open dialog because that traps the focus. */
export async function pastedText(page: Page): Promise<string> {
  const field = await page.evaluateHandle(() => {
    const area = document.createElement("textarea");
    (document.querySelector("[role=dialog], [role=alertdialog]") ?? document.body).append(area);
    area.focus();
    return area;
  });
  await page.keyboard.press("ControlOrMeta+v");
  return field.evaluate((area) => {
    const { value } = area;
    area.remove();
    return value;
  });
}
