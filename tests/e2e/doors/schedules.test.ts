// Covers: /system-admin/schedules
import { expect } from "@playwright/test";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";

test.use({ world: "schedules" });

const PIN = "4816";

/** Returns the next day, after today, that is this weekday (0 Sunday), at this hour of UTC. */
function next(weekday: number, hour: number): Date {
  const now = new Date();
  const days = ((weekday - now.getUTCDay() + 6) % 7) + 1;
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, hour));
}

test("a schedule is made and given to a door, whose device then opens inside its hours alone", async ({
  page,
  portal,
  signIn,
}) => {
  const { controllerId } = await mainWorld(portal);
  const opens = () => {
    const [door = ""] = portal.axis.doorTokens;
    return [next(3, 11), next(3, 22), next(0, 11)].map((at) => portal.axis.wouldOpen(PIN, door, at));
  };
  const kept = (expected: boolean[]) =>
    expect
      .poll(async () => {
        await retryNow(portal);
        return opens();
      })
      .toEqual(expected);
  const dialog = page.getByRole("dialog");
  const question = page.getByRole("alertdialog");
  await kept([true, true, true]);

  await signIn(portal.accounts.system);
  await page.goto("/system-admin");
  await page.getByRole("navigation").getByRole("link", { name: "Scheman" }).click();
  await expect(page.getByText("Inga scheman ännu")).toBeVisible();
  await page.getByRole("button", { name: "Lägg till schema" }).first().click();
  await dialog.getByLabel("Namn").fill("Tvättstuga");
  // By keyboard: a further row takes the focus, and its removal gives it to the row that is left.
  await dialog.getByRole("button", { name: "Lägg till tid" }).press("Enter");
  await expect(dialog.getByRole("group", { name: "Tid 2" }).getByLabel("Från")).toBeFocused();
  await dialog.getByRole("button", { name: "Ta bort tid 2" }).press("Enter");
  await expect(dialog.getByRole("group", { name: "Tid 1" }).getByLabel("Från")).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await dialog.getByRole("button", { name: "Spara" }).click();
  const row = page.getByRole("row").filter({ hasText: "Tvättstuga" });
  await expect(row).toContainText("mån–fre 06–22");

  await page.goto(`/system-admin/controllers?doors=${controllerId}`);
  const [name] = (
    await portal.admin.query("select coalesce(door_name, name) as name from access_points order by name limit 1")
  ).rows.map((door: { name: string }) => door.name);
  await dialog.getByRole("button", { name: `Öppettider för ${name}` }).click();
  await expect(question).toContainText("Vägen ut är alltid öppen.");
  await question.getByRole("button", { name: /Schema/ }).click();
  await page.getByRole("option", { name: "Tvättstuga" }).click();
  await expectAccessibleInBothThemes(page);
  await question.getByRole("button", { name: "Spara" }).click();
  const preview = page.getByRole("dialog", { name: "Efter att du sparar" });
  await expect(preview).toContainText("1 får andra tider: alltid → alltid, inom dörrens tider Tvättstuga");
  await preview.getByRole("button", { name: "Spara" }).click();
  await expect(question).toHaveCount(0);
  await kept([true, false, false]);
  await expect(dialog.getByText("Öppet enligt Tvättstuga")).toBeVisible();
  await expectAccessibleInBothThemes(page);

  await page.goto("/system-admin/schedules");
  await expect(row).toContainText(`${name}Bekräftat på 1 av 1 styrenhet`);
  await row.getByText("Tvättstuga", { exact: true }).click();
  await dialog.getByRole("group", { name: "Tid 1" }).getByText("sön", { exact: true }).click();
  await dialog.getByRole("button", { name: "Spara" }).click();
  await expect(preview).toContainText("1 får andra tider: alltid, inom dörrens tider Tvättstuga ändras");
  await preview.getByRole("button", { name: "Spara" }).click();
  await expect(dialog).toHaveCount(0);
  await kept([true, false, true]);
});
