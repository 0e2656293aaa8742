// Tests every table of pages and dialogs with long values: no head and no value is cut at any width, in both languages.
// Covers: feel.6, page.1
import { expect, type Locator, type Page } from "@playwright/test";
import { inEnglish } from "#tests/e2e/english.ts";
import { clippedIn } from "#tests/e2e/page/clipped.ts";
import { longNames, ORDINARY_NAME } from "#tests/e2e/page/long-names.ts";
import { realAnswer } from "#tests/e2e/real-answer.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { callFunction } from "#tests/support/client.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "clipped-cells" });

const WIDTHS = [1440, 1280, 1024, 800, 360];

interface Place {
  path: string;
  /** Pressed in order to open a dialog; the Swedish and the English name. */
  presses?: readonly RegExp[];
}

const PLACES: Record<"system" | "nord", readonly Place[]> = {
  system: [
    { path: "/system-admin" },
    { path: "/system-admin/organizations" },
    { path: "/system-admin/controllers" },
    { path: "/system-admin/controllers", presses: [/^(Veckokoder|Weekly codes)$/] },
    { path: "/system-admin/controllers", presses: [/^(Användare|Users)\b/] },
    {
      path: "/system-admin/controllers",
      presses: [/^(Fler åtgärder|More actions).*garageinfart 0$/, /^(Hantera åtkomstpunkter|Manage access points)/],
    },
    { path: "/system-admin/end-users" },
    { path: "/system-admin/access-logs" },
    { path: "/system-admin/access-logs?log=gates" },
    { path: "/system-admin/access-logs?log=doors" },
    { path: "/system-admin/doors" },
    { path: "/system-admin/plates" },
    { path: "/system-admin/admins" },
    { path: "/system-admin/sync" },
    { path: "/system-admin/events" },
  ],
  nord: [
    { path: "/org-admin/end-users" },
    { path: "/org-admin/access-logs" },
    { path: "/org-admin/access-logs?log=doors" },
    { path: "/org-admin/doors" },
    { path: "/org-admin/plates" },
    { path: "/org-admin/events" },
  ],
};

/** Adds this week's code, a linked reading and a dismissed one. */
async function everyTable(portal: TestPortal): Promise<void> {
  await longNames(portal);
  const { system, controllerId } = await mainWorld(portal);
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
}

/** Gives every credential the permanent state with the longest word. */
async function everythingWaits(page: Page): Promise<void> {
  await page.route("**/rest/v1/**", async (route) => {
    const response = await realAnswer(route);
    const body = (await response.text()).replaceAll('"state":"synced"', '"state":"pending"');
    await route.fulfill({ response, body });
  });
}

/** Returns a button, or an item of the menu that is open. */
function pressOf(page: Page, name: RegExp): Locator {
  return page.getByRole("menuitem", { name }).or(page.getByRole("button", { name })).filter({ visible: true }).first();
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
      await signIn(portal.accounts[role]);
      if (language === "en") await inEnglish(page);
      await everythingWaits(page);
      // A dialog that does not open fails by its own name, not by the test's time limit.
      page.setDefaultTimeout(20_000);
      for (const { path, presses = [] } of PLACES[role]) {
        const name = [path, ...presses].join(" ");
        await page.setViewportSize({ width: 1440, height: 900 });
        await turnTo(page, path);
        await expect(page.locator("[aria-busy=true]"), name).toHaveCount(0);
        for (const press of presses) await pressOf(page, press).click();
        const within = presses.length > 0 ? page.getByRole("dialog") : page.locator("main");
        await expect(within.locator("[data-list] tbody > tr:not([aria-hidden])").first(), name).toBeVisible();
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
