// Covers: /system-admin/sync, /org-admin/sync, file.3
import { expect, type Page } from "@playwright/test";
import { startAxisSimulator } from "#simulators/axis/server.ts";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "sync-status" });

async function tryNow(portal: TestPortal): Promise<void> {
  const { controllerId } = await mainWorld(portal);
  await portal.admin.query(
    "update controller_sync set verify_at = now(), next_try_at = now() where controller_id = $1",
    [controllerId],
  );
}

test.afterEach(async ({ portal }) => {
  await portal.axis.faults.online();
  await portal.admin.query("delete from end_users where first_name = 'Ebbe'");
  await portal.admin.query("update device_sync set next_try_at = now()");
  await tryNow(portal);
});

const queue = (page: Page) => page.getByRole("grid", { name: "Kö" }).getByRole("row");

// Covers: device.28, device.29
test("a controller that is away, compared, rebuilt, with a changed certificate or retired is shown as such", async ({
  page,
  portal,
  signIn,
}) => {
  const world = await mainWorld(portal);
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/sync");
  await expect(page.getByText("Allt är synkat.")).toBeVisible();
  await expect(page.getByRole("link", { name: "Allt synkat" })).toBeVisible();

  await portal.axis.faults.offline();
  await tryNow(portal);
  await expect(page.getByText(/^Garage Kajen svarar inte sedan \d\d:\d\d\.$/)).toBeVisible();
  await expect(page.getByText("Allt är synkat.")).toHaveCount(0);
  await expect(page.getByRole("link", { name: "1 svarar inte", exact: true })).toBeVisible();
  await world.savePerson({ firstName: "Ebbe", lastName: "Påhittsson", pin: "5921" });
  await expect(
    page.getByText(
      /1 ändring är sparad och skrivs när den är tillbaka\. PIN-koder som redan finns på enheten fungerar/,
    ),
  ).toBeVisible();
  await expect(queue(page).nth(1)).toContainText(/Garage Kajen.*Väntar på styrenhet.*Lägg till PIN/);
  await expect(queue(page).nth(1)).toContainText("Styrenheten svarar inte");
  await expect(queue(page).nth(1)).toContainText("Ebbe Påhittsson");
  // The frame polls every twenty seconds while nothing waits.
  await expect(page.getByRole("link", { name: "1 väntar · 1 svarar inte" })).toBeVisible();
  await expectAccessible(page);

  // On a phone the queue is cards, and the one primary button is at the bottom.
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByRole("list", { name: "Kö" }).getByRole("listitem").first()).toContainText("Ebbe Påhittsson");
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
  const button = await page.getByRole("button", { name: "Synka nu", exact: true }).first().boundingBox();
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeGreaterThan(720);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });

  // The worker's own next try would take the button away. A try that is under way would bring the next one forward.
  await expect
    .poll(async () => {
      await portal.admin.query(
        "update controller_sync set next_try_at = now() + interval '9 minutes' where lease_until < clock_timestamp()",
      );
      const early = "select from controller_sync where next_try_at < now() + interval '8 minutes'";
      return (await portal.admin.query(early)).rowCount;
    })
    .toBe(0);
  await portal.axis.faults.online();
  await page.getByRole("button", { name: "Testa anslutning" }).click();
  await expect(page.getByText("Anslutning lyckades")).toBeVisible();
  // The pause since the last try has grown for as long as this test took.
  await tryNow(portal);
  await expect(page.getByText("Allt är synkat.")).toBeVisible();
  expect(portal.axis.doorTokens.every((door) => portal.axis.wouldOpen("5921", door))).toBe(true);

  // A replica that somebody removed from the device is found and written again.
  for (const { token } of portal.axis.credentials()) portal.axis.state.credentials.delete(token);
  portal.axis.state.changed();
  await tryNow(portal);
  const drift = page.getByRole("table", { name: "Avvikelser" }).getByRole("row");
  await expect(drift.filter({ hasText: "Alva Exempelsson" })).toContainText(
    /Garage Kajen.*PIN saknas på enheten.*Rättad/,
  );
  await expect(page.getByRole("button", { name: /^Avvikelser/ })).toContainText("2");
  await expectAccessible(page);
  expect(portal.axis.doorTokens.every((door) => portal.axis.wouldOpen("4816", door))).toBe(true);

  portal.axis.state.credentials.clear();
  portal.axis.state.users.clear();
  portal.axis.state.changed();
  await page.getByRole("button", { name: "Fler åtgärder för Garage Kajen" }).click();
  await page.getByRole("menuitem", { name: "Återställ styrenhet" }).click();
  const question = page.getByRole("alertdialog", { name: "Återställ styrenhet" });
  await expect(question).toContainText("2 personers PIN-koder skrivs på nytt.");
  await expect(question.getByRole("button", { name: "Avbryt" })).toBeFocused();
  await question.getByRole("button", { name: "Återställ styrenhet" }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => portal.axis.doorTokens.every((door) => portal.axis.wouldOpen("4816", door))).toBe(true);
  await expect(page.getByText("Allt är synkat.")).toBeVisible();

  // Another controller changes its certificate, and then never answers again.
  const device = await startAxisSimulator({ doors: 1, https: true });
  const payload = { name: "Källaren", device_type: "axis", device_ip: device.url, device_port: device.port };
  await callFunction(world.system, "controller-manager", {
    action: "CREATE",
    payload: { ...payload, username: "portal", password: "S3cret-pass" },
  });
  const unit = page.getByRole("grid", { name: "Styrenheter" }).getByRole("row").filter({ hasText: "Källaren" });
  await expect(unit).toContainText("Online");
  device.faults.changeCertificate();
  await portal.admin.query("update controller_sync set verify_at = now(), next_try_at = now()");
  await expect(page.getByText(/^Källaren har ett annat certifikat sedan/)).toBeVisible();
  await page.getByRole("button", { name: "Granska certifikatet" }).click();
  const shown = page.getByRole("alertdialog", { name: "Godkänn certifikatet" });
  await expect(shown).toContainText((device.certSha256 ?? "?").toUpperCase().match(/../g)?.join(":") ?? "?");
  await shown.getByRole("button", { name: "Godkänn certifikatet" }).click();
  await expect(page.getByText("Certifikatet är godkänt")).toBeVisible();
  await expect(unit).toContainText("Online");

  await device.close();
  await portal.admin.query("update controller_sync set verify_at = now(), next_try_at = now()");
  await expect(unit).toContainText("Svarar inte");
  await page.getByRole("button", { name: "Fler åtgärder för Källaren" }).click();
  await page.getByRole("menuitem", { name: "Avveckla styrenhet" }).click();
  const retirement = page.getByRole("alertdialog", { name: "Avveckla styrenhet" });
  await expect(retirement).toContainText("Ingen person har PIN-kod där just nu.");
  await retirement.getByLabel("Varför är enheten borta?").fill("Brann i natt");
  await expectAccessible(page);
  await retirement.getByRole("button", { name: "Avveckla styrenhet" }).click();
  await expect(page.getByText("Källaren är avvecklad")).toBeVisible();
  await expect(unit).toContainText("Inaktiverad");
  await portal.admin.query("delete from controllers where name = 'Källaren'");
});
