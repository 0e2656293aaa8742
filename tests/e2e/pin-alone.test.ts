import { expect, type Page } from "@playwright/test";
import { ruleToken } from "#simulators/axis/entry-manager.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

test.use({ world: "pin-alone" });

const NAME = "Gymmet";

let axis: AxisSimulator;
test.beforeAll(async () => {
  axis = await startAxisSimulator({
    model: "ENTRY_MANAGER",
    doors: [{ name: "Entré" }, { name: "Styrketräning", authentication: "card-and-pin" }],
  });
});
test.afterAll(() => axis.close());

const dialog = (page: Page) => page.getByRole("dialog");
const confirmation = (page: Page) => page.getByRole("alertdialog");
const row = (page: Page) => dialog(page).getByRole("row").filter({ hasText: "Styrketräning" });
const carried = () => axis.accessProfiles().flatMap((profile) => profile.AuthenticationProfile);

// Covers: device.14
test("a PIN alone is enough where it is chosen, and the unit without such a rule is named", async ({
  page,
  portal,
  signIn,
}) => {
  const always = ruleToken(axis.state, "always");
  const rule = axis.state.authenticationProfiles.get(always);
  if (!rule) throw new Error("no rule");
  axis.state.authenticationProfiles.delete(always);
  const system = await signedInClient(portal.url, portal.accounts.system);
  const payload = {
    name: NAME,
    device_type: "axis",
    device_ip: `https://${axis.host}`,
    device_port: axis.port,
    username: "portal",
    password: "S3cret-pass",
  };
  expect((await callFunction(system, "controller-manager", { action: "CREATE", payload })).status).toBe(200);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/controllers");
  await page.getByRole("button", { name: `Fler åtgärder för ${NAME}` }).click();
  await page.getByRole("menuitem", { name: "Hantera åtkomstpunkter" }).click();
  await dialog(page).getByRole("button", { name: "Synka åtkomstpunkter" }).click();
  await expect(row(page)).toContainText("Kräver kort");

  const choose = row(page).getByRole("button", { name: "Låt enbart PIN räcka vid Styrketräning" });
  await choose.click();
  await expect(confirmation(page)).toContainText(`${NAME} har ingen autentiseringsprofil`);
  await expectAccessibleInBothThemes(page);
  axis.state.authenticationProfiles.set(always, { ...rule, Name: "Bara kod" });
  await confirmation(page).getByRole("button", { name: "Synka åtkomstpunkter" }).click();
  await expect(confirmation(page)).toHaveCount(0);
  await expect(page.getByText(`${NAME}: 2 dörrar på enheten`).last()).toBeVisible();
  expect(carried()).toEqual([]);

  await expect(dialog(page).getByRole("button", { name: /räcka vid Entré/ })).toHaveCount(0);
  await choose.click();
  await expect(confirmation(page)).toContainText("autentiseringsprofilen Bara kod");
  await expectAccessibleInBothThemes(page);
  await confirmation(page).getByRole("button", { name: "Låt PIN räcka" }).click();
  await expect(row(page)).toContainText("Enbart PIN räcker");
  await expect(row(page)).not.toContainText("Kräver kort");
  expect(carried()).toEqual([always]);
  await expectAccessible(page);

  await row(page).getByRole("button", { name: "Låt läsarens regel gälla vid Styrketräning" }).click();
  await confirmation(page).getByRole("button", { name: "Låt läsarens regel gälla" }).click();
  await expect(row(page)).toContainText("Kräver kort");
  await expect(row(page)).not.toContainText("Väntar");
  expect(carried()).toEqual([]);

  // Who chose, and what the unit was seen to hold then, newest first.
  await page.goto("/system-admin/events");
  await page.getByRole("searchbox").fill("Styrketräning");
  const place = "vid dörren Styrketräning på Gymmet";
  const event = (words: string) =>
    page
      .getByRole("grid")
      .getByRole("row")
      .filter({ hasText: `${words} ${place}` });
  await expect(event("Slutade låta enbart PIN räcka")).toContainText("system Test");
  await expect(event("Läste tillbaka att läsarens regel gäller")).toContainText("Systemet");
  await expect(event("Lät enbart PIN räcka")).toContainText("system Test");
  await event("Läste tillbaka att enbart PIN räcker").click();
  const drawer = page.getByRole("dialog", { name: "Händelse" });
  await expect(drawer.getByRole("row", { name: "Enbart PIN räcker enligt styrenheten Nej Ja" })).toBeVisible();
  await expectAccessible(page);

  // Whoever ticks the whole controller for a person sees what a PIN gives at its doors.
  const { data: added } = await system.from("controllers").select("id").eq("name", NAME).single().throwOnError();
  const link = { organization_id: portal.accounts.nord.organizationId, controller_id: added?.id };
  await system.from("organization_controllers").insert(link).throwOnError();
  const more = { ...payload, name: "Utan enhet", device_port: 9 };
  const other = await callFunction(system, "controller-manager", { action: "CREATE", payload: more });
  const otherId = (other.body["controller"] as { id: string }).id;
  await portal.admin.query(
    "insert into access_points (controller_id, name, door_name, device_door_token) values ($1, 'Port', 'Port', 'x')",
    [otherId],
  );
  await system
    .from("organization_controllers")
    .insert({ ...link, controller_id: otherId })
    .throwOnError();
  const { data: organization } = await system
    .from("organizations")
    .select("name")
    .eq("id", link.organization_id)
    .single();
  await page.goto("/system-admin/end-users");
  await page.getByRole("button", { name: "Lägg till användare" }).first().click();
  await dialog(page)
    .getByRole("button", { name: /organisation/i })
    .first()
    .click();
  await page.getByRole("option", { name: organization?.name ?? "" }).click();
  await dialog(page).getByText("Lägg till PIN-kod behörighet").click();
  await expect(dialog(page).getByText("Styrketräning")).toHaveCount(0);
  await dialog(page).getByText(NAME, { exact: true }).click();
  await expect(dialog(page).getByText("Kräver kort")).toBeVisible();
});
