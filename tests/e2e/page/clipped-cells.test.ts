// Tests every table of pages and dialogs with long values: no head and no value is cut at any width, in both languages.
// Covers: feel.6, page.1
import { expect, type Locator, type Page } from "@playwright/test";
import { setUnlockHours } from "#simulators/axis/unlock-hours.ts";
import { inEnglish } from "#tests/e2e/english.ts";
import { clippedIn } from "#tests/e2e/page/clipped.ts";
import { PLACES } from "#tests/e2e/page/clipped-places.ts";
import { longNames, ORDINARY_NAME } from "#tests/e2e/page/long-names.ts";
import { realAnswer } from "#tests/e2e/real-answer.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

test.use({ world: "clipped-cells" });

const WIDTHS = [1440, 1280, 1024, 800, 360];

/** Ties a door to the unit's own hours. The portal reads its doors anew, so descriptions are made longer afterwards. */
async function unlockHours(portal: TestPortal): Promise<void> {
  const { system, controllerId } = await mainWorld(portal);
  const known = () => portal.admin.query("select from access_points where unlock_hours is not null");
  if ((await known()).rowCount !== 0) return;
  const schedules = ["standard_office_hours", "standard_weekends"];
  portal.axis.faults.editByHand((state) => setUnlockHours(state, portal.axis.doorTokens[1] ?? "", schedules));
  await callFunction(system, "axis-proxy", { action: "SYNC_ACCESS_POINTS", controller_id: controllerId });
  expect((await known()).rowCount).toBe(1);
}

/** Adds the unit's own hours, this week's code, a linked and a dismissed reading, differences of a unit, and a group with hours. */
async function everyTable(portal: TestPortal): Promise<void> {
  await unlockHours(portal);
  await longNames(portal);
  const { system, controllerId, doorIds, gateId } = await mainWorld(portal);
  if ((await portal.admin.query("select from weekly_codes")).rowCount !== 0) return;
  const made = await callFunction(system, "generate-weekly-codes", {
    action: "generate",
    weeks: 2,
    controllerIds: [controllerId],
  });
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 200 });
  await portal.admin.query(
    `insert into plate_aliases (controller_id, organization_id, credential_id, plate_number)
     select a.controller_id, c.organization_id, c.id, 'MLBB4A' from credentials c
     join controller_assignments a on a.credential_id = c.id where c.display_value = 'MLB 84A'`,
  );
  await portal.admin.query(
    `with m as (insert into plate_near_misses (controller_id, plate_number, last_read_at) values ($1, 'MLB84Q', now()) returning id)
     insert into plate_near_miss_candidates (near_miss_id, organization_id, credential_id, place, dismissed_at)
     select m.id, c.organization_id, c.id, 1, now() from m, credentials c where c.display_value = 'MLB 84A'`,
    [gateId],
  );
  // No worker compares the gate, so nothing replaces this report.
  const items = [
    {
      kind: "unknown_object",
      object: "user",
      token: "Axis-00408c18:1632477212.410591000",
      name: "Fastighetsskötarens huvudnyckel till soprum och cykelförråd",
      carries_pin: true,
    },
    { kind: "orphan_found", object: "credential", token: "WP-C-7d1f" },
  ];
  await portal.admin.query(
    `insert into drift_reports (controller_id, compared_at, users, credentials, total_items, items)
     values ($1, now(), 2, 2, $2, $3::jsonb)`,
    [gateId, items.length, JSON.stringify(items)],
  );
  // The installation's calendar and schedule are used by the organisation's group, which has a door and a gate.
  await portal.admin.query(
    `with s as (insert into schedules (name) values ('Städning varannan vecka, utom under sommaren') returning id),
          c as (insert into calendars (name) values ('Helgdagar och klämdagar för samtliga föreningar') returning id),
          h as (insert into schedule_hours (schedule_id, weekday, from_minute, to_minute, every_weeks, anchor)
                select s.id, d, 60 * d, 1200, 2, '2026-01-05' from s, generate_series(1, 7) d),
          d as (insert into calendar_days (calendar_id, first_day, last_day, name, hours)
                select c.id, '2026-12-20', '2027-01-06', 'Stängt för ombyggnad av tvättstugan', '[]' from c),
          u as (insert into schedule_calendars select s.id, c.id, 0 from s, c),
          g as (insert into access_groups (organization_id, name) values ($1, 'Fastighetsskötare och lokalvårdare') returning id),
          m as (insert into access_group_members (group_id, organization_id, end_user_id)
                select g.id, $1, p.id from g, end_users p where p.organization_id = $1)
     insert into access_group_doors (group_id, organization_id, controller_id, access_point_id, schedule_id)
     select g.id, $1, a.controller_id, a.id, s.id from g, s, access_points a where a.id = any ($2::uuid[])
     union all select g.id, $1, $3, null, null from g`,
    [portal.accounts.nord.organizationId, doorIds, gateId],
  );
}

