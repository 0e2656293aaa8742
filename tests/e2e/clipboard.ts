// What was copied, read as a person does: by pasting it. The page itself may write to the clipboard and not read it.
import type { Page } from "@playwright/test";

/** Pastes into a field of its own, inside the open dialog if there is one, since that keeps the focus. */
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
