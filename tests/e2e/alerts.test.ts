// Covers: /system-admin/operations
import { expect } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { type Receiver, startReceiver } from "#tests/support/alert-receiver.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "alerts" });

let receiver: Receiver;
test.beforeAll(async () => {
  receiver = await startReceiver();
});
test.afterAll(() => receiver.close());

// Covers: alert.7
test("a system admin sets up alert receivers, tests them, and then sees an alert on top of Operations", async ({
  page,
  portal,
  signIn,
}) => {
  const world = await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin");
  await page.getByRole("link", { name: "Drift", exact: true }).click();
  await expect(page.getByText("Inga larm. Allt som portalen vakar över är som det ska.")).toBeVisible();

  await page.getByRole("button", { name: "Larminställningar" }).click();
  const settings = page.getByRole("dialog", { name: "Larminställningar" });
  const denials = settings.getByLabel(/^Larma när så många nekas vid samma grind/);
  await expect(denials).toHaveValue("20");
  await denials.fill("1");
  await settings.getByRole("button", { name: "Spara" }).click();
  await expect(settings.getByText("Ange ett heltal inom gränserna, eller lämna tomt")).toBeVisible();
  await expectAccessible(page);
  await denials.fill("3");
  await settings.getByLabel(/^Larma när en styrenhet inte har svarat på/).fill("");
  await settings.getByText("system@test.example").click();
  await settings.getByRole("button", { name: "Spara" }).click();
  await expect(page.getByText("Larminställningarna är sparade")).toBeVisible();
  await expect(page.getByText(/^Ingen får larmen/)).toBeVisible();

  await page.getByRole("button", { name: "Webhookar" }).click();
  const webhooks = page.getByRole("dialog", { name: "Webhookar" });
  await webhooks.getByLabel("Namn").fill("Jourtelefon");
  await webhooks.getByLabel("Adress").fill("http://192.0.2.1/larm");
  await webhooks.getByRole("button", { name: "Lägg till webhook" }).click();
  await expect(webhooks.getByText(/Utan https får larm bara skickas inom enheternas nät/)).toBeVisible();
  await webhooks.getByLabel("Adress").fill(receiver.url);
  await webhooks.getByRole("button", { name: "Lägg till webhook" }).click();
  await expect(webhooks.getByText(/^whsec_/)).toBeVisible();
  await expectAccessible(page);
  await webhooks.getByRole("button", { name: "Jag har kopierat den" }).click();
  await expect(webhooks.getByText(/^whsec_/)).toBeHidden();
  await expect(webhooks.getByText(new URL(receiver.url).origin, { exact: true })).toBeVisible();
  await expect(webhooks.getByText("nyckel-i-adressen")).toBeHidden();
  await webhooks.getByRole("button", { name: "Stäng" }).first().click();

  await page.getByRole("button", { name: "Skicka provlarm" }).click();
  await expect(page.getByText("Provlarm på väg: 0 med e-post, 1 till webhookar.")).toBeVisible();
  await expect.poll(() => receiver.posts.length).toBe(1);
  await page.getByRole("button", { name: /^Senaste utskick/ }).click();
  const deliveries = page.getByRole("list", { name: /^Senaste utskick/ });
  await expect(deliveries.getByRole("listitem").filter({ hasText: "Jourtelefon (Webhook, prov)" })).toContainText(
    "Skickat",
  );

  await portal.admin.query(
    "insert into access_logs (plate_number, controller_id, access_granted, access_reason) select 'XYZ 10' || n, $1, false, 'no_match' from generate_series(1, 4) n",
    [world.gateId],
  );
  const alert = page.getByRole("list", { name: "Pågående larm" }).getByRole("listitem");
  await expect(alert).toContainText("Många nekade passager vid Infart Norr");
  await expect(alert).toContainText(
    "4 passager har nekats vid Infart Norr inom 10 minuter, med 4 olika registreringsnummer",
  );
  await expect(alert).toContainText("Se i Åtkomstloggar vilka det gäller.");
  await expectAccessible(page);
  await portal.admin.query("delete from access_logs where not access_granted");
  await expect(alert).toBeHidden();
  await expect
    .poll(() => receiver.posts.map(({ headers }) => headers["portal-event"]))
    .toEqual(["test", "raised", "cleared"]);
});
