// Covers: /system-admin/access-logs
import { expect, type Page } from "@playwright/test";
import { z } from "zod";
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

// Covers: 2.30, feel.5
test("a plate read by the camera appears by itself, also when the code for it was lost at first, and its macro turns from Skickas to Utförd", async ({
  page,
  portal,
}) => {
  const code = /\/assets\/realtime-[\w-]+\.js/;
  await page.route(code, (route) => route.abort());
  const lost = page.waitForEvent("requestfailed", (request) => code.test(request.url()));
  await page.goto("/system-admin/access-logs");
  await page.mouse.move(5, 5); // off the list, so that nothing moves under it
  await lost;
  await expect(page.getByText("Inga passager de senaste 24 timmarna")).toBeVisible();
  await expect(page.getByText("Direkt", { exact: true })).toHaveCount(0);
  await page.unroute(code);
  await expect(page.getByText("Direkt", { exact: true })).toBeVisible();
  const usual = portal.axxon.faults.latency(1_500);
  await portal.axxon.drive("MLB84A");
  const row = rows(page).filter({ hasText: "MLB 84A" });
  await expect(row).toContainText("Skickas");
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
  await portal.axxon.drive("MLB84A");
  await expect(rows(page).nth(1)).toContainText("Upprepad läsning");
});

test("a paused list stands still and counts what is new, nothing moves under a pointer or the focus, and a passage is seen by its event alone", async ({
  page,
  portal,
}) => {
  await log(portal, [{ plate: "AAA111", reason: "no_match", minutesAgo: 1 }]);
  await openLogs(page);
  await expect(rows(page).nth(1)).toContainText("AAA 111");
  await page.getByRole("button", { name: "Pausa" }).click();
  await expect(page.getByText("Pausad", { exact: true })).toBeVisible();
  await portal.axxon.drive("BBB222");
  await portal.axxon.drive("CCC333");
  await expect(page.getByRole("button", { name: "2 nya" })).toBeVisible();
  await expect(rows(page).nth(1)).toContainText("AAA 111");
  await page.getByRole("button", { name: "2 nya" }).click();
  await expect(rows(page).nth(1)).toContainText("CCC 333");
  await page.getByRole("button", { name: "Fortsätt" }).click();
  await portal.axxon.drive("DDD444");
  await expect(rows(page).nth(1)).toContainText("DDD 444");

  // Also while the list cannot be read again.
  await page.route("**/rest/v1/access_logs?*", (route) => route.abort());
  await portal.axxon.drive("ZZZ999");
  await expect(rows(page).nth(1)).toContainText("ZZZ 999");
  await expect(rows(page).nth(1)).toContainText("Infart Norr");
  await expect(rows(page).nth(1)).toContainText("Nekad");
  await page.unroute("**/rest/v1/access_logs?*");

  await rows(page).nth(1).hover();
  await portal.axxon.drive("EEE555");
  await expect(page.getByRole("button", { name: "1 ny" })).toBeVisible();
  await expect(rows(page).nth(1)).toContainText("ZZZ 999");
  await page.mouse.move(5, 5);
  await expect(rows(page).nth(1)).toContainText("EEE 555");

  await rows(page).nth(1).focus();
  await portal.axxon.drive("FFF666");
  await expect(page.getByRole("button", { name: "1 ny" })).toBeVisible();
  // The rows become cards, and no event says that the focus is gone.
  await page.setViewportSize({ width: 600, height: 800 });
  await expect(page.getByRole("listitem").filter({ hasText: "FFF 666" })).toBeVisible();
});

test("the log of all stands still under a pointer and while it is paused, and says how many are new", async ({
  page,
  portal,
}) => {
  await log(portal, [{ plate: "AAA111", reason: "no_match", minutesAgo: 1 }]);
  await page.goto("/system-admin/access-logs?log=all&show=all");
  await expect(page.getByText("Direkt", { exact: true })).toBeVisible();
  const row = (plate: string) => rows(page).filter({ hasText: plate });
  await row("AAA 111").hover();
  await portal.axxon.drive("BBB222");
  await expect(page.getByRole("button", { name: "1 ny" })).toBeVisible();
  await expect(page.getByText("1 ny händelse väntar")).toBeAttached();
  await expect(row("BBB 222")).toHaveCount(0);
  await page.mouse.move(5, 5);
  await expect(row("BBB 222")).toHaveCount(1);
  await page.getByRole("button", { name: "Pausa" }).click();
  await expect(page.getByText("Pausad", { exact: true })).toBeVisible();
  await portal.axxon.drive("CCC333");
  await page.getByRole("button", { name: "1 ny" }).click();
  await expect(row("CCC 333")).toHaveCount(1);
  await page.getByRole("button", { name: "Fortsätt" }).click();
  await page.mouse.move(5, 5);
  await portal.axxon.drive("DDD444");
  await expect(row("DDD 444")).toHaveCount(1);
  await expect(page.getByText("1 ny händelse", { exact: true })).toBeAttached();
  await expectAccessible(page);
});

