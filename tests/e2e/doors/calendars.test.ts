// Covers: /org-admin/schedules
import { expect, type Locator, type Page } from "@playwright/test";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";

test.use({ world: "calendars" });

/** The keyboard of a person, which counts presses; typed texts are not counted. */
function keyboardOf(page: Page) {
  let presses = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      presses++;
      await page.keyboard.press(key);
    }
  };
  return {
    press,
    type: (text: string) => page.keyboard.type(text),
    /** Presses Tab until the element has the focus. */
    tabTo: async (element: Locator) => {
      for (let tabs = 0; tabs < 40; tabs++) {
        if (await element.evaluate((one) => one === document.activeElement)) return;
        await press("Tab");
      }
      await expect(element).toBeFocused();
    },
    presses: () => presses,
  };
}

const PRESSES_MAX = 38;

test("by keyboard a calendar is made and put into a schedule, which shows that it is closed at Christmas", async ({
  page,
  portal,
  signIn,
}) => {
  const dialog = page.getByRole("dialog");
  const keyboard = keyboardOf(page);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/schedules");
  await page.getByText("Inga kalendrar ännu").waitFor();
  await keyboard.tabTo(page.getByRole("link", { name: "Hoppa till innehållet" }));
  await keyboard.press("Enter");
  await keyboard.tabTo(page.getByRole("button", { name: "Lägg till kalender" }).first());
  await keyboard.press("Enter");
  await expect(dialog.getByLabel("Namn")).toBeFocused();
  await keyboard.type("Julstängt");
  await keyboard.tabTo(dialog.getByRole("button", { name: "Julafton" }));
  await keyboard.press("Enter", "ArrowDown", "Enter");
  await expect(dialog.getByRole("button", { name: "Julafton" })).toContainText("Stängt");
  await expectAccessibleInBothThemes(page);
  await keyboard.tabTo(dialog.getByRole("button", { name: "Spara" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("row").filter({ hasText: "Julstängt" })).toContainText("Stängt: Julafton");
  // The focus returns after the row has come; an earlier Tab would be one more.
  await expect(page.getByRole("button", { name: "Lägg till kalender" }).first()).toBeFocused();

  await keyboard.tabTo(page.getByRole("button", { name: "Lägg till schema" }).first());
  await keyboard.press("Enter");
  await expect(dialog.getByLabel("Namn")).toBeFocused();
  await keyboard.type("Tvättstuga");
  const christmas = dialog.getByRole("listitem").filter({ hasText: "Julafton" }).first();
  // From 25 December to 6 January the next Christmas Eve is listed only once a calendar decides it.
  await expect(dialog.getByText("Så blir julen")).toBeVisible();
  await expect(christmas.filter({ hasText: "Julstängt" })).toHaveCount(0);
  await keyboard.tabTo(dialog.getByRole("checkbox", { name: "Julstängt" }));
  await keyboard.press("Space");
  await expect(christmas).toContainText("Julafton · JulstängtStängt");
  await expectAccessibleInBothThemes(page);
  await keyboard.tabTo(dialog.getByRole("button", { name: "Spara" }));
  await keyboard.press("Enter");
  await expect(page.getByRole("grid", { name: "Scheman" })).toContainText("Julstängt");
  expect(keyboard.presses()).toBeLessThanOrEqual(PRESSES_MAX);

  // A person with a pointer finds the calendar used, and its schedule named.
  await expect(page.getByRole("row").filter({ hasText: "Stängt: Julafton" })).toContainText("Tvättstuga");
});
