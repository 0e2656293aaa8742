// Covers: /system-admin, /org-admin
import { expect } from "@playwright/test";
import { z } from "zod";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { countPresses } from "#tests/e2e/count-presses.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";

test.use({ world: "overviews" });

// The first steps, which otherwise take the figures' place (tests/e2e/auth/first-admin.test.ts), are done.
test.beforeEach(({ portal }) =>
  portal.admin.query(
    "insert into private.first_openings (organization_id, opened_at) select id, now() from organizations on conflict do nothing",
  ),
);

test("a new organisation's first steps tick by themselves and are gone after the first opening", async ({
  page,
  portal,
  signIn,
}) => {
  const { system, controllerId, doorIds } = await mainWorld(portal);
  const organization_id = portal.accounts.syd.organizationId;
  await portal.admin.query("delete from private.first_openings where organization_id = $1", [organization_id]);
  await signIn(portal.accounts.syd);
  await page.goto("/org-admin");
  const done = (count: number) => page.getByText(`${count} av 3 ${count === 1 ? "klart" : "klara"}`, { exact: true });
  await expect(done(0)).toBeVisible();
  await expectAccessible(page);
  await system.from("organization_controllers").insert({ organization_id, controller_id: controllerId });
  await expect(done(1)).toBeVisible();
  const saved = await callFunction(system, "end-user-manager", {
    action: "CREATE",
    payload: {
      organization_id,
      first_name: "Signe",
      last_name: "Skisslund",
      pin: { value: "730916", validity_period: "12_months", access_point_ids: doorIds },
    },
  });
  expect(saved.status).toBe(200);
  await expect(done(2)).toBeVisible();
  const door = portal.axis.doorTokens[0] ?? "";
  await expect.poll(() => portal.axis.wouldOpen("730916", door)).toBe(true);
  portal.axis.punch(door, "730916");
  await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");
  await expect(page.getByText(/ av 3 klar[at]$/)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Kom igång" })).toHaveCount(0);
  await portal.admin.query("delete from end_users where first_name = 'Signe'");
  // Other people have just come in at that door.
  await portal.admin.query("delete from door_events where kind = 'access'");
  await portal.admin.query("delete from shared_door_events");
  await system.from("organization_controllers").delete().eq("organization_id", organization_id);
  await retryNow(portal);
});

// web/features/overview/components/system-overview.test.tsx tests the page's contents; web/app/why-not-open.test.tsx tests them for an
// organisation and an old refusal.
// Covers: 2.9
test("the keyboard steps through passages, and two presses lead to why a person did not get in", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson, gateId } = await mainWorld(portal);
  const person = await savePerson({ firstName: "Alvar", lastName: "Skisslund", pin: "730281" });
  await portal.admin.query("delete from access_logs; delete from door_events");
  await portal.admin.query(
    `insert into access_logs (plate_number, controller_id, access_granted, access_reason, detected_at)
     select 'MLB84A', $1, i <= 7, case when i <= 7 then 'valid_credential' else 'no_match' end, now() from generate_series(1, 9) i`,
    [gateId],
  );
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     select gen_random_uuid(), now() - interval '2 days', now(), a.controller_id, a.access_point_id, c.organization_id, 'access', false, 'expired', c.id
     from credentials c join controller_assignments a on a.credential_id = c.id where c.end_user_id = $1 limit 1`,
    [person],
  );
  await signIn(portal.accounts.system);
  await page.goto("/system-admin");
  const chart = page.getByRole("slider", { name: /^Passager per timme/ });
  await chart.focus();
  const lastBars = async () => {
    const said: string[] = [];
    for (const key of ["End", "ArrowLeft", "ArrowLeft"]) {
      await page.keyboard.press(key);
      said.push((await chart.getAttribute("aria-valuetext"))?.split(": ").at(-1) ?? "");
    }
    return said.join(" | ");
  };
  // Their bar is the last one, or the last but one if the hour has turned since.
  await expect
    .poll(lastBars)
    .toMatch(/^(0 beviljade, 0 nekade \| )?7 beviljade, 2 nekade \| 0 beviljade, 0 nekade( \||$)/);
  await expect(page.getByRole("link", { name: "Garage Kajen: online" })).toBeVisible();
  await expectAccessible(page);

  const presses = await countPresses(page);
  await page.getByRole("button", { name: /^Sök/ }).click();
  const palette = page.getByRole("dialog");
  const why = palette.getByRole("group", { name: "Varför" });
  await palette.getByRole("searchbox").fill("alvar skiss");
  await expect(why).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await why.getByRole("menuitem", { name: /^Alvar Skisslund kom inte in i Dörr \d · \d{4}-/ }).click();
  await expect(page.getByRole("dialog", { name: /^Alvar kom inte in i Dörr \d$/ })).toContainText("Portalen ville");
  expect(await presses()).toBe(2);
  await portal.admin.query("delete from end_users where id = $1", [person]);
});

// Covers: /org-admin/access-logs, 2.34
test("the overview extends what ends and undoes it, explains a refusal, and shows a new attempt", async ({
  page,
  portal,
  signIn,
}) => {
  const { doorIds, savePerson } = await mainWorld(portal);
  const [doorId = ""] = doorIds;
  const { rows } = await portal.admin.query<{ token: string; name: string }>(
    "select device_door_token as token, coalesce(door_name, name) as name from access_points where id = $1",
    [doorId],
  );
  const door = rows[0] ?? { token: "", name: "" };
  const pending = async () => (await portal.admin.query("select from device_sync where pending")).rowCount;
  const punch = async (pin: string) => {
    portal.axis.punch(door.token, pin);
    await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");
  };
  await portal.admin.query("delete from controller_assignments where access_point_id = $1", [doorId]);
  await expect.poll(pending).toBe(0);
  await punch("4816");
  const folke = await savePerson({ firstName: "Folke", lastName: "Demolund", plate: "FLK 310" });
  await portal.admin.query(
    "update credentials set valid_to = (now() at time zone 'Europe/Stockholm' + interval '3 days') at time zone 'Europe/Stockholm' where end_user_id = $1",
    [folke],
  );

  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  // One press on the first page extends what ends soon, and one undoes it.
  const ending = page.getByRole("list", { name: "Går ut inom 30 dagar" });
  await expect(ending).toContainText("Om 3 dagar");
  await expectAccessibleInBothThemes(page);
  await ending.getByRole("button", { name: "Förläng Folke Demolund" }).click();
  const toast = page.getByRole("status").filter({ hasText: "Folke Demolund är förlängd" });
  await expect(toast).toContainText(/Gäller till \d+ \S+ \d{4}/);
  await expect(ending.getByRole("listitem")).toHaveCount(0);
  await toast.getByRole("button", { name: "Ångra" }).click();
  await expect(ending).toContainText("Om 3 dagar");
  await portal.admin.query("delete from end_users where id = $1", [folke]);

  await page.getByRole("link", { name: "Åtkomstloggar" }).click();
  const log = page.getByRole("grid", { name: "Åtkomstloggar" });
  await log.getByRole("row").filter({ hasText: "Alva Exempelsson" }).click();
  const drawer = page.getByRole("dialog", { name: `Alva kom inte in i ${door.name}` });
  await expect(drawer).toContainText(`inte ${door.name}.`);
  await expect(drawer).toContainText(`Neka: ${door.name} var inte tilldelat`);
  await expect(drawer).toContainText("Alla tre stämmer överens");
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(drawer).toBeHidden();

  // Repeats the operation from the person's row.
  await page.goto("/org-admin/end-users");
  await page.getByRole("row").filter({ hasText: "Alva Exempelsson" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Varför" }).click();
  await expect(drawer).toContainText(`inte ${door.name}.`);
  await page.keyboard.press("Escape");

  await expect(drawer).toBeHidden();
  await page.mouse.move(0, 0); // New rows wait under the pointer.
  await punch("905172");
  await expect(log.getByRole("row").filter({ hasText: "Okänd kod" })).toContainText("Ingen matchning");
  await page.getByRole("button", { name: "Alla händelser Status" }).click();
  await page.getByRole("option", { name: "Beviljade" }).click();
  await expect(page.getByText("Inga händelser matchar")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Rensa filter" }).click();
  await expect(page.getByText("Alva Exempelsson")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});

// web/features/passages/components/granted-dialog.test.tsx tests what a reason is; tests/integration/audit/audit-words.test.ts tests that
// it is in the event log.
// Covers: running.20
test("in a housing association who was let in is shown after a reason", async ({ page, portal, signIn }) => {
  const { doorIds, savePerson } = await mainWorld(portal);
  const { rows } = await portal.admin.query<{ token: string }>(
    "select device_door_token as token from access_points where id = $1",
    [doorIds[1]],
  );
  await savePerson({ firstName: "Selma", lastName: "Hemkommen", pin: "730516" });
  await expect.poll(async () => (await portal.admin.query("select from device_sync where pending")).rowCount).toBe(0);
  await portal.admin.query("update organizations set kind = 'housing' where id = $1", [
    portal.accounts.nord.organizationId,
  ]);
  const [{ token } = { token: "" }] = rows;
  portal.axis.punch(token, "730516");
  portal.axis.punch(token, "112233");
  await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");

  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/access-logs?show=all");
  const log = page.getByRole("grid", { name: "Åtkomstloggar" });
  await expect(log.getByText("Okänd kod").first()).toBeVisible();
  await expect(log.getByText("Selma Hemkommen")).toHaveCount(0);
  await expect(page.getByText("Beviljade passager visas när du har angett ett skäl.")).toBeVisible();
  await page.getByRole("button", { name: "Visa beviljade" }).click();
  const question = page.getByRole("alertdialog", { name: "Visa beviljade" });
  await question.getByRole("button", { name: /Skäl/ }).click();
  await page.getByRole("option", { name: "Annat" }).click();
  await question.getByRole("button", { name: "Visa beviljade" }).click();
  await expect(question.getByText("Skriv skälet, minst tre tecken.")).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await question.getByRole("textbox", { name: /Kommentar/ }).fill("Inbrott i förrådet");
  await question.getByRole("button", { name: "Visa beviljade" }).click();
  await expect(log.getByText("Selma Hemkommen")).toBeVisible();
  await expect(page.getByText(/^Beviljade passager visas till \d\d:\d\d\. Det står i händelseloggen\.$/)).toBeVisible();
  // The address has changed too, and earlier rows are dimmed until the new ones are there.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectAccessible(page);
  await portal.admin.query("update organizations set kind = 'other'");
});

// This step comes last, because its opening becomes a passage that must not be in the log above.
// Covers: task.5
test("a board explains a refusal in one press and opens a door in three from the overview", async ({
  page,
  portal,
  signIn,
}) => {
  const { doorIds } = await mainWorld(portal);
  const { rows } = await portal.admin.query<{ token: string; name: string }>(
    "select device_door_token as token, coalesce(door_name, name) as name from access_points where id = $1",
    [doorIds[0]],
  );
  const door = rows[0] ?? { token: "", name: "" };
  portal.axis.punch(door.token, "9999");
  await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");
  const refusals = async () =>
    (await portal.admin.query("select from door_events where kind = 'access' and granted = false")).rowCount;
  await expect.poll(refusals).toBeGreaterThan(0);

  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  const refused = page.getByRole("list", { name: "Nekade sedan i går" });
  await expect(refused.getByRole("listitem").first()).toContainText(door.name);
  await expect(page.getByRole("heading", { name: "Dörrar som är öppna eller larmar" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  let presses = await countPresses(page);
  await refused.getByRole("link").first().click();
  await expect(page.getByRole("dialog", { name: `Okänd kod i ${door.name}` })).toBeVisible();
  expect(await presses()).toBe(1);

  await page.goto("/org-admin");
  presses = await countPresses(page);
  await page.getByRole("link", { name: "Öppna dörr" }).click();
  await page.getByRole("button", { name: `Öppna ${door.name}` }).click();
  const question = page.getByRole("dialog", { name: `Öppna ${door.name}` });
  await question.getByRole("radio", { name: "Leverans" }).press("Space");
  await question.getByRole("button", { name: "Öppna dörren" }).click();
  await expect(page.getByText(/^Öppnad \d\d:\d\d$/)).toBeVisible();
  expect(await presses()).toBe(3);
});

// Covers: task.3
test("a board opens a gate in three presses from the overview, once, and the log says who and why", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  const before = portal.axxon.openings.length;
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  const presses = await countPresses(page);
  await page.getByRole("link", { name: "Öppna dörr" }).click();
  await page.getByRole("button", { name: "Öppna Infart Norr" }).click();
  const question = page.getByRole("dialog", { name: "Öppna Infart Norr" });
  await question.getByRole("radio", { name: "Leverans" }).press("Space");
  await question.getByRole("button", { name: "Öppna grinden" }).dblclick();
  await expect(page.getByText(/^Öppnad \d\d:\d\d$/)).toBeVisible();
  expect(await presses()).toBe(4); // Three of them, and the second half of the double click.
  expect(portal.axxon.openings).toHaveLength(before + 1);
  await page.goto("/org-admin/access-logs?log=gates");
  await expect(page.getByText(/Leverans/).first()).toBeVisible();
});

// web/features/people/permissions/readable-codes.test.ts and tests/integration/weekly-codes/own-weekly-codes.test.ts test which codes.
// Covers: task.5
test("a board reads and hands over this week's code in two presses from the overview", async ({
  page,
  portal,
  signIn,
}) => {
  const { system, controllerId } = await mainWorld(portal);
  const made = await callFunction(system, "generate-weekly-codes", {
    action: "generate",
    controllerIds: [controllerId],
    weeks: 1,
  });
  expect(made.status).toBe(200);
  const digits = z.object({ codes: z.array(z.object({ code: z.string() })) }).parse(made.body).codes[0]?.code ?? "";

  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  const codes = page.getByRole("list", { name: "Veckans kod" });
  await expect(codes.getByRole("listitem")).toHaveCount(1);
  await expect(codes).toContainText("Garage Kajen");
  expect(await page.content()).not.toContain(digits);
  await expectAccessibleInBothThemes(page);
  const presses = await countPresses(page);
  await codes.getByRole("button", { name: "Visa PIN-kod för Garage Kajen" }).click();
  await expect(codes.getByText(digits)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await codes.getByRole("button", { name: "Lämna över koden, Garage Kajen" }).click();
  await expect(page.getByRole("dialog").getByText(digits)).toBeVisible();
  expect(await presses()).toBe(2);
  const { rows } = await portal.admin.query(
    "select from audit where action = 'weekly_code_revealed' and subject_id = $1",
    [controllerId],
  );
  expect(rows).toHaveLength(1);
});

/** The limit of a good page of Core Web Vitals: the share of the window that moves, times the distance. */
const SHIFT_MAX = 0.1;

test("a board's overview does not jump while its answers come one after the other", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  await signIn(portal.accounts.nord);
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += Number(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  // Each answer waits for the former one and a drawn frame.
  let former = Promise.resolve();
  await page.route(/\/(rest|functions)\/v1\//, async (route) => {
    const before = former;
    const { promise, resolve } = Promise.withResolvers<void>();
    former = promise;
    await before;
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await route.continue();
    resolve();
  });
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto("/org-admin");
  await expect(page.getByRole("heading", { name: "Går ut inom 30 dagar" })).toBeVisible();
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  expect(await page.evaluate(() => Number(Reflect.get(Reflect.get(window, "seen"), "shift")))).toBeLessThan(SHIFT_MAX);
});
