// Covers: /system-admin, /org-admin
import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";

test.use({ world: "overviews" });

const card = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) }).last();

// The first steps, which take the figures' place (tests/e2e/first-admin.test.ts), are over.
test.beforeEach(({ portal }) =>
  portal.admin.query(
    "insert into private.first_openings (organization_id, opened_at) select id, now() from organizations on conflict do nothing",
  ),
);

/** Presses of a page's document since `begin`. */
function countPresses(page: Page) {
  return {
    begin: () =>
      page.evaluate(() => {
        let presses = 0;
        addEventListener("pointerdown", () => (presses += 1), true);
        Object.assign(globalThis, { pressesMade: () => presses });
      }),
    // Fails in another document, whose presses nobody counts.
    made: (): Promise<number> => page.evaluate(() => Reflect.get(globalThis, "pressesMade")()),
  };
}

// Covers: 2.8, 2.9
test("a system admin sees the three counts, passages by hour and day, stepped by the keyboard and as a table, and a controller that does not answer", async ({
  page,
  portal,
  signIn,
}) => {
  const { controllerId, gateId } = await mainWorld(portal);
  await portal.admin.query("delete from access_logs");
  await portal.admin.query(
    `insert into access_logs (plate_number, controller_id, access_granted, access_reason, detected_at)
     select 'MLB84A', $1::uuid, i <= 7, case when i <= 7 then 'valid_credential' else 'no_match' end, now() from generate_series(1, 9) i
     union all select 'MLB84A', $1::uuid, true, 'valid_credential', now() - interval '10 days'`,
    [gateId],
  );
  const { rows } = await portal.admin.query<Record<string, string>>(
    `select (select count(*) from organizations) as organizations, (select count(*) from user_roles) as administrators,
       (select count(*) from user_roles where role = 'system_admin') as system,
       (select count(*) from controllers where enabled) as enabled, (select count(*) from controllers) as controllers`,
  );
  const counted = rows[0] ?? {};
  await signIn(portal.accounts.system);
  await page.goto("/system-admin");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: `Organisationer ${counted["organizations"]} totalt` })).toHaveAttribute(
    "href",
    "/system-admin/organizations",
  );
  const organization = Number(counted["administrators"]) - Number(counted["system"]);
  await expect(
    main.getByRole("link", {
      name: `Administratörer ${counted["administrators"]} ${counted["system"]} system, ${organization} organisation`,
    }),
  ).toHaveAttribute("href", "/system-admin/admins");
  await expect(
    main.getByRole("link", { name: `Styrenheter ${counted["enabled"]} aktiva enheter av ${counted["controllers"]}` }),
  ).toHaveAttribute("href", "/system-admin/controllers");

  const chart = page.getByRole("slider", { name: /^Passager per timme/ });
  await chart.focus();
  await page.keyboard.press("End");
  await expect(chart).toHaveAttribute("aria-valuetext", /: 7 beviljade, 2 nekade$/);
  await page.keyboard.press("ArrowLeft");
  await expect(chart).toHaveAttribute("aria-valuetext", /: 0 beviljade, 0 nekade$/);
  await page.getByRole("button", { name: "Visa som tabell" }).click();
  await expect(page.getByRole("region", { name: "Passager per timme" }).getByRole("row").nth(1)).toContainText(
    /7\s*2$/,
  );
  await page.getByRole("radio", { name: "30 dagar" }).click();
  const days = page.getByRole("region", { name: "Passager per dygn" });
  await expect(days.getByRole("row")).toHaveCount(31);
  await expect(days.getByRole("row").nth(1)).toContainText(/7\s*2$/);
  await expect(page.getByText("Beviljade 8")).toBeVisible();
  await expect(page.getByRole("table", { name: "Senaste passager" }).getByRole("row")).toHaveCount(6);
  await expectAccessible(page);

  await portal.axis.faults.offline();
  await portal.admin.query(
    "update controller_sync set verify_at = now(), next_try_at = now() where controller_id = $1",
    [controllerId],
  );
  await expect(page.getByRole("link", { name: "Garage Kajen: svarar inte" })).toBeVisible();
  await expect(page.getByRole("main").getByText("Svarar inte.")).toBeVisible();
  await portal.axis.faults.online();
  await portal.admin.query("update controller_sync set next_try_at = now() where controller_id = $1", [controllerId]);
  await expect(page.getByRole("link", { name: "Garage Kajen: online" })).toBeVisible();
});

