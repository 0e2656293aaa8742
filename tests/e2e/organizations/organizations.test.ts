// Covers: /system-admin/organizations
import { expect, type Page } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import { controllerManager } from "#contract/functions/controller-manager.ts";
import { type AxisSimulator, startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction, signedInClient } from "#tests/support/client.ts";

test.use({ world: "organizations" });

const ORGANIZATION = "Brf Lindängen";
const CONTROLLER = "Port Lindängen";

let axis: AxisSimulator;
let system: SupabaseClient;

test.beforeAll(async ({ portal }) => {
  axis = await startAxisSimulator({ doors: [{ name: "Entré" }, { name: "Källare" }, { name: "Tvättstuga" }] });
  system = await signedInClient(portal.url, portal.accounts.system);
  await system.from("organizations").insert({ name: ORGANIZATION }).throwOnError();
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
  const { id } = controllerManager.CREATE.reply.parse(made.body).controller;
  const synced = await callFunction(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: id });
  expect(synced.status).toBe(200);
});

test.afterAll(() => axis.close());

const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
const dialog = (page: Page) => page.getByRole("dialog");
const theSwitch = (page: Page, thing: string) =>
  page.getByRole("switch", { name: `${thing} tilldelad ${ORGANIZATION}` });
/** A switch is a hidden input; the pointer hits its label. */
const press = (page: Page, thing: string) =>
  page
    .locator("label")
    .filter({ has: theSwitch(page, thing) })
    .click();

async function linkedDoors(portal: TestPortal): Promise<string[]> {
  const { rows } = await portal.admin.query<{ name: string }>(
    `select p.name from organization_access_points l join access_points p on p.id = l.access_point_id
     join organizations o on o.id = l.organization_id where o.name = $1 order by p.name`,
    [ORGANIZATION],
  );
  return rows.map((link) => link.name);
}

/** Saves a person of the organisation, with all its doors. */
async function savePerson(portal: TestPortal, pin: string): Promise<void> {
  const { rows } = await portal.admin.query<{ organization_id: string; doors: string[] }>(
    `select organization_id, array_agg(access_point_id) as doors from organization_access_points
     where organization_id = (select id from organizations where name = $1) group by organization_id`,
    [ORGANIZATION],
  );
  const [{ organization_id, doors } = { organization_id: "", doors: [] }] = rows;
  const saved = await callFunction(system, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id,
      first_name: "Vera",
      last_name: "Exempelsson",
      pin: { value: pin, validity_period: "12_months", access_point_ids: doors },
    },
  });
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
}

// Covers: 2.13, 2.14, 2.19, 4.4, 4.5, 5.6
test("an organisation is given a controller and two doors, and one that people use is taken away", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/organizations");
  await page.getByRole("button", { name: `Hantera styrenheter för ${ORGANIZATION}` }).click();
  const access = dialog(page);
  await expect(access.getByText(`127.0.0.1:${axis.port}`)).toBeVisible();
  await press(page, CONTROLLER);
  await expect(access.getByText("alla 3 erbjuds")).toBeVisible();
  await press(page, "Entré");
  await press(page, "Källare");
  await expect(access.getByText("2 av 3 tilldelade")).toBeVisible();
  await expect.poll(() => linkedDoors(portal)).toEqual(["Entré", "Källare"]);
  await expectAccessibleInBothThemes(page);
  await savePerson(portal, "4816");
  const [, cellar = ""] = axis.doorTokens;
  await expect.poll(() => axis.wouldOpen("4816", cellar)).toBe(true);

  await press(page, "Källare");
  const question = page.getByRole("alertdialog", { name: "Ta bort Källare" });
  await expect(question).toContainText("1 person förlorar tillgång, även på enheten.");
  await question.getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByText("Dörr borttagen", { exact: true })).toBeVisible();
  expect(await linkedDoors(portal)).toEqual(["Entré"]);
  await expect.poll(() => axis.wouldOpen("4816", cellar)).toBe(false);

  // Removing the controller removes its chosen doors too.
  await press(page, CONTROLLER);
  await page
    .getByRole("alertdialog", { name: `Ta bort ${CONTROLLER}` })
    .getByRole("button", { name: "Ta bort" })
    .click();
  await expect(page.getByText("Styrenhet borttagen", { exact: true })).toBeVisible();
  expect(await linkedDoors(portal)).toEqual([]);
  await access.getByRole("button", { name: "Stäng" }).last().click();
  await expect(row(page, ORGANIZATION)).toContainText("0 · Hantera styrenheter");

  await page.getByRole("button", { name: `Ta bort ${ORGANIZATION}` }).click();
  const toast = page.getByRole("alert").filter({ hasText: "Kan inte ta bort organisation" });
  await expect(toast).toContainText("Organisationen har kopplade slutanvändare. Ta bort dessa först.");
  await expect(toast.getByRole("link", { name: "Visa slutanvändare" })).toBeVisible();
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  // The toast stays until closed, so it must not cover the primary button or leave a narrow window.
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
  await toast.getByRole("button", { name: "Stäng" }).click();
  const list = page.getByRole("list", { name: "Organisationer" });
  await expect(list.getByText(ORGANIZATION)).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});
