// The portal can be installed, and a visit without contact is answered by a page that says so.
import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser.ts";

test.use({ world: "offline" });

/** Returns the red, green and blue that a colour has on screen. */
const onScreen = (page: Page, colours: readonly string[]) =>
  page.evaluate((all) => {
    const context = document.createElement("canvas").getContext("2d");
    return all.map((colour) => {
      if (!context) throw new Error("no canvas");
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    });
  }, colours);

const barColours = (page: Page) =>
  page.locator('meta[name="theme-color"]').evaluateAll((all) => all.map((meta) => meta.getAttribute("content") ?? ""));
const canvas = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--canvas"));

// Covers: task.8
test("a browser may install the portal, and draws its frame in the colour of the chosen theme", async ({
  page,
  portal,
}) => {
  await page.goto("/auth");
  const devtools = await page.context().newCDPSession(page);
  const { errors, data, url } = await devtools.send("Page.getAppManifest");
  expect({ errors, url }).toEqual({ errors: [], url: `${portal.url}/manifest.webmanifest` });
  expect((await devtools.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
  const manifest = JSON.parse(data ?? "");
  for (const { src, sizes } of [...manifest.icons, { src: "/icons/apple-touch-icon.png", sizes: "180x180" }]) {
    const size = await page.evaluate(async (address) => {
      const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
      return `${width}x${height}`;
    }, src);
    expect({ src, size }).toEqual({ src, size: sizes });
  }

  const written = /name="theme-color" content="(#\w+)"/g;
  const html = await (await page.request.get("/")).text();
  const [light = "", dark = ""] = [...html.matchAll(written)].map(([, colour = ""]) => colour);
  expect([manifest.theme_color, manifest.background_color]).toEqual([light, light]);
  for (const [theme, colour] of Object.entries({ light, dark })) {
    await page.evaluate((chosen) => localStorage.setItem("portal.theme", chosen), theme);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();
    const [token = [], first, second, ...rest] = await onScreen(page, [
      await canvas(page),
      ...(await barColours(page)),
      colour,
    ]);
    expect({ theme, first, second, rest }).toEqual({ theme, first: token, second: token, rest: [token] });
  }
});

test("a visit without contact says so, offers another try, and keeps nothing of the portal", async ({
  browser,
  portal,
}) => {
  await using context = await browser.newContext({ baseURL: portal.url, serviceWorkers: "allow", locale: "sv-SE" });
  const page = await context.newPage();
  await page.goto("/auth");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto("/healthz"); // If a part of the sign-in page was not fetched in time, the page would reload itself.
  await context.setOffline(true);
  await page.goto("/org-admin/end-users");
  await expect(page.getByRole("heading", { name: "Portalen går inte att nå" })).toBeVisible();
  await expect(page.getByText("Inget är ändrat, och dörrarnas koder fungerar som vanligt.")).toBeVisible();
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  await page.setViewportSize({ width: 360, height: 640 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  const again = page.waitForEvent("load"); // The page before has the same words.
  await page.getByRole("link", { name: "Försök igen" }).click();
  await again;
  await expect(page.getByRole("heading", { name: "Portalen går inte att nå" })).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Försök igen" }).click();
  await expect(page.getByRole("heading", { name: "Logga in" })).toBeVisible();
});
