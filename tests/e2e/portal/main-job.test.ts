// Goes from an empty portal to a live passage: registers a door controller and a gate, gives an organisation access, gives a person a PIN
// and a plate. The PIN then opens its door, the camera reads the plate and the gate opens.
import { expect, type Page } from "@playwright/test";
import { z } from "zod";
import { DEFAULT_MACRO_ID } from "#simulators/axxon/server.ts";
import { keepOnly } from "#tests/e2e/chosen-access.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";

test.use({ world: "main-job" });

const PIN = "7394";
const DOOR_CONTROLLER = "Port A Berättelsen";
const GATE = "Infart Berättelsen";

const webhookCredentials = z.object({ username: z.string(), password: z.string() });

const dialog = (page: Page) => page.getByRole("dialog");

// With motion, which most people see; the other files run without.
test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("from registering the devices to a live passage", async ({ page, portal, signInByForm, browser }) => {
  await signInByForm(portal.accounts.system);

  await test.step("a system admin registers a door controller and reads its doors", async () => {
    await turnTo(page, "/system-admin/controllers");
    await page.getByRole("button", { name: "Lägg till styrenhet" }).first().click();
    await dialog(page).getByLabel("Namn", { exact: true }).fill(DOOR_CONTROLLER);
    await dialog(page).getByLabel("Adress").fill(portal.axis.url);
    await dialog(page).getByLabel("Port").fill(String(portal.axis.port));
    await dialog(page).getByLabel("Användarnamn").fill("portal");
    await dialog(page).getByRole("textbox", { name: "Lösenord" }).fill("S3cret-pass");
    await dialog(page).getByRole("button", { name: "Skapa styrenhet" }).click();
    await dialog(page).getByRole("button", { name: "Godkänn certifikatet" }).click();
    await expect(page.getByRole("status").filter({ hasText: "Styrenhet skapades" })).toBeVisible();
    await expect(dialog(page).getByRole("heading", { name: `Kom igång med ${DOOR_CONTROLLER}` })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog(page)).toHaveCount(0);
    await rowMenu(page, DOOR_CONTROLLER, "Synka åtkomstpunkter");
    await expect(row(page, DOOR_CONTROLLER)).toContainText("2 dörrar");
  });

  await test.step("and a gate, whose values go into the LPR system", async () => {
    await page.getByRole("button", { name: "Lägg till styrenhet" }).first().click();
    await dialog(page).getByLabel("Namn", { exact: true }).fill(GATE);
    await dialog(page)
      .getByRole("button", { name: /Enhetstyp/ })
      .click();
    await page.getByRole("option", { name: "AxxonSoft LPR" }).click();
    await dialog(page).getByLabel("Adress").fill(portal.axxon.host);
    await dialog(page).getByLabel("Port").fill(String(portal.axxon.port));
    await dialog(page).getByLabel("Användarnamn").fill("portal");
    await dialog(page).getByRole("textbox", { name: "Lösenord" }).fill("S3cret-pass");
    await dialog(page).getByLabel("Macro-ID").fill(DEFAULT_MACRO_ID);
    const fetched = page.waitForResponse(
      (response) => response.url().includes("get-webhook-credentials") && response.ok(),
    );
    await dialog(page).getByRole("button", { name: "Skapa styrenhet" }).click();
    await expect(dialog(page).getByText("Styrenhet skapad!")).toBeVisible();
    // The panel masks the password; its button copies the real value.
    const { rows } = await portal.admin.query<{ id: string }>("select id from controllers where name = $1", [GATE]);
    const gateId = rows[0]?.id ?? "";
    await expect(dialog(page)).toContainText(`/functions/v1/axxon-webhook?regnr={plate}&gateid=${gateId}`);
    const replica = webhookCredentials.parse(await (await fetched).json());
    await expect(dialog(page)).toContainText(replica.username);
    portal.axxon.setWebhook({
      url: `${portal.url}/functions/v1/axxon-webhook?regnr={plate}&gateid=${gateId}`,
      ...replica,
    });
    await dialog(page).getByRole("button", { name: "Stäng" }).last().click();
    await expect(dialog(page)).toHaveCount(0);
  });

  await test.step("gives the organisation access to both", async () => {
    await turnTo(page, "/system-admin/organizations");
    await page.getByRole("button", { name: "Hantera styrenheter för Brf Norrgården" }).click();
    const given = "select from organization_controllers where organization_id = $1";
    const count = async () => (await portal.admin.query(given, [portal.accounts.nord.organizationId])).rowCount;
    for (const [place, name] of [DOOR_CONTROLLER, GATE].entries()) {
      await dialog(page)
        .getByRole("switch", { name: new RegExp(name) })
        .first()
        .click({ force: true });
      await expect(page.getByRole("status").filter({ hasText: "Styrenhet tilldelad" }).first()).toBeVisible();
      // The former one's message may still stand.
      await expect.poll(count).toBe(place + 1);
    }
    await page.keyboard.press("Escape");
  });

  const orgContext = await browser.newContext();
  const orgPage = await orgContext.newPage();
  await test.step("the organisation's admin gives a person a PIN for a door and a plate for the gate", async () => {
    await orgPage.goto(`${portal.url}/auth`);
    await signInByForm(portal.accounts.nord, orgPage);
    await turnTo(orgPage, "/org-admin/end-users");
    await orgPage.getByRole("button", { name: "Lägg till användare" }).first().click();
    const form = dialog(orgPage);
    await form.getByLabel("Förnamn").fill("Greta");
    await form.getByLabel("Efternamn").fill("Testgren");
    await form.getByText("Lägg till PIN-kod behörighet").click();
    await form.getByRole("textbox", { name: /^PIN-kod/ }).fill(PIN);
    await keepOnly(form, ["Dörr 1", "Dörr 2"], ["Dörr 1"]);
    await form.getByText("Lägg till fordon").click();
    await form.getByLabel("Registreringsnummer").fill("MLB 42K");
    await form.getByLabel("Fordonstyp").fill("Personbil");
    await expect(form.getByRole("checkbox", { name: GATE })).toBeChecked();
    await form.getByRole("button", { name: "Spara" }).click();
    await expect(orgPage.getByRole("status").filter({ hasText: "Användare skapades" })).toBeVisible();
    await expect(orgPage.getByRole("row").filter({ hasText: "Greta Testgren" })).toContainText("Synkad");
  });

  await test.step("the PIN opens that door on the device and no other", async () => {
    expect(portal.axis.doorTokens.map((door) => portal.axis.wouldOpen(PIN, door))).toEqual([true, false]);
  });

  await test.step("the camera reads the plate, the gate opens, and the passage appears live", async () => {
    await page.goto("/system-admin/access-logs"); // The page is reloaded, because a pointer over the list would hold its rows.
    await expect(page.getByText("Direkt")).toBeVisible();
    const openings = portal.axxon.openings.length;
    await portal.axxon.drive("MLB42K");
    await portal.axxon.openedTimes(openings + 1);
    const passage = page.getByRole("row").filter({ hasText: "MLB 42K" });
    await expect(passage).toContainText("Beviljad");
    await expect(passage).toContainText(GATE);
    await expect(passage).toContainText("Utförd");
  });
  await orgContext.close();
});

function row(page: Page, name: string) {
  return page.getByRole("grid").getByRole("row").filter({ hasText: name });
}

async function rowMenu(page: Page, name: string, action: string): Promise<void> {
  await row(page, name)
    .getByRole("button", { name: /Fler|Åtgärder|Meny/ })
    .click();
  await page.getByRole("menuitem", { name: action }).click();
}