// Covers: 2.34
test("an org admin sees the two counts, what ends within 30 days by date, and that all is in step", async ({
  page,
  portal,
  signIn,
}) => {
  const world = await mainWorld(portal);
  const person = await world.savePerson({ firstName: "Folke", lastName: "Demolund", plate: "FLK 310" });
  await portal.admin.query("update credentials set valid_to = now() + interval '3 days' where end_user_id = $1", [
    person,
  ]);
  await world.savePerson({ firstName: "Greta", lastName: "Testgren", plate: "GRT 001" });
  await portal.admin.query(
    "update credentials set valid_to = now() - interval '1 hour', valid_from = now() - interval '1 day' where credential_value = 'GRT 001'",
  );
  const { rows } = await portal.admin.query<{ people: string; active: string }>(
    `select (select count(*) from end_users where organization_id = $1) as people,
       (select count(*) from credentials where organization_id = $1 and enabled and valid_from <= now() and (valid_to is null or valid_to > now())) as active`,
    [portal.accounts.nord.organizationId],
  );
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  await expect(page.getByRole("heading", { name: "Organisationsöversikt" })).toBeVisible();
  await expect(card(page, `Användare ${rows[0]?.people} totalt`)).toBeVisible();
  await expect(card(page, `Aktiva behörigheter ${rows[0]?.active} giltiga just nu`)).toBeVisible();
  const ending = page.getByRole("list", { name: "Går ut inom 30 dagar" });
  await expect(ending.getByRole("listitem")).toHaveCount(1);
  await expect(ending.getByRole("link", { name: "Folke Demolund" })).toHaveAttribute(
    "href",
    `/org-admin/end-users?person=${person}`,
  );
  await expect(ending).toContainText("Om 3 dagar");
  await expect(page.getByText("Allt är synkat.")).toBeVisible();
  await expectAccessible(page);

  // One press from the first page, from the end of what is left; and back.
  await ending.getByRole("button", { name: "Förläng Folke Demolund" }).click();
  const toast = page.getByRole("status").filter({ hasText: "Folke Demolund är förlängd" });
  await expect(toast).toContainText(/Gäller till \d+ \S+ \d{4}/);
  await expect(ending.getByRole("listitem")).toHaveCount(0);
  await toast.getByRole("button", { name: "Ångra" }).click();
  await expect(ending).toContainText("Om 3 dagar");

  // Who has ended stands in a list of its own, and is extended there by one press too.
  await page.getByRole("link", { name: "Visa utgångna" }).click();
  const people = page.getByRole("grid", { name: "Användare" });
  await expect(people.getByRole("row")).toHaveCount(2);
  await expect(people).toContainText("Greta Testgren");
  await people.getByRole("button", { name: "Förläng Greta Testgren" }).click();
  await expect(page.getByText("Inga användare matchar sökningen")).toBeVisible();
  await page.getByRole("button", { name: "Ångra" }).click();
  await expect(people).toContainText("Greta Testgren");
  await portal.admin.query("delete from end_users where id = $1 or first_name = 'Greta'", [person]);
});

// Each of the sentences: web/features/people/credential-answer.test.ts.
test("why a person's code does not open is said after two presses from the overview", async ({
  page,
  portal,
  signIn,
}) => {
  const world = await mainWorld(portal);
  await expect.poll(async () => (await portal.admin.query("select from device_sync where pending")).rowCount).toBe(0);
  await portal.axis.faults.offline();
  const cilla = await world.savePerson({ firstName: "Cilla", lastName: "Skisslund", pin: "8351" });

  const presses = countPresses(page);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  await presses.begin();
  await page.getByRole("button", { name: /^Sök eller hoppa till/ }).click();
  await page.getByRole("dialog").getByRole("searchbox").fill("Cilla Skisslund");
  await page.getByRole("menuitem", { name: "Cilla Skisslund" }).click();
  await expect(page.getByRole("dialog").getByRole("region", { name: "Fungerar behörigheten?" })).toContainText(
    /Koden fungerar inte vid Dörr 1 och Dörr 2: den är inte skriven till Garage Kajen, som inte svarar\. Väntar sedan i dag/,
  );
  expect(await presses.made()).toBe(2);
  await expectAccessibleInBothThemes(page);
  await portal.axis.faults.online();
  await portal.admin.query("delete from end_users where id = $1", [cilla]);
  await retryNow(portal);
});

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
  const done = (count: number) => page.getByText(`${count} av 3 klara`, { exact: true });
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
  await expect(page.getByText(/ av 3 klara$/)).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Kom igång" })).toHaveCount(0);
  await portal.admin.query("delete from end_users where first_name = 'Signe'");
  // Others at that door have seen somebody come in.
  await portal.admin.query("delete from door_events where kind = 'access'");
  await portal.admin.query("delete from shared_door_events");
  await system.from("organization_controllers").delete().eq("organization_id", organization_id);
  await retryNow(portal);
});

