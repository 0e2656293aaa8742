// Tests every list of both roles on a small laptop: two lines per row, visible actions, header rows that stay.
// Covers: feel.6
import { expect, type Page } from "@playwright/test";
import { longNames } from "#tests/e2e/page/long-names.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

const SMALL_LAPTOP = { width: 1024, height: 700 };
/** A4 between the usual margins. */
const PAPER = { width: 720, height: 1000 };
test.use({ world: "lists", viewport: SMALL_LAPTOP });

/** Height of two lines with a pill or a plate in one of them, and the row's padding. */
const TWO_LINES = 64;

const LISTS = {
  system: [
    "/system-admin/organizations",
    "/system-admin/controllers",
    "/system-admin/end-users",
    "/system-admin/access-logs",
    "/system-admin/access-logs?log=doors",
    "/system-admin/access-logs?log=gates",
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

interface Faults {
  tables: number;
  rows: number;
  tall: string[];
  outOfSight: string[];
  cutWithoutTitle: string[];
}

/** Finds, in the page, texts that a row hides and does not show elsewhere. */
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
        // Half a plate is another plate, whatever its title says.
        ...rows.flatMap((row) =>
          [...row.querySelectorAll("[data-plate]")]
            .filter((plate) => shown(plate) && plate.scrollWidth > plate.clientWidth + 1)
            .map((plate) => `the plate ${plate.getAttribute("title")}`),
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

/** Returns lists whose header leaves the place below the bar when they are scrolled. */
async function headsThatLeave(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const main = document.querySelector("main");
    if (main) main.style.paddingBottom = "2000px"; // Room to scroll below the shortest list.
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

const OTHER_WIDTHS = [680, 800, 1140, 1300, 1440];

for (const [role, lists] of Object.entries(LISTS))
  test(`at every width nothing is cut without a title, actions are in sight, and paper has lists (${role})`, async ({
    page,
    portal,
    signIn,
  }) => {
    await longNames(portal);
    await signIn(role === "system" ? portal.accounts.system : portal.accounts.nord);
    for (const path of lists) {
      await turnTo(page, path);
      await expect(page.locator("[data-list] tbody > tr:not([aria-hidden])").first(), path).toBeVisible();
      await expect(page.locator("[aria-busy=true]"), path).toHaveCount(0);
      const { tables, rows, ...faults } = await faultsOf(page);
      expect.soft(tables, path).toBeGreaterThan(0);
      expect.soft(rows, path).toBeGreaterThan(0);
      expect.soft(faults, path).toEqual({ tall: [], outOfSight: [], cutWithoutTitle: [] });
      expect.soft(await sharedNames(page), path).toEqual([]);
      for (const width of OTHER_WIDTHS) {
        await page.setViewportSize({ width, height: 700 });
        const { outOfSight, cutWithoutTitle, tall } = await laidOut(page);
        expect.soft({ outOfSight, cutWithoutTitle }, `${path} at ${width}`).toEqual({
          outOfSight: [],
          cutWithoutTitle: [],
        });
        if (width > 1024) expect.soft(tall, `${path} at ${width}`).toEqual([]);
      }
      await page.setViewportSize(SMALL_LAPTOP);
      await laidOut(page);
      expect.soft(await headsThatLeave(page), path).toEqual([]);
      await page.setViewportSize(PAPER);
      await page.emulateMedia({ media: "print" });
      await laidOut(page);
      expect.soft(await printedBesides(page), path).toEqual({ words: [], columns: 0, withoutState: 0, narrow: [] });
      await page.emulateMedia({ media: "screen" });
      await page.setViewportSize(SMALL_LAPTOP);
    }
  });

interface OnPaper {
  words: string[];
  columns: number;
  withoutState: number;
  narrow: (string | null)[];
}

/**
 * Returns faults on paper: words beside the lists and the page's heading, columns of buttons, states without their word, and unused width.
 */
async function printedBesides(page: Page): Promise<OnPaper> {
  return page.evaluate(() => {
    const shown = (element: Element) =>
      getComputedStyle(element).clipPath === "none" && element.getClientRects().length > 0;
    const words = (element: Element) => element.textContent.replaceAll(/\s+/g, " ").trim();
    const all = [...document.querySelectorAll("body *")].filter(
      (element) => element.childElementCount === 0 && words(element) !== "" && shown(element),
    );
    const switches = [...document.querySelectorAll("[data-list] label:has([role=switch])")];
    const rightOf = (element: Element) => element.getBoundingClientRect().right;
    return {
      narrow: [...document.querySelectorAll("[data-list] table")]
        .filter((table) => Math.max(...[...table.querySelectorAll("th[scope=col]")].map(rightOf)) < rightOf(table) - 1)
        .map((table) => table.getAttribute("aria-label")),
      words: all.filter((element) => element.closest("[data-list], h1") === null).map(words),
      columns: all.filter((element) => element.matches("th") && words(element) === "Åtgärder").length,
      withoutState: switches.filter((one) => ![...one.querySelectorAll("span")].some((part) => all.includes(part)))
        .length,
    };
  });
}

/** Waits until the page has answered the new width: two frames, since a row may be redrawn. */
async function laidOut(page: Page): Promise<Faults> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
  );
  return faultsOf(page);
}

/** Returns names shared by buttons of different rows. */
async function sharedNames(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll("[data-list] tbody > tr:not([aria-hidden]) button")];
    const names = buttons
      .filter((button) => button.getClientRects().length > 0)
      .map((button) => button.getAttribute("aria-label") ?? button.textContent.replaceAll(/\s+/g, " ").trim());
    return names.filter((name, place) => names.indexOf(name) !== place);
  });
}

