// Covers: /system-admin/organizations
import { expect, type Locator, type Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { controllerManagerReply } from "#contract/functions/controller-manager.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

test.use({ world: "organizations" });

test.describe.configure({ mode: "serial" });

const ORGANIZATION = "Brf Lindängen";
const CONTROLLER = "Port Lindängen";

let axis: AxisSimulator;
let system: SupabaseClient;

test.beforeAll(async ({ portal }) => {
  axis = await startAxisSimulator({ doors: [{ name: "Entré" }, { name: "Källare" }, { name: "Tvättstuga" }] });
  system = await signedInClient(portal.url, portal.accounts.system);
});

test.afterAll(() => axis.close());

test.beforeEach(async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/organizations");
  await expect(page.getByRole("grid").getByText("Brf Norrgården")).toBeVisible();
});

const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");
const confirmation = (page: Page) => page.getByRole("alertdialog");
const theSwitch = (page: Page, thing: string) =>
  page.getByRole("switch", { name: `${thing} tilldelad ${ORGANIZATION}` });
/** A switch is a hidden input; the pointer hits its label. */
const press = (page: Page, thing: string) =>
  page
    .locator("label")
    .filter({ has: theSwitch(page, thing) })
    .click();

async function openAccess(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: `Hantera styrenheter för ${ORGANIZATION}` }).click();
  await expect(dialog(page).getByRole("heading", { name: `Styrenheter för ${ORGANIZATION}` })).toBeVisible();
  await expect(dialog(page).getByRole("heading", { name: "AXIS ENHETER" })).toBeVisible();
  return dialog(page);
}

async function linkedDoors(portal: TestPortal): Promise<string[]> {
  const { rows } = await portal.admin.query<{ name: string }>(
    `select p.name from organization_access_points l join access_points p on p.id = l.access_point_id
     join organizations o on o.id = l.organization_id where o.name = $1 order by p.name`,
    [ORGANIZATION],
  );
  return rows.map((link) => link.name);
}

async function savePerson(organizationId: string, firstName: string, pin: string, doorIds: string[]): Promise<void> {
  const saved = await callFunction(system, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id: organizationId,
      first_name: firstName,
      last_name: "Exempelsson",
      pin: { value: pin, validity_period: "12_months", access_point_ids: doorIds },
    },
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
}

// Covers: 2.12, files.1
test("an organisation needs a name, a double click makes one of it, and its description may be taken away", async ({
  page,
  portal,
}) => {
  await page.getByRole("button", { name: "Lägg till organisation" }).click();
  const form = dialog(page);
  await expect(form.getByLabel("Namn")).toBeFocused();
  await form.getByLabel("Namn").fill("   ");
  await form.getByRole("button", { name: "Lägg till organisation" }).click();
  await expect(form.getByText("Namn krävs")).toBeVisible();
  await form.getByLabel("Namn").fill("x".repeat(101));
  await expect(form.getByText("Namnet får vara högst 100 tecken")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await form.getByLabel("Namn").fill(ORGANIZATION);
  await form.getByLabel("Beskrivning").fill("Tre trapphus");
  await form.getByRole("button", { name: "Lägg till organisation" }).dblclick();
  await expect(page.getByText("Organisation skapad")).toBeVisible();
  await expect(row(page, ORGANIZATION)).toHaveCount(1);
  await expect(row(page, ORGANIZATION)).toContainText("Tre trapphus");
  await expect(row(page, ORGANIZATION)).toContainText("0 · Hantera styrenheter");

  await page.getByRole("button", { name: `Redigera ${ORGANIZATION}` }).click();
  await dialog(page).getByLabel("Beskrivning").fill("");
  await dialog(page).getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Organisation uppdaterad")).toBeVisible();
  const { rows } = await portal.admin.query("select description from organizations where name = $1", [ORGANIZATION]);
  expect(rows).toEqual([{ description: null }]);
});

// Covers: 2.19
test("a controller is given to an organisation, and all its doors are offered until one is chosen", async ({
  page,
  portal,
}) => {
  const made = await callFunction(system, "controller-manager", {
    action: "CREATE",
    payload: {
      name: CONTROLLER,
      device_type: "axis",
      device_ip: axis.url,
      device_port: axis.port,
      username: "portal",
      password: "S3cret-pass",
    },
  });
  const { id } = controllerManagerReply.parse(made.body).controller;
  const synced = await callFunction(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: id });
  expect(synced.status).toBe(200);

  const access = await openAccess(page);
  await expect(access.getByText(`127.0.0.1:${axis.port}`)).toBeVisible();
  await press(page, CONTROLLER);
  await expect(page.getByText("Styrenhet tilldelad", { exact: true })).toBeVisible();
  await expect(access.getByText("Sparas direkt. Styrenhet tilldelad.")).toBeVisible();
  await expect(access.getByRole("button", { name: `Dörrar (3) alla 3 erbjuds ${CONTROLLER}` })).toBeVisible();
  await expect(access.getByText("Tekniskt: Källare")).toBeVisible();
  await press(page, "Entré");
  await expect(page.getByText("Dörr tilldelad", { exact: true })).toBeVisible();
  await press(page, "Källare");
  await expect(access.getByText("2 av 3 tilldelade")).toBeVisible();
  await expect.poll(() => linkedDoors(portal)).toEqual(["Entré", "Källare"]);
  await expectAccessibleInBothThemes(page);
  await access.getByRole("button", { name: "Stäng" }).last().click();
  await expect(row(page, ORGANIZATION)).toContainText("1 · Hantera styrenheter");
});

