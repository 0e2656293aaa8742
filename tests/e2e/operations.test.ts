// Covers: /system-admin/operations
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { pastedText } from "./clipboard.ts";

test.use({ world: "operations" });

// Covers: running.9
test("a restored back-up waits until somebody has seen who would get in again", async ({ page, portal, signIn }) => {
  const world = await mainWorld(portal);
  await world.savePerson({ firstName: "Borta", lastName: "Bergsten", pin: "730261" });
  const door = portal.axis.doorTokens[0] ?? "";
  expect(portal.axis.wouldOpen("730261", door)).toBe(true);
  // As `npm run restore` leaves it: the device lacks what was removed after the back-up.
  await portal.admin.query(`insert into lane_pause (reason) values ('Återställd säkerhetskopia') on conflict do nothing;
    insert into restore_state (backup_id, taken_at) values (gen_random_uuid(), now() - interval '1 day');
    update controller_sync set restored_at = now()`);
  portal.axis.faults.editByHand((state) => {
    for (const credential of state.credentialsWithPin("730261")) state.credentials.delete(credential.token);
  });
  // And a door's profile what let in with a PIN alone.
  const { rows } = await portal.admin.query(
    "update access_points set pin_rule = 'Kod', pin_alone = true where id = $1 returning coalesce(door_name, name) as name",
    [world.doorIds[0]],
  );

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
  const alone = page.getByRole("group", { name: "Enbart PIN räcker enligt databasen, men inte på enheten" });
  await expect(alone).toContainText(rows[0].name);
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
  expect((await portal.admin.query("select from access_points where pin_alone")).rowCount).toBe(0);
});

// Covers: admin.11
test("the installation's LPR sign-in is shown after re-authentication, and what is copied lets the gate in until it is switched off", async ({
  page,
  portal,
  signIn,
}) => {
  const { gateId } = await mainWorld(portal);
  const { system } = portal.accounts;
  await signIn(system);
  await portal.admin.query(
    "update auth.sessions set amr = jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', 1)) where user_id = $1",
    [system.userId],
  );
  await page.goto("/system-admin/operations");
  const card = page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: "Installationens LPR-inloggning" }) });
  const stepUp = page.getByRole("dialog").filter({ hasText: "Bekräfta att det är du" });
  await card.getByRole("button", { name: "Visa inloggningen" }).click();
  await stepUp.getByRole("textbox", { name: "Nuvarande lösenord" }).fill(system.password);
  await stepUp.getByRole("button", { name: "Bekräfta" }).click();
  await expect(card.getByRole("button", { name: "Kopiera Användarnamn: portal-webhook" })).toBeVisible();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  // The press returns before the clipboard has the text, and the card may show the former one until it is read again.
  const shown = async () => {
    const before = await pastedText(page);
    let now = before;
    await expect
      .poll(async () => {
        await card.getByRole("button", { name: "Kopiera Lösenord" }).click();
        now = await pastedText(page);
        return now;
      })
      .not.toBe(before);
    return now;
  };
  const first = await shown();
  const ask = async (password: string) =>
    (
      await fetch(`${portal.url}/functions/v1/axxon-webhook?regnr=GEM111&gateid=${gateId}`, {
        method: "POST",
        headers: { authorization: `Basic ${Buffer.from(`portal-webhook:${password}`).toString("base64")}` },
      })
    ).status;
  expect(await ask(first)).toBe(200);

  await card.getByRole("button", { name: "Byt lösenord" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question.getByText("Det gamla lösenordet gäller")).toBeVisible();
  await question.getByRole("button", { name: "Byt lösenord" }).click();
  await expect(page.getByText("Lösenordet är bytt")).toBeVisible();
  const second = await shown();
  expect(second).not.toBe(first);
  expect([await ask(first), await ask(second)]).toEqual([200, 200]);
  // The gate's use of it is read again with the rotation.
  await expect(card.getByRole("listitem").filter({ hasText: "Infart Norr" })).toBeVisible();

  await card.getByRole("button", { name: "Stäng av" }).click();
  await expect(question.getByText("Har använts av Infart Norr.")).toBeVisible();
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
  await question.getByRole("button", { name: "Stäng av" }).click();
  await expect(card.getByText("Avstängd", { exact: true })).toBeVisible();
  expect(await ask(second)).toBe(401);
  await card.getByRole("button", { name: "Slå på" }).click();
  await expect(card.getByText("På", { exact: true })).toBeVisible();
  expect(await ask(second)).toBe(200);
});
