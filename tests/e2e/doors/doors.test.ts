// Covers: /system-admin/doors, /org-admin/doors
import { expect, type Locator, type Page } from "@playwright/test";
import { setDoorAlarm } from "#simulators/axis/door-state.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "doors" });

const rows = (page: Page) => page.getByRole("grid", { name: "Dörrar" }).getByRole("row");
const row = (page: Page, door: string) => rows(page).filter({ hasText: door });

test("a phone opens a door once with a reason by sheets and keyboard, and the log says who and why", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  const [token = ""] = portal.axis.doorTokens;
  const openings = () => portal.axis.state.doorState(token).openings;
  await signIn(portal.accounts.nord);
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto("/org-admin/doors");
  const card = page.getByRole("listitem").filter({ hasText: "Dörr 1" });
  const onCard = card.getByRole("button", { name: "Öppna Dörr 1" });
  await expect(onCard).toBeVisible();
  await expect(card).toContainText(/Avläst för \d+\ss sedan/);
  await expect(card.getByRole("button")).toHaveCount(2);
  await expect(page.getByRole("status").getByText(/^2 dörrar/)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessibleInBothThemes(page);

  await onCard.click();
  const sheet = page.getByRole("dialog", { name: "Öppna Dörr 1" });
  await expect(sheet.getByRole("radio", { name: "Leverans" })).toBeFocused();
  await expect.poll(async () => await bottomOf(sheet)).toBe(780);
  expect((await sheet.boundingBox())?.width).toBe(360);
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(sheet).toHaveCount(0);
  await expect(onCard).toBeFocused();

  const more = card.getByRole("button", { name: "Fler åtgärder för Dörr 1" });
  // A row's menu is a sheet too: the row's name, its operations, and a way out for touch and keyboard.
  const menu = page.getByRole("dialog", { name: "Dörr 1", exact: true });
  await expect(more).toHaveAttribute("aria-haspopup", "dialog");
  // At the foot of the screen the sheet opens under the pointer, whose release must not choose an item.
  await page.setViewportSize({ width: 360, height: 320 });
  await more.evaluate((button) => button.scrollIntoView({ block: "end" }));
  await more.click();
  await expect(menu).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 780 });
  await more.click();
  await expect(menu.getByRole("menuitem", { name: "Visa i loggen" })).toBeVisible();
  await expect.poll(async () => await bottomOf(menu)).toBe(780);
  expect((await menu.boundingBox())?.width).toBe(360);
  for (const item of await menu.getByRole("menuitem").all())
    expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(menu).toHaveCount(0);
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(menu.getByRole("menuitem", { name: "Håll olåst" })).toBeFocused();
  for (const name of ["Vem kommer in?", "Visa i loggen"]) {
    await page.keyboard.press("ArrowDown");
    await expect(menu.getByRole("menuitem", { name })).toBeFocused();
  }
  await menu.getByRole("button", { name: "Stäng" }).click();
  await expect(menu).toHaveCount(0);
  await expect(more).toBeFocused();
  await more.click();
  await page.getByRole("menuitem", { name: "Håll olåst" }).click();
  const hold = page.getByRole("dialog", { name: "Håll Dörr 1 olåst" });
  await expect(hold.getByRole("textbox", { name: "Till" })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(hold).toHaveCount(0);
  await expect(more).toBeFocused();

  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(page.getByRole("rowgroup").getByText("Garage Kajen")).toBeVisible();
  await expect(row(page, "Dörr 1").getByText("Låst", { exact: true })).toBeVisible();
  await expect(row(page, "Dörr 1")).toContainText(/för \d+\ss sedan/);
  await expectAccessibleInBothThemes(page);

  const before = openings();
  await page.getByRole("button", { name: "Öppna Dörr 1" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Öppna Dörr 1" });
  await expect(dialog.getByRole("radio", { name: "Leverans" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("radio", { name: "Hantverkare" })).toBeChecked();
  await dialog.getByLabel("Kommentar").fill("Rör i Hus 2");
  // Enter in the comment opens nothing.
  await page.keyboard.press("Enter");
  await expect(dialog).toBeVisible();
  expect(openings()).toBe(before);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Öppna dörren" }).press("Enter");
  await expect(page.getByText(/^Öppnad \d\d:\d\d$/)).toBeVisible();
  expect(openings()).toBe(before + 1);
  await expect(row(page, "Dörr 1")).toContainText(/Öppnad \d\d:\d\d från portalen/);

  await page.goto("/org-admin/access-logs?show=all");
  const event = page.getByRole("grid").getByRole("row").filter({ hasText: "Öppnad härifrån" });
  await expect(event).toContainText("Hantverkare: Rör i Hus 2");
});

// web/features/doors/components/door-list.test.tsx tests new alarms, blocked doors and unknown states.
test("a held door shows its end and its holder, is locked by its lock, and stands after forced ones", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  const [token = "", other = ""] = portal.axis.doorTokens;
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/doors");
  await page.getByRole("button", { name: "Håll olåst: Dörr 1" }).click();
  const dialog = page.getByRole("dialog", { name: "Håll Dörr 1 olåst" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: /^1\sh, till/ }).click();
  await expect(dialog.getByText(/Låses igen i (dag|morgon) \d\d:\d\d, om (1\sh|59\smin)\./)).toBeVisible();
  await dialog.getByText("Leverans").click();
  await dialog.getByRole("button", { name: "Håll olåst" }).click();
  await expect(page.getByText(/Dörr 1 hålls olåst till \d\d:\d\d/)).toBeVisible();
  await expect(row(page, "Dörr 1").getByText(/Upplåst till \d\d:\d\d/)).toBeVisible();
  await expect(row(page, "Dörr 1")).toContainText(/Leverans, .+ · (1\sh|59\smin) kvar/);
  expect(portal.axis.state.doorState(token).mode).toBe("Unlocked");
  await expect(page.getByRole("button", { name: "Öppna Dörr 1" })).toHaveCount(0);
  // The lock has replaced the row's buttons, and has the focus.
  await expect(page.getByRole("button", { name: "Lås Dörr 1" })).toBeFocused();
  await expect(page.getByRole("radio", { name: "Upplåsta 1" })).toBeVisible();
  setDoorAlarm(portal.axis.state, other, "DoorForcedOpen");
  await expect(row(page, "Dörr 2").getByText("Forcerad")).toBeVisible();
  await expect(page.locator("[aria-live=assertive]").getByText("Dörr 2 har forcerats")).toBeAttached();
  await expectAccessibleInBothThemes(page);
  setDoorAlarm(portal.axis.state, other, "Normal");
  await page.getByRole("button", { name: "Lås Dörr 1" }).click();
  await expect(page.getByText("Dörr 1 är låst")).toBeVisible();
  await expect(page.getByRole("button", { name: "Öppna Dörr 1" })).toBeFocused();
  expect(portal.axis.state.doorState(token).mode).toBe("Locked");

  // A narrow table shows the age below the last event, and is as wide as its list.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(row(page, "Dörr 1").getByText(/^Avläst för \d+\ss sedan$/)).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Avläst" })).toBeHidden();
  const rightOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? Math.round(box.x + box.width) : 0;
  };
  const cell = row(page, "Dörr 1").getByRole("gridcell").last();
  await expect.poll(async () => (await rightOf(page.getByRole("grid"))) - (await rightOf(cell))).toBeLessThanOrEqual(1);

  await page.setViewportSize({ width: 1280, height: 720 });
  // A reading is valid for a minute; after that the page claims nothing, and nothing can be pressed.
  await portal.axis.faults.offline();
  await expect
    .poll(async () => {
      // A reading that was under way is stored late, and is put back too.
      await portal.admin.query("update door_states set read_at = now() - interval '2 minutes'");
      return page.getByText("2 dörrar · 2 okända", { exact: true }).isVisible();
    })
    .toBe(true);
  await expect(page.getByRole("button", { name: "Öppna Dörr 1" })).toBeDisabled();
  await expectAccessibleInBothThemes(page);
  await portal.axis.faults.online();
});

async function bottomOf(sheet: Locator): Promise<number> {
  const box = await sheet.boundingBox();
  return box ? Math.round(box.y + box.height) : 0;
}