// Covers: 2.29
test("a day chosen by the keyboard replaces the 24 hours", async ({ page, portal }) => {
  await log(portal, [
    { plate: "MLB84A", reason: "valid_credential", minutesAgo: 5 },
    { plate: "OLD001", reason: "expired", minutesAgo: 60 * 24 * 3 },
  ]);
  await openLogs(page);
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole("button", { name: /^Period/ }).click();
  const day = new Date(Date.now() - 3 * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Stockholm" });
  for (const label of ["Från", "Till"]) {
    await page.getByRole("group", { name: label }).getByRole("spinbutton").first().click();
    await page.keyboard.type(day.replaceAll("-", ""));
  }
  await expectAccessible(page, { include: "[role=dialog]" });
  await page.getByRole("button", { name: "Visa perioden" }).click();
  await expect(rows(page).nth(1)).toContainText("OLD 001");
  await expect(rows(page)).toHaveCount(2);
});

// Covers: feel.2, files.14
test("a row opened by the keyboard says why, and leads to what would change it; the CSV file holds what the filters match, safe against formulas", async ({
  page,
  portal,
}) => {
  await log(portal, [
    { plate: "", reason: "no_match", minutesAgo: 4 },
    { plate: "GGG777", reason: "gate_not_found", minutesAgo: 5 },
    { plate: "MLB84A", reason: "valid_credential", minutesAgo: 6 },
    { plate: "=1+1", reason: "no_match", minutesAgo: 7 },
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
});

test("on a phone the log is cards with plate and status in one line, and axe finds nothing", async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await log(portal, [
    { plate: "MLB84A", reason: "valid_credential", minutesAgo: 5 },
    { plate: "MLB310", reason: "disabled", minutesAgo: 6 },
    { plate: "MLB517", reason: "disabled", minutesAgo: 23.5 * 60 },
  ]);
  await openLogs(page);
  const cards = page.getByRole("list", { name: "Åtkomstloggar" }).getByRole("listitem");
  const card = cards.first();
  // Of today and, unless it is nearly midnight, of the day before, which its card names.
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
  await expect(card.getByText("Macro")).toBeVisible();
  await expect(denied.getByText("Macro")).toBeHidden();
  const [pause, file] = await boxesOf(
    page.getByRole("button", { name: "Pausa" }),
    page.getByRole("button", { name: "Exportera CSV" }),
  );
  expect([file?.y, file?.height]).toEqual([pause?.y, pause?.height]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await expectAccessible(page);
});

// Covers: /org-admin/access-logs
test("an organisation's refusals at doors and gates stand in one list, and each opens its reason", async ({
  page,
  portal,
  signIn,
}) => {
  const { gateId, controllerId, doorIds } = await mainWorld(portal);
  const { organizationId } = portal.accounts.nord;
  await portal.admin.query("delete from door_events");
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
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Alt+ArrowDown");
  await expect(page.getByRole("dialog", { name: "Alva kom inte in i Dörr 1" })).toBeVisible();
  await page.keyboard.press("Escape");
  // The chosen log stands in the address, but for the usual one.
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
  // The log of one door watches it, so that its events are there within seconds.
  const watched = page.waitForRequest("**/functions/v1/door-control");
  await page.goto(`/org-admin/access-logs?log=doors&door=${doorIds[0]}`);
  expect((await watched).postDataJSON()).toEqual({ action: "STATE", access_point_ids: [doorIds[0]] });
});

test("the second page of the log of doors stays where it is while events come, which the first one shows", async ({
  page,
  portal,
}) => {
  const {
    controllerId,
    doorIds: [doorId],
  } = await mainWorld(portal);
  await portal.admin.query("delete from door_events");
  const come = (count: number, from: string) =>
    portal.admin.query(
      `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, kind, granted, reason)
       select gen_random_uuid(), now() - $4::interval - n * interval '1 minute', now(), $1, $2, 'access', false, 'unknown_code'
       from generate_series(1, $3) n`,
      [controllerId, doorId, count, from],
    );
  const page2 = /\/door_log\?.*occurred_at=lte/;
  const secondPage = async () => {
    const answer = await page.waitForResponse((response) => page2.test(response.url()));
    return z.array(z.object({ id: z.string() })).parse(await answer.json());
  };
  await come(60, "1 hour");
  await page.goto("/system-admin/access-logs?log=doors&size=25");
  await expect(page.getByText("Direkt", { exact: true })).toBeVisible();
  const asked = secondPage();
  await page.getByRole("button", { name: "Nästa sida" }).click();
  const before = await asked;
  expect(before).toHaveLength(25);
  await expect(page.getByText("26–50 av 60")).toBeVisible();
  const again = secondPage();
  await come(3, "0");
  expect(await again).toEqual(before);
  // One of before it is read late: the page stands still, and offers it.
  await come(1, "1 hour 29.5 minutes");
  await page.mouse.move(0, 0);
  await expect(page.getByText("26–50 av 60")).toBeVisible();
  const late = page.getByRole("button", { name: "1 ny", exact: true });
  await late.click();
  await expect(late).toBeHidden();
  // The last one has gone to the next page, where it is the first.
  const third = page.waitForResponse((response) => page2.test(response.url()));
  await page.getByRole("button", { name: "Nästa sida" }).click();
  expect(await (await third).json()).toMatchObject([{ id: before.at(-1)?.id }, ...Array(10).fill({})]);
  await page.goto("/system-admin/access-logs?log=doors&size=25");
  await expect(page.getByText("1–25 av 64")).toBeVisible();
  const anew = secondPage();
  await page.getByRole("button", { name: "Nästa sida" }).click();
  const known = (await anew).filter(({ id }) => before.some((row) => row.id === id));
  expect(known).toEqual(before.slice(0, -4));
});