test("why somebody did not get in is two presses from the overview by their name, to a system admin wide, to an organisation on a phone", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  const person = await savePerson({ firstName: "Alvar", lastName: "Skisslund", pin: "730281" });
  // Of eight and of two days ago: only the second is brought up unasked.
  const refuse = (days: number, reason: string) =>
    portal.admin.query(
      `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
       select gen_random_uuid(), now() - make_interval(days => $2), now(), a.controller_id, a.access_point_id, c.organization_id, 'access', false, $3, c.id
       from credentials c join controller_assignments a on a.credential_id = c.id where c.end_user_id = $1 limit 1`,
      [person, days, reason],
    );
  await refuse(8, "not_permitted");
  const presses = countPresses(page);
  const palette = page.getByRole("dialog");
  const why = palette.getByRole("group", { name: "Varför" });
  const search = async (text: string) => {
    const refusals = page.waitForResponse((response) => response.url().includes("/rest/v1/door_events?"));
    await palette.getByRole("searchbox").fill(text);
    await expect(palette.getByRole("menuitem", { name: "Alvar Skisslund" }).first()).toBeVisible();
    await refusals;
  };
  const open = async (area: string) => {
    await page.goto(area);
    await presses.begin();
    await page.getByRole("button", { name: /^Sök/ }).click();
  };
  const follow = async () => {
    await why.getByRole("menuitem", { name: /^Alvar Skisslund kom inte in i Dörr \d · \d{4}-/ }).click();
    await expect(page.getByRole("dialog", { name: /^Alvar kom inte in i Dörr \d$/ })).toContainText("Portalen ville");
    expect(await presses.made()).toBe(2);
  };
  await signIn(portal.accounts.system);
  await open("/system-admin");
  await search("alvar");
  await expect(why).toHaveCount(0);
  await refuse(2, "expired");
  await search("alvar skiss");
  await expectAccessible(page);
  await follow();

  await signIn(portal.accounts.nord);
  await page.setViewportSize({ width: 360, height: 780 });
  await open("/org-admin");
  await search("alvar");
  await expectAccessible(page);
  await follow();
  await portal.admin.query("delete from end_users where id = $1", [person]);
});

// Covers: /org-admin/access-logs
test("why somebody did not get in at a door is two presses from the overview, and a new attempt appears by itself", async ({
  page,
  portal,
  signIn,
}) => {
  const { doorIds } = await mainWorld(portal);
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

  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
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

  // The same from the person.
  await page.goto("/org-admin/end-users");
  await page.getByRole("row").filter({ hasText: "Alva Exempelsson" }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: `${door.name} · Nekad: saknar tillgång här` })
    .click();
  await expect(drawer).toContainText(`inte ${door.name}.`);
  await page.keyboard.press("Escape");

  await expect(drawer).toBeHidden();
  await page.mouse.move(0, 0); // new rows wait under the pointer
  await punch("905172");
  await expect(log.getByRole("row").filter({ hasText: "Okänd kod" })).toContainText("Ingen matchning");
  await page.getByRole("button", { name: "Nekade och larm Visa" }).click();
  await page.getByRole("option", { name: "Beviljade" }).click();
  await expect(page.getByText("Inga händelser matchar")).toBeVisible();
  await page.setViewportSize({ width: 360, height: 780 });
  await page.getByRole("button", { name: "Rensa filter" }).click();
  await expect(page.getByText("Alva Exempelsson")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});

// Covers: running.20
test("in a housing association who was let in is shown after a reason, which stands in the event log", async ({
  page,
  portal,
  signIn,
}) => {
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
  const exported = async () => {
    const waiting = page.waitForEvent("download");
    await page.getByRole("button", { name: "Exportera CSV" }).click();
    return readFile(await (await waiting).path(), "utf8");
  };
  const unexplained = await exported();
  expect(unexplained).toMatch(/;Okänd kod;;[^;]+;[^;]+;Nekad;Ingen matchning;\r\n/);
  expect(unexplained).not.toContain("Selma");
  await expect(
    page.getByText("Nekade visas först. Beviljade passager visas när du har angett ett skäl."),
  ).toBeVisible();
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
  // The address has changed too, and rows of before are dimmed until those of the new one are there.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expectAccessible(page);
  expect(await exported()).toMatch(/;Selma Hemkommen;;[^;]+;[^;]+;Beviljad;;Brf Norrgården\r\n/);
  await page.goto("/org-admin/events");
  await expect(page.getByText("exporterade loggen för dörrar och grindar")).toHaveCount(2);
  await expect(page.getByText("visade beviljade passager: annat, Inbrott i förrådet").first()).toBeVisible();
  await portal.admin.query("update organizations set kind = 'other'");
});
