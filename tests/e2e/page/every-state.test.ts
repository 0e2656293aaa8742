// Checks every page of both areas with axe while its rows are on their way, and once they could not be read, in both languages. Pages with
// rows are checked by tests/e2e/page/language.test.ts, pages without by tests/e2e/page/states.test.ts, dialogs by
// tests/e2e/page/translated-page.test.ts.
// Covers: feel.11
import { expect, type Route } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { pagesOf } from "#tests/e2e/area-pages.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";

test.use({ world: "every-state" });

test.beforeEach(async ({ portal }) => {
  await mainWorld(portal);
});

/** Everything except the signed-in person's role, without which there is no page. */
const CALLS = /\/(rest|functions)\/v1\/(?!user_roles)/;
const REFUSED = { code: "22023", message: "refused", error: "refused", details: null, hint: null };

for (const area of ["system", "org"] as const)
  for (const language of ["sv", "en"] as const)
    test(`no page of ${area} has an accessibility fault while it loads and when it failed, in ${language}`, async ({
      page,
      portal,
      signIn,
    }) => {
      test.setTimeout(paced(180_000));
      await page.addInitScript((chosen) => localStorage.setItem("portal.language", chosen), language);
      await signIn(area === "system" ? portal.accounts.system : portal.accounts.nord);
      await page.goto(area === "system" ? "/system-admin" : "/org-admin");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      const paths = pagesOf(area);
      expect(paths.length).toBeGreaterThan(12);
      // The first page is open already, so it comes last.
      for (const path of [...paths.slice(1), ...paths.slice(0, 1)]) {
        const waiting: Route[] = [];
        let isRefused = false;
        const refuse = (route: Route) => route.fulfill({ status: 400, json: REFUSED });
        await page.route(CALLS, async (route) => {
          if (isRefused) await refuse(route);
          else waiting.push(route);
        });
        await turnTo(page, path);
        await page.getByRole("heading").first().waitFor();
        await test.step(`${path} while it loads`, () => expectAccessible(page));
        isRefused = true;
        await Promise.all(waiting.map(refuse));
        await expect.soft(page.locator("[aria-busy=true]"), `${path} shows nothing on its way`).toHaveCount(0, {
          timeout: paced(20_000),
        });
        await test.step(`${path} once it failed`, () => expectAccessible(page));
        await page.unroute(CALLS);
      }
    });