// Covers: 4.4, 4.5
test("a door that people have is taken away after their number, and stops opening on the device; the last one says that all will be offered, the first chosen who loses the others, and the doors go with their controller", async ({
  page,
  portal,
}) => {
  const { data: organization } = await system.from("organizations").select("id").eq("name", ORGANIZATION).single();
  const { data: doors } = await system
    .from("access_points")
    .select("id, name")
    .in("name", ["Entré", "Källare"])
    .order("name");
  const ids = (doors ?? []).map((door: { id: string }) => door.id);
  await savePerson(organization?.id, "Vera", "4816", ids);
  await savePerson(organization?.id, "Lars", "5927", ids.slice(0, 1));
  const [, cellar] = axis.doorTokens;
  await expect.poll(() => axis.wouldOpen("4816", cellar ?? "")).toBe(true);

  await openAccess(page);
  await press(page, "Källare");
  await expect(confirmation(page).getByRole("heading", { name: "Ta bort Källare" })).toBeVisible();
  await expect(confirmation(page)).toContainText("1 person förlorar åtkomst, även på enheten.");
  await expectAccessibleInBothThemes(page);
  await confirmation(page).getByRole("button", { name: "Avbryt" }).click();
  await expect(theSwitch(page, "Källare")).toBeChecked();
  await press(page, "Källare");
  await confirmation(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByText("Dörr borttagen", { exact: true })).toBeVisible();
  expect(await linkedDoors(portal)).toEqual(["Entré"]);
  await expect.poll(() => axis.wouldOpen("4816", cellar ?? "")).toBe(false);

  await press(page, "Entré");
  await expect(confirmation(page)).toContainText(`Utan vald dörr erbjuds alla 3 dörrar på ${CONTROLLER}.`);
  await confirmation(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(dialog(page).getByText("alla 3 erbjuds")).toBeVisible();
  await expect.poll(() => linkedDoors(portal)).toEqual([]);
  await press(page, "Tvättstuga");
  await expect(confirmation(page).getByRole("heading", { name: "Erbjud bara Tvättstuga" })).toBeVisible();
  await expect(confirmation(page)).toContainText("2 personer förlorar åtkomst, även på enheten.");
  await confirmation(page).getByRole("button", { name: "Erbjud bara den" }).click();
  await expect.poll(() => linkedDoors(portal)).toEqual(["Tvättstuga"]);

  // The chosen doors go with their controller.
  await press(page, CONTROLLER);
  await expect(confirmation(page)).toContainText("2 personer förlorar åtkomst, även på enheten.");
  await confirmation(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByText("Styrenhet borttagen", { exact: true })).toBeVisible();
  await expect(theSwitch(page, CONTROLLER)).not.toBeChecked();
  expect(await linkedDoors(portal)).toEqual([]);
});

// Covers: 2.13, 2.14, 5.6
test("an organisation with people is kept and says what is linked; an empty one goes, and the list is searched, and cards on a phone", async ({
  page,
}) => {
  await page.getByRole("button", { name: `Ta bort ${ORGANIZATION}` }).click();
  const toast = page.getByRole("alert").filter({ hasText: "Kan inte ta bort organisation" });
  await expect(toast).toContainText("Organisationen har kopplade slutanvändare. Ta bort dessa först.");
  await expect(toast.getByRole("link", { name: "Visa slutanvändare" })).toBeVisible();
  await expect(confirmation(page)).toHaveCount(0);
  // It stays until closed, so it must not cover the primary button or leave a narrow window.
  const primary = page.getByRole("button", { name: "Lägg till organisation" }).first();
  const lies = async () => {
    const [box, button] = [await toast.boundingBox(), await primary.boundingBox()];
    if (!box || !button) return null;
    const apart = box.y + box.height <= button.y || button.y + button.height <= box.y;
    return { apart, inside: box.x >= 0 && box.x + box.width <= (page.viewportSize()?.width ?? 0) };
  };
  await expect.poll(lies).toEqual({ apart: true, inside: true });
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(lies).toEqual({ apart: true, inside: true });
  await page.setViewportSize({ width: 1280, height: 720 });
  await toast.getByRole("button", { name: "Stäng" }).click();

  await system.from("organizations").insert({ name: "Tomma Föreningen" });
  await page.reload();
  await page.getByRole("button", { name: "Ta bort Tomma Föreningen" }).click();
  await expect(confirmation(page)).toContainText(
    "Är du säker på att du vill ta bort denna organisation? Denna åtgärd kan inte ångras.",
  );
  await confirmation(page).getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByText("Organisation borttagen")).toBeVisible();
  await expect(row(page, "Tomma Föreningen")).toHaveCount(0);

  await page.getByRole("searchbox", { name: "Sök organisation" }).fill("finns inte alls");
  await expect(page.getByText("Inga organisationer hittades")).toBeVisible();
  await page.getByRole("button", { name: "Rensa sökning" }).last().click();
  await expect(row(page, ORGANIZATION)).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  const list = page.getByRole("list", { name: "Organisationer" });
  await expect(list.getByText(ORGANIZATION)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessibleInBothThemes(page);
});
