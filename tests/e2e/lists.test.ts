// Every list of both roles on a small laptop: two lines a row, what can be done in sight, heads that stay.
// Covers: feel.6
import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser.ts";
import type { TestPortal } from "#tests/support/build-portal.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "lists", viewport: { width: 1024, height: 700 } });

/** Two lines with a pill or a plate in one of them, and the row's own room. */
const TWO_LINES = 64;

const LISTS = {
  system: [
    "/system-admin/organizations",
    "/system-admin/controllers",
    "/system-admin/end-users",
    "/system-admin/access-logs",
    "/system-admin/access-logs?log=doors",
    "/system-admin/doors",
    "/system-admin/plates",
    "/system-admin/admins",
    "/system-admin/sync",
    "/system-admin/events",
  ],
  nord: [
    "/org-admin/end-users",
    "/org-admin/access-logs",
    "/org-admin/doors",
    "/org-admin/plates",
    "/org-admin/events",
  ],
} as const;

/** Names that no column has room for. */
async function longNames(portal: TestPortal): Promise<void> {
  const { savePerson, controllerId, gateId } = await mainWorld(portal);
  const near = () => portal.admin.query("select from plate_near_misses");
  if ((await near()).rowCount !== 0) return;
  await savePerson({
    firstName: "Maximiliana-Konstantinopel",
    lastName: "Exempelssonsdotter-Provberg af Attrappholm",
    pin: "739164",
    plate: "MLB 19D",
  });
  await portal.axxon.drive("MLB84A");
  await portal.axxon.drive("MLB19Q");
  const renamed = [controllerId, gateId].map((id, place) => [
    id,
    `Bostadsrättsföreningens norra garageinfart ${place}`,
  ]);
  for (const [id, name] of renamed)
    await portal.admin.query("update controllers set name = $2 where id = $1", [id, name]);
  await portal.admin.query(
    `update organizations set name = 'Bostadsrättsföreningen Norrgården vid Sydhamnens inre kaj',
       description = 'Industriområde med lastkaj, kontor och två grindar, delat med grannarna' where id = $1`,
    [portal.accounts.nord.organizationId],
  );
  await portal.admin.query("update access_points set description = repeat('Dörren till garaget ', 5)");
  await expect.poll(async () => (await near()).rowCount).toBe(1);
  portal.axis.punch(portal.axis.doorTokens[0] ?? "", "112233");
  const refused = () => portal.admin.query("select from door_events where granted = false");
  await expect.poll(async () => (await refused()).rowCount).toBe(1);
}

interface Faults {
  tables: number;
  rows: number;
  tall: string[];
  outOfSight: string[];
  cutWithoutTitle: string[];
}

/** Measured in the page: what a row hides, and what it does not say elsewhere. */
async function faultsOf(page: Page): Promise<Faults> {
  return page.evaluate((limit) => {
    const rows = [...document.querySelectorAll("[data-list] tbody > tr:not([data-group], [aria-hidden])")];
    const shown = (element: Element) => element.getClientRects().length > 0;
    const words = (element: Element) => element.textContent.replaceAll(/\s+/g, " ").trim();
    const isCut = (element: Element) => {
      const style = getComputedStyle(element);
      return (
        style.overflow !== "visible" &&
        style.display !== "table-cell" &&
        !style.clipPath.startsWith("inset") &&
        element.clientWidth > 1 &&
        words(element) !== "" &&
        (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
      );
    };
    const titleOf = (element: Element) => element.closest("[title]") ?? element.querySelector("[title]");
    return {
      tables: document.querySelectorAll("[data-list] table").length,
      rows: rows.length,
      tall: rows.filter((row) => row.getBoundingClientRect().height > limit).map(words),
      outOfSight: [
        ...(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : []),
        ...rows.flatMap((row) =>
          [...row.querySelectorAll("button, a")]
            .filter((control) => {
              const cell = control.closest("td, th")?.getBoundingClientRect();
              const box = control.getBoundingClientRect();
              return shown(control) && (!cell || box.left < cell.left - 1 || box.right > cell.right + 1);
            })
            .map((control) => control.getAttribute("aria-label") ?? words(control)),
        ),
      ],
      cutWithoutTitle: rows.flatMap((row) =>
        [...row.querySelectorAll("td *, th *")]
          .filter((element) => shown(element) && isCut(element) && titleOf(element) === null)
          .map(words),
      ),
    };
  }, TWO_LINES);
}

/** Scrolled past its first row, each list's head still stands below the bar. */
async function headsThatLeave(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector("main");
    if (main) main.style.paddingBottom = "2000px"; // room to scroll below the shortest list
    return [...document.querySelectorAll("[data-list] table")].flatMap((table) => {
      const head = table.querySelector("th");
      const row = table.querySelector("tbody > tr:last-child");
      if (!head || !row) return ["a table without a head or a row"];
      const bar = Number.parseFloat(getComputedStyle(head).top) || 0;
      scrollTo(0, 0);
      scrollTo(0, head.getBoundingClientRect().top - bar + 12);
      const { top } = head.getBoundingClientRect();
      return Math.abs(top - bar) <= 1 ? [] : [`${table.getAttribute("aria-label")}: ${top} px, not ${bar} px`];
    });
  });
}

for (const [role, lists] of Object.entries(LISTS))
  test(`at 1024 px rows have two lines, and what can be done with them is in sight (${role})`, async ({
    page,
    portal,
    signIn,
  }) => {
    await longNames(portal);
    await signIn(role === "system" ? portal.accounts.system : portal.accounts.nord);
    for (const path of lists) {
      await page.goto(path);
      await expect(page.locator("[data-list] tbody > tr:not([aria-hidden])").first(), path).toBeVisible();
      await expect(page.locator("[aria-busy=true]"), path).toHaveCount(0);
      const { tables, rows, ...faults } = await faultsOf(page);
      expect.soft(tables, path).toBeGreaterThan(0);
      expect.soft(rows, path).toBeGreaterThan(0);
      expect.soft(faults, path).toEqual({ tall: [], outOfSight: [], cutWithoutTitle: [] });
      expect.soft(await headsThatLeave(page), path).toEqual([]);
    }
  });
