// Covers: /system-admin/access-logs
import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { boxesOf } from "#tests/e2e/boxes.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "access-logs" });

test.beforeEach(async ({ portal, signIn }) => {
  await mainWorld(portal);
  await portal.admin.query("delete from access_logs");
  await portal.admin.query("delete from gate_passages");
  await portal.admin.query("delete from door_events");
  await signIn(portal.accounts.system);
});

async function openLogs(page: Page): Promise<void> {
  await page.goto("/system-admin/access-logs");
  await expect(page.getByText("Direkt", { exact: true })).toBeVisible();
  // The pointer is off the list, so nothing moves under it.
  await page.mouse.move(5, 5);
}

async function log(portal: TestPortal, rows: readonly { plate: string; reason: string; minutesAgo: number }[]) {
  const { gateId } = await mainWorld(portal);
  for (const { plate, reason, minutesAgo } of rows)
    await portal.admin.query(
      `insert into access_logs (plate_number, controller_id, access_granted, access_reason, detected_at, opened, macro_executed)
       values ($1, $2, $3, $4, now() - make_interval(mins => $5), $3, case when $3 then true end)`,
      [plate, reason === "gate_not_found" ? null : gateId, reason === "valid_credential", reason, minutesAgo],
    );
}

const rows = (page: Page) => page.getByRole("grid").getByRole("row");

// web/features/passages/components tests what stands still under a pointer, while it is paused and on later pages.
// Covers: 2.30, feel.5
test("a plate read by the camera appears by itself, its macro turns to Utförd, and the focus stays", async ({
  page,
  portal,
}) => {
  const code = /\/assets\/realtime-[\w-]+\.js/;
  await page.route(code, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed", (request) => code.test(request.url()));
  await page.goto("/system-admin/access-logs");
  await page.mouse.move(5, 5); // The pointer is off the list, so that nothing moves under it.
  await lost;
  await expect(page.getByText("Inga passager de senaste 24 timmarna")).toBeVisible();
  await expect(page.getByText("Direkt", { exact: true })).toHaveCount(0);
  await page.unroute(code);
  await expect(page.getByText("Direkt", { exact: true })).toBeVisible();
  const usual = portal.axxon.faults.latency(1_500);
  await portal.axxon.drive("MLB84A");
  // The macro's outcome is written only once the page has shown the passage without it.
  const held = await portal.admin.connect();
  await held.query("begin; select from access_logs for update");
  const row = rows(page).filter({ hasText: "MLB 84A" });
  try {
    await expect(row).toContainText("Skickas");
  } finally {
    await held.query("commit");
    held.release();
  }
  await expect(row).toContainText("Beviljad");
  await expect(row).toContainText("Giltig legitimation · Alva Exempelsson");
  await expect(row).toContainText("Infart Norr");
  await expect(row).toContainText("Utförd");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Tid",
    "Registreringsnummer",
    "Styrenhet",
    "Status",
    "Orsak",
    "Macro",
  ]);
  usual();
  // A reading is a repeated one for ten seconds after the opening.
  await portal.admin.query("update gate_passages set opened_at = now()");
  await portal.axxon.drive("MLB84A");
  await expect(rows(page).nth(1)).toContainText("Upprepad läsning");

  await rows(page).nth(1).focus();
  await portal.axxon.drive("FFF666");
  await expect(page.getByRole("button", { name: "1 ny" })).toBeVisible();
  await expect(rows(page).nth(1)).toContainText("Upprepad läsning");
  // The rows become cards, without an event that reports the lost focus.
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(page.getByRole("listitem").filter({ hasText: "FFF 666" })).toBeVisible();
});