/** Gives every credential the permanent state with the longest word. */
async function everythingWaits(page: Page): Promise<void> {
  await page.route("**/rest/v1/**", async (route) => {
    const response = await realAnswer(route);
    const body = (await response.text()).replaceAll('"state":"synced"', '"state":"pending"');
    await route.fulfill({ response, body });
  });
}

/** Returns a button, a tab, or an item of the menu that is open. */
function pressOf(page: Page, name: RegExp): Locator {
  return page
    .getByRole("menuitem", { name })
    .or(page.getByRole("button", { name }))
    .or(page.getByRole("tab", { name }))
    .filter({ visible: true })
    .first();
}

async function laidOut(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
}

/** Tells whether an ordinary name stands in its list without an ellipsis. */
function isNameWhole(page: Page): Promise<boolean> {
  const { firstName, lastName } = ORDINARY_NAME;
  const name = page.getByText(`${firstName} ${lastName}`, { exact: true }).filter({ visible: true }).first();
  return name.evaluate(
    (text) => text.scrollHeight <= text.clientHeight + 1 && text.scrollWidth <= text.clientWidth + 1,
  );
}

for (const language of ["sv", "en"] as const)
  for (const role of ["system", "nord"] as const)
    test(`no head and no value of a table is clipped (${role}, ${language})`, async ({ page, portal, signIn }) => {
      await everyTable(portal);
      const { doorIds } = await mainWorld(portal);
      const { rows } = await portal.admin.query<{ id: string }>("select id from end_users where first_name = 'Alva'");
      const ids = new Map([
        ["DOOR", doorIds[0] ?? ""],
        ["PERSON", rows[0]?.id ?? ""],
      ]);
      await signIn(portal.accounts[role]);
      if (language === "en") await inEnglish(page);
      await everythingWaits(page);
      // A dialog that does not open fails by its own name, not by the test's time limit.
      page.setDefaultTimeout(paced(20_000));
      for (const { path, presses = [], lists = [] } of PLACES[role]) {
        const name = [path, ...presses].join(" ");
        await page.setViewportSize({ width: 1440, height: 900 });
        await turnTo(
          page,
          path.replace(/DOOR|PERSON/, (word) => ids.get(word) ?? ""),
        );
        await expect(page.locator("[aria-busy=true]"), name).toHaveCount(0);
        for (const press of presses) await pressOf(page, press).click();
        const within = presses.length > 0 ? page.getByRole("dialog") : page.locator("main");
        await expect(within.locator("[data-list] tbody > tr:not([aria-hidden])").first(), name).toBeVisible();
        for (const list of lists) {
          const table = within.getByRole("grid", { name: list }).or(within.getByRole("table", { name: list }));
          await expect(table.locator("tbody > tr:not([aria-hidden])").first(), `${name} ${list}`).toBeVisible();
        }
        await expect(page.locator("[aria-busy=true]"), name).toHaveCount(0);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          await laidOut(page);
          expect.soft(await clippedIn(within), `${name} at ${width}`).toEqual([]);
          if ((width >= 1280 || (width === 1024 && role === "system")) && path.endsWith("/end-users"))
            expect.soft(await isNameWhole(page), `${name} at ${width}`).toBe(true);
        }
      }
    });
