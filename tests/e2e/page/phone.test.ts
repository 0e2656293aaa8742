// Tests width, headings and hints of every page where there is little room or no keyboard.
// Covers: feel.4
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { pagesOf } from "#tests/e2e/area-pages.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "phone" });

/** Returns groups of buttons, beside a page's heading or in the bar that holds them on phones, that take two lines or leave the screen. */
async function brokenHeads(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth > innerWidth) return ["the page scrolls sideways"];
    const head = document.querySelector("main h1")?.parentElement?.parentElement;
    if (!head) return ["a page without a head"];
    const groups = [...head.children].filter((group) => group.querySelector("h1") === null);
    return groups.flatMap((group) => {
      const buttons = [...group.querySelectorAll("button, a")].filter((button) => button.getClientRects().length > 0);
      const boxes = buttons.map((button) => button.getBoundingClientRect());
      const isOneLine = new Set(boxes.map(({ top }) => Math.round(top))).size <= 1;
      const isInside = boxes.every(({ left, right }) => left >= 0 && right <= innerWidth);
      return isOneLine && isInside ? [] : [buttons.map((button) => button.textContent).join(", ")];
    });
  });
}

async function expectInOneLine(page: Page, text: string, link: string): Promise<void> {
  const main = page.getByRole("main");
  await expect(main.getByText(text, { exact: true })).toBeVisible();
  // Cards above them may still come, and move the one between the two looks.
  await expect
    .poll(async () => {
      const said = await main.getByText(text, { exact: true }).boundingBox();
      const beside = await main.getByRole("link", { name: link, exact: true }).boundingBox();
      return said && beside && { isBeside: beside.x > said.x + said.width, isInLine: beside.y < said.y + said.height };
    })
    .toEqual({ isBeside: true, isInLine: true });
}

for (const area of ["system", "org"] as const)
  test(`at 360 px no page scrolls sideways, and the buttons of its head stand in one line (${area})`, async ({
    page,
    portal,
    signIn,
  }) => {
    await mainWorld(portal);
    await portal.axxon.drive("MLB84A"); // A passage that the page draws.
    await page.setViewportSize({ width: 360, height: 740 });
    await signIn(area === "system" ? portal.accounts.system : portal.accounts.nord);
    const pages = pagesOf(area).filter((path) => !path.endsWith("/no-such-page"));
    expect(pages.length).toBeGreaterThan(12);
    for (const path of pages) {
      await turnTo(page, path);
      await expect(page.getByRole("heading", { level: 1 }), path).toBeVisible();
      await expect(page.locator("[aria-busy=true]"), path).toHaveCount(0);
      if (path === "/system-admin") await expect(page.getByRole("slider")).toBeVisible();
      // A page that fetches a part has no heading for a moment.
      await expect.poll(() => brokenHeads(page), path).toEqual([]);
      if (path === "/org-admin") await expectInOneLine(page, "Allt är synkat.", "Synkstatus");
      if (path === pages[0]) await expectAccessible(page);
    }
  });

test("the key that reaches the search is shown to a keyboard and not to a finger", async ({
  browser,
  page,
  portal,
  signIn,
}) => {
  await mainWorld(portal);
  const hint = (on: Page) => on.getByRole("main").locator("kbd", { hasText: /^\/$/ });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  await expect(hint(page).first()).toBeVisible();
  const context = await browser.newContext({
    baseURL: portal.url,
    hasTouch: true,
    isMobile: true,
    viewport: { width: 1024, height: 740 },
    locale: "sv-SE",
  });
  const touched = await context.newPage();
  await signIn(portal.accounts.nord, touched);
  await touched.goto("/org-admin/end-users");
  await expect(touched.getByRole("searchbox")).toBeVisible();
  await expect(hint(touched).filter({ visible: true })).toHaveCount(0);
  await context.close();
});

// Covers: page.9
test("on a phone an existing person opens with the answer and the latest refusal in sight, and no keyboard", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson, doorIds } = await mainWorld(portal);
  const person = await savePerson({ firstName: "Åke", lastName: "Utelåst", pin: "730627", plate: "UTE 730" });
  await portal.admin.query(
    `insert into door_events (id, occurred_at, device_time, controller_id, access_point_id, organization_id, kind, granted, reason, credential_id)
     select gen_random_uuid(), now(), now(), a.controller_id, a.id, c.organization_id, 'access', false, 'not_permitted', c.id
     from credentials c, access_points a where c.end_user_id = $1 and c.credential_type = 'pin' and a.id = $2`,
    [person, doorIds[0]],
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin");
  await page.getByRole("button", { name: /^Sök/ }).click();
  await page.getByRole("searchbox").fill("åke utel");
  await page.getByRole("menuitem", { name: /^Åke Utelåst(?! kom)/ }).click();
  const dialog = page.getByRole("dialog", { name: "Redigera användare" });
  await expect(dialog.getByRole("region", { name: "Fungerar behörigheten?" })).toBeInViewport({ ratio: 1 });
  const refusal = dialog.getByRole("region", { name: "Senaste försök" });
  await expect(refusal).toContainText(/^Nekad vid Dörr 1Saknar tillgång här/);
  const why = refusal.getByRole("link", { name: "Varför" });
  await expect(why).toBeInViewport({ ratio: 1 });
  expect(await dialog.evaluate(() => document.activeElement?.matches("input, textarea, select"))).toBe(false);
  await expectAccessible(page);
  await why.click();
  await expect(page.getByRole("dialog", { name: /^Åke kom inte in i Dörr 1$/ })).toBeVisible();
  await portal.admin.query("delete from end_users where id = $1", [person]);
});
