// Tests the page that several tests share (tests/support/kept-page.ts): each finds it unused.
import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser.ts";
import { KeptPage } from "#tests/support/kept-page.ts";

test.use({ world: "kept-page" });

const MEDIA = ["print", "(prefers-color-scheme: dark)", "(forced-colors: active)", "(prefers-reduced-motion: reduce)"];

const look = (page: Page) =>
  page.evaluate(
    async (queries) => ({
      stored: [localStorage.getItem("left"), sessionStorage.getItem("left")],
      media: queries.map((query) => matchMedia(query).matches),
      steps: history.length,
      reading: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
    }),
    MEDIA,
  );

test("a test's page is put back for the next one, and replaced where it cannot be", async ({
  browser,
  portal,
  viewport,
}) => {
  await using stack = new AsyncDisposableStack();
  const kept = new KeptPage(browser);
  stack.defer(() => kept.close());
  const options = { baseURL: portal.url, viewport, contextOptions: { reducedMotion: "reduce" } } as const;
  const page = await kept.take(options);
  const context = page.context();
  const heard: string[] = [];
  page.on("request", (request) => heard.push(request.url()));
  await page.goto("/auth");
  const fresh = await look(page);
  await page.evaluate(() => {
    localStorage.setItem("left", "here");
    sessionStorage.setItem("left", "here");
  });
  await context.addCookies([{ name: "left", value: "here", url: portal.url }]);
  await context.grantPermissions(["clipboard-read"]);
  await page.route("**/auth", (route) => route.abort());
  await context.route("**/auth", (route) => route.abort());
  await page.emulateMedia({
    colorScheme: "dark",
    reducedMotion: "no-preference",
    forcedColors: "active",
    media: "print",
  });
  await page.setViewportSize({ width: 360, height: 500 });
  await context.newPage();
  await context.setOffline(true);
  page.setDefaultTimeout(1);
  await kept.release();
  heard.length = 0;

  expect(await kept.take(options)).toBe(page);
  await page.goto("/auth");
  await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();
  expect(heard).toEqual([]);
  expect(context.pages()).toEqual([page]);
  expect(await context.cookies()).toEqual([]);
  expect(page.viewportSize()).toEqual(viewport);
  expect(await look(page)).toEqual(fresh);

  for (const spend of [
    () => page.clock.install(),
    async () => void (await (await kept.take(options)).addInitScript("globalThis.left = 1")),
  ]) {
    const before = await kept.take(options);
    await spend();
    await kept.release();
    expect(await kept.take(options)).not.toBe(before);
  }
});