test("a person's number of doors and gates is shown at every width", async ({ page, portal, signIn }) => {
  const { savePerson } = await mainWorld(portal);
  await savePerson({ firstName: "Sixten", lastName: "Siffersson", pin: "628417" });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  const alva = page.locator("[data-list]").getByRole("row").filter({ hasText: "Alva Exempelsson" });
  for (const width of [680, 800, 1024, 1140, 1440]) {
    await page.setViewportSize({ width, height: 700 });
    for (const said of ["Passager 2 dörrar", "Grindar 1"]) {
      await expect(alva.getByText(said, { exact: true }), `${width}`).toHaveCount(1);
      // The words are visible, or their sign and figure with a title.
      const box = await alva.getByTitle(said, { exact: true }).boundingBox();
      expect(box?.width, `${said} at ${width}`).toBeGreaterThan(20);
    }
  }
  // A revealed PIN, even the longest, leaves its state readable.
  await page.setViewportSize({ width: 1024, height: 700 });
  const sixten = page.locator("[data-list]").getByRole("row").filter({ hasText: "Sixten Siffersson" });
  await expect(sixten).toContainText("Synkad");
  await sixten.getByRole("button", { name: "Visa PIN-kod för Sixten Siffersson" }).click();
  await expect(sixten.getByRole("img", { name: "PIN 628417" })).toBeVisible();
  const isWhole = (word: Element) => word.clientWidth > 30 && word.scrollWidth <= word.clientWidth;
  expect(await sixten.getByText("Synkad", { exact: true }).evaluate(isWhole)).toBe(true);
});

test("filter, order and rows a page survive a reload, the way back and a link that was shared", async ({
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  await portal.admin.query(
    `insert into end_users (organization_id, first_name, last_name)
     select $1, 'Lista', 'Nummer ' || lpad(i::text, 2, '0') from generate_series(1, 60) i`,
    [portal.accounts.nord.organizationId],
  );
  await portal.admin.query(
    `insert into credentials (end_user_id, credential_type, credential_value, vehicle_type, validity_period, valid_from, valid_to)
     select id, 'license_plate', 'LST' || right(last_name, 2) || 'A', 'Personbil', '12_months', now(), now() + interval '1 year' from end_users where first_name = 'Lista'`,
  );
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  const vehicles = page.getByRole("radio", { name: "Endast Fordon" });
  await vehicles.click();
  await page.getByRole("button", { name: /Ordning/ }).click();
  await page.getByRole("option", { name: "Namn A–Ö" }).click();
  await page.getByRole("button", { name: /per sida/ }).click();
  await page.getByRole("option", { name: "25 per sida" }).click();
  await page.getByRole("button", { name: "Nästa sida" }).click();
  const expectIt = async () => {
    await expect(page.getByText(/^26–50 av 6\d$/)).toBeVisible();
    await expect(vehicles).toBeChecked();
    await expect(page.getByRole("button", { name: /Namn A–Ö/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /25 per sida/ })).toBeVisible();
  };
  await expectIt();
  const shared = page.url();
  await page.reload();
  await expectIt();
  await page.getByRole("link", { name: "Översikt" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Översikt" })).toBeVisible();
  await page.goBack();
  await expectIt();
  await page.goto("about:blank");
  await page.goto(shared);
  await expectIt();
});
