// "Why did Alva not get in?", answered, mended, and tried at the door.
// Covers: /org-admin/access-logs
import { expect, type Page } from "@playwright/test";
import { expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { openRow } from "#tests/e2e/open-row.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";

test.use({ world: "passage-fix" });

const PIN = "4816";

async function inStep(portal: TestPortal): Promise<void> {
  await expect.poll(async () => (await portal.admin.query("select from device_sync where pending")).rowCount).toBe(0);
}

/** Alva loses the first door, tries it all the same, and the portal has read that she did. */
async function refuseAlva(portal: TestPortal): Promise<void> {
  const { doorIds } = await mainWorld(portal);
  await portal.admin.query("delete from door_events");
  await portal.admin.query("delete from controller_assignments where access_point_id = $1", [doorIds[0]]);
  await inStep(portal);
  const { rows } = await portal.admin.query<{ token: string }>(
    "select device_door_token as token from access_points where id = $1",
    [doorIds[0]],
  );
  expect(portal.axis.punch(rows[0]?.token ?? "", PIN).granted).toBe(false);
  await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");
  await expect
    .poll(async () => (await portal.admin.query("select from door_events where granted = false")).rowCount)
    .toBe(1);
}

const drawer = (page: Page) => page.getByRole("dialog", { name: /^Alva kom inte in/ });
const line = (page: Page, words: string | RegExp) => drawer(page).getByRole("listitem").filter({ hasText: words });

async function openRefusal(page: Page): Promise<void> {
  await openRow(page, "/org-admin/access-logs", "Alva Exempelsson");
  await expect(drawer(page)).toContainText(
    /Alvas kod (är giltig, men den gäller|var giltig, men den gällde) inte Dörr 1\./,
  );
}

test("the drawer says why, leads to the next row, mends it by the keyboard, and the device says that the code opens now, also when it was away", async ({
  page,
  portal,
  signIn,
}) => {
  await refuseAlva(portal);
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, organization_id, kind, granted, reason)
     select gen_random_uuid(), occurred_at - interval '1 minute', now(), controller_id, organization_id, 'access', false, 'unknown_card' from door_events where granted = false`,
  );
  await signIn(portal.accounts.nord);
  await openRefusal(page);
  await page.keyboard.press("Alt+ArrowDown");
  const other = page.getByRole("dialog");
  await expect(other).toContainText("Styrenheten kände inte igen kortet.");
  await expect(other).toContainText("Inget behöver åtgärdas.");
  await expect(other.getByRole("button", { name: "Ge tillgång" })).toHaveCount(0);
  await page.keyboard.press("Alt+ArrowUp");
  await expect(drawer(page)).toBeVisible();

  await expect(drawer(page)).toContainText("Alvas kod, men inte för Dörr 1");
  await expect(drawer(page)).toContainText("Ger Alva tillgång till Dörr 1. Ingen annan påverkas.");
  await expectAccessibleInBothThemes(page);
  const give = drawer(page).getByRole("button", { name: "Ge tillgång" });
  await give.focus();
  await page.keyboard.press("Enter");
  await expect(line(page, "Sparat i portalen")).toContainText(/\d\d:\d\d/);
  await expect(line(page, "Skrivet till Garage Kajen")).toContainText(/\d\d:\d\d/);
  await expect(line(page, /Provat vid dörren \d\d:\d\d: koden öppnar nu/)).toBeVisible();
  await expect(drawer(page).getByText("Åtgärdat", { exact: true })).toBeVisible();
  await expect(give).toHaveCount(0);
  // The effect stays, and the steps are announced where they appear.
  await expect(drawer(page)).toContainText("Ger Alva tillgång till Dörr 1. Ingen annan påverkas.");
  await expect(drawer(page).getByRole("status").filter({ hasText: "koden öppnar nu" })).toHaveCount(1);
  await expectAccessibleInBothThemes(page);
  await expect(drawer(page).getByRole("link", { name: "Öppna Alva Exempelsson" })).toHaveAttribute(
    "href",
    /\/org-admin\/end-users\?person=/,
  );

  await drawer(page).getByRole("button", { name: "Ångra" }).click();
  await expect(give).toBeVisible();
  await expect(drawer(page).getByText("Sparat i portalen")).toHaveCount(0);
  await inStep(portal);
  await page.keyboard.press("Escape");
  await expect(drawer(page)).toHaveCount(0);
  await expect(page.getByRole("grid").getByRole("row").filter({ hasText: "Alva Exempelsson" })).toBeFocused();

  await portal.axis.faults.offline();
  await openRefusal(page);
  await drawer(page).getByRole("button", { name: "Ge tillgång" }).click();
  await expect(line(page, "Väntar på Garage Kajen")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await portal.axis.faults.online();
  await retryNow(portal);
  await expect(line(page, "koden öppnar nu")).toBeVisible();
});

test("on a phone the button is the foot of the sheet", async ({ page, portal, signIn }) => {
  await refuseAlva(portal);
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/access-logs");
  await page.getByRole("list", { name: "Åtkomstloggar" }).getByRole("listitem").first().click();
  const give = drawer(page).getByRole("button", { name: "Ge tillgång" });
  await expect(give).toBeVisible();
  const box = await give.boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(740);
  expect(box?.width).toBeGreaterThan(300);
  await expectAccessibleInBothThemes(page);
  await give.click();
  await expect(line(page, "koden öppnar nu")).toBeVisible();
  await expect(drawer(page).getByRole("link", { name: "Öppna Alva" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
});

/** Alva's car is switched off and read at the gate. */
async function refuseCar(portal: TestPortal): Promise<void> {
  await mainWorld(portal);
  await portal.admin.query("delete from access_logs; delete from gate_passages; delete from door_events");
  await portal.admin.query("update credentials set enabled = false where plate_key = 'MLB84A'");
  await portal.axxon.drive("MLB84A");
}

test("a car that the gate refused is let in again from the whole log and from that of gates, and the portal says so", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.nord);
  for (const log of ["", "?log=gates"]) {
    await refuseCar(portal);
    await openRow(page, `/org-admin/access-logs${log}`, "MLB 84A");
    await expect(drawer(page)).toContainText("Fordonets behörighet var inaktiverad.");
    await expect(drawer(page)).toContainText("Aktiverar behörigheten för MLB 84A. Ingen annan påverkas.");
    if (log === "") await expectAccessibleInBothThemes(page); // the drawer is the same
    const enable = drawer(page).getByRole("button", { name: "Aktivera behörigheten" });
    await enable.click();
    await expect(line(page, "Sparat i portalen")).toContainText(/\d\d:\d\d/);
    await expect(line(page, /Provat i portalen \d\d:\d\d: grinden öppnas nu/)).toBeVisible();
    await expect(enable).toHaveCount(0);
    await expect(drawer(page).getByRole("link", { name: "Öppna Alva Exempelsson" })).toBeVisible();
    if (log === "") await expectAccessibleInBothThemes(page);
    await drawer(page).getByRole("button", { name: "Ångra" }).click();
    await enable.click();
    await expect(line(page, "grinden öppnas nu")).toBeVisible();
    await portal.axxon.drive("MLB84A");
    const { rows } = await portal.admin.query("select access_granted as granted from access_logs order by detected_at");
    expect(rows).toEqual([{ granted: false }, { granted: true }]);
  }
});
