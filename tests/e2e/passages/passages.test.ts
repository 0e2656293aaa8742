// Tests passages in their drawer and in the queue: fixed and tried at the door, seen by the camera, misread and linked.
// Covers: /org-admin/access-logs, /system-admin/plates, /org-admin/plates
import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { openRow, pressRow } from "#tests/e2e/open-row.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "passages" });

const PIN = "4816";

async function inStep(portal: TestPortal): Promise<void> {
  await expect.poll(async () => (await portal.admin.query("select from device_sync where pending")).rowCount).toBe(0);
}

/** Takes the first door from Alva, lets her try it, and waits until the portal has read the refusal. */
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

// web/features/passages/components/fix-drawer.test.tsx tests a device that is away, refusals, and cars at gates.
// Covers: page.15
test("the drawer explains, leads to the next row and fixes by keyboard, and the code then opens", async ({
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
  // The text about the effect stays, and each step is announced where it appears.
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

  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("list", { name: "Åtkomstloggar" }).getByRole("listitem").first().click();
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

// web/features/controllers/components/frame-source.test.tsx tests how the camera is named;
// web/features/passages/components/passage-image.test.tsx tests missing images.
test("the drawer of a passage shows the camera's image to those who read the log, once it is asked for", async ({
  page,
  portal,
  signIn,
}) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) violations.push(message.text());
  });
  const { system, gateId } = await mainWorld(portal);
  await portal.axxon.drive("MLB84A");
  const payload = { frame_source: "SERVER1/DeviceIpint.1/SourceEndpoint.video:0:0" };
  expect(await callFunction(system, "controller-manager", { action: "UPDATE", id: gateId, payload })).toMatchObject({
    status: 200,
  });

  await signIn(portal.accounts.nord);
  const passage = page.getByRole("dialog", { name: "Alva kom in i Infart Norr" });
  const button = passage.getByRole("button", { name: "Visa bild" });
  await openRow(page, "/org-admin/access-logs?show=granted", "Alva Exempelsson");
  await expect(passage).toContainText("Händelseloggen visar att du har tittat.");
  expect(portal.axxon.requests.count("GET /archive/media")).toBe(0);
  await expectAccessibleInBothThemes(page);
  await button.focus();
  await page.keyboard.press("Enter");
  const image = passage.getByRole("img", { name: /^Kamerans bild vid Infart Norr .*, läst som MLB 84A$/ });
  await expect(image).toBeVisible();
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(640);
  await expect(passage).toContainText("Den sparas inte i portalen.");
  // With the keyboard, the focus is where the image appears.
  await expect(page.locator(":focus").getByRole("img")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(violations).toEqual([]);

  // A closed image is gone: another look is another request and another event.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press("Escape");
  await expect(passage).toBeHidden();
  await pressRow(page, "Alva Exempelsson");
  await expect(button).toBeVisible();
  await expect(image).toHaveCount(0);
});

const unclear = (page: Page, text: string) =>
  page.getByRole("grid", { name: "Oklara skyltar" }).getByRole("row").filter({ hasText: text });
const unclearCount = (page: Page) => page.getByRole("navigation").getByRole("link", { name: /Oklara skyltar/ });

// web/features/gates/components tests the other answers and the cameras' card; web/features/passages/components/alias-drawer.test.tsx tests
// the same from the log.
test("a misread car waits in the queue, is linked with its effect shown first, and drives in", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  await savePerson({ firstName: "Greta", lastName: "Testgren", plate: "MLB19D" });
  await savePerson({ firstName: "Jon", lastName: "Attrapp", plate: "MLB190" });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/plates");
  await expect(page.getByText("Inga oklara skyltar")).toBeVisible();
  await portal.axxon.drive("MLBB4A");
  await portal.axxon.drive("LB84A");
  await portal.axxon.drive("MLB19Q");
  // The job and the list update by themselves.
  await expect(unclear(page, "8 lästes som B")).toContainText("Alva Exempelsson");
  await expect(unclear(page, "Första tecknet saknas")).toContainText("1 gång");
  await expect(unclear(page, "D eller 0 lästes som Q")).toContainText("Jon Attrapp");
  await expect(unclearCount(page)).toHaveAccessibleName("Oklara skyltar 3 oklara");
  await expectAccessibleInBothThemes(page);

  // These steps use the keyboard alone.
  await page.getByRole("button", { name: "Koppla MLB B4A till MLB 84A" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Koppla MLB B4A till MLB 84A?" });
  await expect(question).toContainText(
    "Läsningen öppnar Infart Norr som Alva Exempelsson från nästa gång. Inget öppnas nu.",
  );
  await expectAccessible(page);
  const before = portal.axxon.openings.length;
  await question.getByRole("button", { name: "Koppla", exact: true }).press("Enter");
  await expect(unclear(page, "8 lästes som B")).toHaveCount(0);
  await expect(page.locator("tbody > tr:focus")).toHaveCount(1); // The row must be in its place before the key is pressed, because a late row would receive the next key.
  expect(portal.axxon.openings.length).toBe(before);
  await portal.axxon.drive("MLBB4A");
  await portal.axxon.openedTimes(before + 1);
  await expect(page.getByRole("grid", { name: "Kopplade läsningar" })).toContainText("MLB B4A");

  await page.getByRole("button", { name: "Avfärda LB 84A" }).press("Enter");
  await expect(unclear(page, "Första tecknet saknas")).toHaveCount(0);
  await expect(unclear(page, "D eller 0 lästes som Q")).toBeFocused();
  await expect(page.getByRole("grid", { name: "Avfärdade läsningar" })).toContainText("LB 84A");
  await page.getByRole("button", { name: "Välj fordon för MLB 19Q" }).click();
  await expect(page.getByRole("dialog").getByRole("listitem")).toHaveCount(2);
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");

  await portal.admin.query(
    `with gate as (insert into controllers (name, device_type, device_ip, organization_id) values ('Utfart Syd', 'axxon_lpr', '192.0.2.71', $1) returning id)
     insert into camera_days (controller_id, day, reads, unread, unclear, last_read_at)
     select id, (now() at time zone 'Europe/Stockholm')::date - 7 + n::int, 100, unread, 1, now() - make_interval(days => 7 - n::int)
     from gate, unnest(array[2, 1, 3, 2, 4, 6, 14]) with ordinality d (unread, n)`,
    [portal.accounts.nord.organizationId],
  );
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/plates");
  const cameras = page.getByRole("list", { name: "Kamerorna" }).getByRole("listitem");
  await expect(cameras.nth(0)).toContainText("Försämrad");
  await expect(cameras.nth(1)).toContainText("Okänd");
  await expectAccessibleInBothThemes(page);
});
