// Drift in a browser: how the installation is; and after a restored back-up, who is let in again is a person's to say.
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "operations" });

test("a restored back-up waits until somebody has seen who would get in again", async ({ page, portal, signIn }) => {
  const world = await mainWorld(portal);
  await world.savePerson({ firstName: "Borta", lastName: "Bergsten", pin: "730261" });
  const door = portal.axis.doorTokens[0] ?? "";
  expect(portal.axis.wouldOpen("730261", door)).toBe(true);
  // As `npm run restore` leaves it: the device has lost what was taken away after the back-up.
  await portal.admin.query(`insert into lane_pause (reason) values ('Återställd säkerhetskopia') on conflict do nothing;
    insert into restore_state (backup_id, taken_at) values (gen_random_uuid(), now() - interval '1 day');
    update controller_sync set restored_at = now()`);
  portal.axis.faults.editByHand((state) => {
    for (const credential of state.credentialsWithPin("730261")) state.credentials.delete(credential.token);
  });

  await signIn(portal.accounts.system);
  await page.goto("/system-admin");
  await page.getByRole("link", { name: "Drift", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Drift", level: 1 })).toBeVisible();
  await expect(page.getByText(/Inget skickas till styrenheterna och ingen grind öppnas/)).toBeVisible();
  await expect(page.getByText("Ingen säkerhetskopia är gjord.")).toBeVisible();
  await expect(page.getByText("All synkning är pausad.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Fortsätt" })).toBeDisabled();

  await page.getByRole("button", { name: "Läs av styrenheterna" }).click();
  const missing = page.getByRole("group", { name: "Finns i databasen, men inte på enheten" });
  await expect(missing.getByRole("checkbox", { name: "Ge Borta Bergsten tillgång igen" })).not.toBeChecked();
  await expectAccessible(page);

  await page.getByRole("button", { name: "Fortsätt" }).click();
  const question = page.getByRole("alertdialog", { name: "Fortsätta efter återställningen?" });
  await expect(question).toContainText("1 behörighet stängs av, 0 ges igen, 0 objekt tas bort");
  await question.getByRole("button", { name: "Fortsätt" }).click();
  await expect(page.getByText("Synkningen är igång. 1 behörighet stängdes av.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Återställd säkerhetskopia" })).toBeHidden();
  await expect(page.getByText("All synkning är pausad.")).toBeHidden();
  expect(portal.axis.wouldOpen("730261", door)).toBe(false);
  expect(portal.axis.wouldOpen("4816", door)).toBe(true);
});