// Covers: 2.29, feel.2, files.14
test("a passage's row explains itself by keyboard, the CSV file is safe, and a phone's log is cards", async ({
  page,
  portal,
}) => {
  await log(portal, [
    { plate: "", reason: "no_match", minutesAgo: 4 },
    { plate: "GGG777", reason: "gate_not_found", minutesAgo: 5 },
    { plate: "MLB84A", reason: "valid_credential", minutesAgo: 6 },
    { plate: "=1+1", reason: "no_match", minutesAgo: 7 },
    { plate: "MLB310", reason: "disabled", minutesAgo: 8 },
    { plate: "MLB517", reason: "disabled", minutesAgo: 23.5 * 60 },
    { plate: "OLD001", reason: "expired", minutesAgo: 60 * 24 * 3 },
  ]);
  await portal.admin.query(
    `update access_logs set credential_id = (select id from credentials where display_value = 'MLB 84A')
     where plate_number = 'MLB84A'`,
  );
  await openLogs(page);
  await expect(rows(page).nth(1)).toContainText("Oläst skylt");
  await expect(rows(page).nth(2)).toContainText("Okänd grind");
  await rows(page).nth(1).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "GGG 777 kom inte in i Okänd grind" });
  await expect(drawer).toContainText("Varför: Grind hittades ej");
  await expect(drawer.getByRole("link", { name: "Till styrenheterna" })).toHaveAttribute(
    "href",
    "/system-admin/controllers",
  );
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();
  await expect(rows(page).nth(2)).toBeFocused();

  const waiting = page.waitForEvent("download");
  await page.getByRole("button", { name: "Exportera CSV" }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toMatch(/^atkomstloggar-\d{4}-\d\d-\d\d\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream())
    if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  const lines = Buffer.concat(chunks).toString("utf8").split("\r\n");
  expect(lines[0]).toBe("\ufeffTid;Registreringsnummer;Styrenhet;Status;Orsak;Macro;Person;Organisation");
  expect(lines[3]).toMatch(/;MLB84A;Infart Norr;Beviljad;Giltig legitimation;Utförd;Alva Exempelsson;Brf Norrgården$/);
  expect(lines[4]).toMatch(/;'=1\+1;Infart Norr;Nekad;Ingen matchning;;;$/);

  await page.setViewportSize({ width: 360, height: 780 });
  const cards = page.getByRole("list", { name: "Åtkomstloggar" }).getByRole("listitem");
  // The rows are of today; after midnight some are of the day before, which their cards name.
  for (const [plate, status] of [
    ["MLB 84A", "Beviljad"],
    ["MLB 517", "Nekad"],
  ] as const) {
    const one = cards.filter({ hasText: plate });
    const [first, second] = (await boxesOf(one.getByText(plate), one.getByText(status))).map(
      ({ y, height }) => y + height / 2,
    );
    expect(Math.abs((first ?? 0) - (second ?? 0)), plate).toBeLessThan(4);
  }
  const denied = cards.filter({ hasText: "MLB 310" });
  await expect(cards.filter({ hasText: "MLB 84A" }).getByText("Macro")).toBeVisible();
  await expect(denied.getByText("Macro")).toBeHidden();
  const [pause, exported] = await boxesOf(
    page.getByRole("button", { name: "Pausa" }),
    page.getByRole("button", { name: "Exportera CSV" }),
  );
  expect([exported?.y, exported?.height]).toEqual([pause?.y, pause?.height]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByRole("button", { name: /^Period/ }).click();
  const { rows: old } = await portal.admin.query<{ day: string }>(
    "select to_char(detected_at at time zone 'Europe/Stockholm', 'YYYYMMDD') as day from access_logs where plate_number = 'OLD001'",
  );
  for (const label of ["Från", "Till"]) {
    await page.getByRole("group", { name: label }).getByRole("spinbutton").first().click();
    await page.keyboard.type(old[0]?.day ?? "");
  }
  await expectAccessible(page, { include: "[role=dialog]" });
  await page.getByRole("button", { name: "Visa perioden" }).click();
  await expect(rows(page).nth(1)).toContainText("OLD 001");
  await expect(rows(page)).toHaveCount(2);
});

// Covers: /org-admin/access-logs
test("an organisation's refusals at doors and gates stand in one list, and each opens its reason", async ({
  page,
  portal,
  signIn,
}) => {
  const { gateId, controllerId, doorIds } = await mainWorld(portal);
  const { organizationId } = portal.accounts.nord;
  await portal.admin.query(
    `insert into access_logs (plate_number, controller_id, organization_id, credential_id, access_granted, access_reason)
     select 'MLB84A', $1, organization_id, id, false, 'no_access_assignment' from credentials where plate_key = 'MLB84A'`,
    [gateId],
  );
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     select gen_random_uuid(), now() - interval '1 minute', now(), $1, $2, $3, 'access', false, 'not_permitted', id
     from credentials where credential_type = 'pin' and organization_id = $3 limit 1`,
    [controllerId, doorIds[0], organizationId],
  );
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, organization_id, kind, gap_cause, gap_from)
     values (gen_random_uuid(), now() - interval '2 minutes', now(), $1, $2, 'gap', 'reset', now() - interval '9 minutes')`,
    [controllerId, organizationId],
  );
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/access-logs");
  await expect(page.getByRole("radio", { name: "Alla", exact: true })).toBeChecked();
  await expect(page.getByText("Direkt", { exact: true })).toBeVisible();
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).nth(1)).toContainText("MLB 84A");
  await expect(rows(page).nth(1)).toContainText("Infart Norr");
  await expect(rows(page).nth(2)).toContainText("Garage Kajen");
  await expect(rows(page).nth(3)).toContainText("Lucka");
  await expectAccessibleInBothThemes(page);
  await rows(page).nth(1).click();
  const drawer = page.getByRole("dialog", { name: "Alva kom inte in i Infart Norr" });
  await expect(drawer).toContainText("Varför: Ingen åtkomst tilldelad");
  await expect(drawer).toContainText("Neka: organisationen hade den inte");
  await expect(drawer).toContainText("Ingen lista: portalen avgör");
  await expect(drawer.getByRole("link", { name: "Öppna Alva Exempelsson" })).toBeVisible();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page.getByRole("dialog", { name: "Alva kom inte in i Dörr 1" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(rows(page).nth(2)).toBeFocused();
  // The address names the chosen log, except the usual one.
  await page.getByRole("radio", { name: "Grindar" }).click();
  await expect(page).toHaveURL(/\/org-admin\/access-logs\?log=gates$/);
  await page.reload();
  await expect(page.getByRole("radio", { name: "Grindar" })).toBeChecked();
  await page.getByRole("radio", { name: "Alla", exact: true }).first().click();
  await expect(page).toHaveURL(/\/org-admin\/access-logs$/);
  await expect(rows(page)).toHaveCount(4);
  await page.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByText("MLB 84A")).toBeVisible();
  const cards = page.getByRole("list", { name: "Åtkomstloggar" }).getByRole("listitem");
  await expect(cards.filter({ hasText: "Lucka" })).toContainText("händelser saknas");
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessibleInBothThemes(page);
  // The log of one door watches it, so that its events arrive within seconds.
  const watched = page.waitForRequest("**/functions/v1/door-control");
  await page.goto(`/org-admin/access-logs?log=doors&door=${doorIds[0]}`);
  expect((await watched).postDataJSON()).toEqual({ action: "STATE", access_point_ids: [doorIds[0]] });
});
