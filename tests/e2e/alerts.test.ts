// Covers: /system-admin/operations
import { expect } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
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

test("a controller's dialog says how it is: its clock, its restart, its certificate, a gap, tampering and a battery", async ({
  page,
  portal,
  signIn,
}) => {
  const { controllerId } = await mainWorld(portal);
  const at = "now() - interval '3 hours'";
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, kind, gap_cause, gap_from)
     values (gen_random_uuid(), ${at}, ${at}, $1, 'controller_restarted', null, null), (gen_random_uuid(), ${at}, ${at}, $1, 'tamper', null, null),
       (gen_random_uuid(), ${at}, ${at}, $1, 'battery_low', null, null),
       (gen_random_uuid(), '2026-11-20T15:40:00Z', now(), $1, 'gap', 'reset', '2026-11-20T15:31:00Z')`,
    [controllerId],
  );
  await portal.admin.query("update controllers set cert_valid_to = now() + interval '20 days' where id = $1", [
    controllerId,
  ]);
  portal.axis.faults.clockSkew(120_000);
  await signIn(portal.accounts.system);
  await page.goto(`/system-admin/controllers?controller=${controllerId}`);
  const strip = page.getByRole("region", { name: "Enheten" });
  // The worker measures it at its next reading, and the strip asks again.
  await expect(strip).toContainText("Klockan går 2 min före", { timeout: 45_000 });
  await expect(strip).toContainText("Senaste omstartför 3 timmar sedan");
  await expect(strip).toContainText("Senaste lucka i loggen2026-11-20 16:31–16:40");
  await expect(strip).toContainText("Sabotageför 3 timmar sedan");
  await expect(strip).toContainText("Svagt batteri i en läsareför 3 timmar sedan");
  await expect(strip).toContainText(/Certifikatgiltigt till \d{4}-/);
  await strip.scrollIntoViewIfNeeded();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await strip.scrollIntoViewIfNeeded();
  await expectAccessible(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
});

test("a gate's dialog says that its camera's clock shuts people out, in seconds", async ({ page, portal, signIn }) => {
  const { gateId } = await mainWorld(portal);
  await portal.admin.query("update controllers set push_skew_ms = -6400 where id = $1", [gateId]);
  await signIn(portal.accounts.system);
  await page.goto(`/system-admin/controllers?controller=${gateId}`);
  const strip = page.getByRole("region", { name: "Enheten" });
  await expect(strip).toContainText("Klockan går 6 s efter");
  await strip.scrollIntoViewIfNeeded();
  await expectAccessibleInBothThemes(page);
});
