// Tests that built chunks are files that a retry can request (web/lib/chunks/lazy-chunk.ts).
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { isFileOf, lateFiles } from "#scripts/page/late-files.ts";
import { test } from "#tests/support/browser.ts";

const assets = join(import.meta.dirname, "../../../dist/web/assets");
const source = (file: string) => readFileSync(join(assets, file), "utf8");

// Covers: files.6
test("every part that is fetched after its page has a file of its own, which gives it under its own name", () => {
  const files = readdirSync(assets);
  const without = lateFiles().filter((late) => {
    // A module of texts may have the same name.
    const giving = files
      .filter((file) => isFileOf(file, late))
      .map((file) => /export\{([^}]*)\}/.exec(source(file))?.[1]?.split(",") ?? [])
      .filter((names) => names.some((name) => name.split(" as ").at(-1) === late.part));
    return giving.length !== 1;
  });
  expect(lateFiles().length).toBeGreaterThan(30);
  expect(without).toEqual([]);
});

test.describe("on a slow network", () => {
  test.use({ world: "lazy" });

  test("a first press of a menu says that it is on its way, and opens once its code is here", async ({
    page,
    portal,
    signIn,
  }) => {
    await signIn(portal.accounts.nord);
    const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(/\/assets\/(menu-panel|overlays)-/, async (route) => {
      await arrives;
      await route.continue();
    });
    await page.goto("/org-admin");
    const button = page.getByRole("button", { name: "Utseende: " });
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("status").filter({ hasText: "Laddar..." })).toBeVisible();
    arrive();
    await expect(page.getByRole("menu")).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Laddar..." })).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.unroute(/\/assets\/(menu-panel|overlays)-/);
  });

  test("what is typed after Ctrl K before the palette is here begins its search", async ({ page, portal, signIn }) => {
    await signIn(portal.accounts.nord);
    const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
    await page.route(/\/assets\/palette-dialog-/, async (route) => {
      await arrives;
      await route.continue();
    });
    await page.goto("/org-admin");
    await expect(page.getByRole("button", { name: "Utseende: " })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("status").filter({ hasText: "Laddar..." })).toBeVisible();
    await page.keyboard.type("impor");
    arrive();
    await expect(page.getByRole("dialog").getByRole("searchbox")).toHaveValue("impor");
    await page.keyboard.type("t");
    await expect(page.getByRole("menuitem", { name: /^Importera/ }).first()).toBeVisible();
    await page.keyboard.press("Escape");
    await page.unroute(/\/assets\/palette-dialog-/);
  });
});
