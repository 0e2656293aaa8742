import { expect, type Locator, type Page, type Request } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { lostInForcedColours, pressInForcedColours } from "#tests/e2e/forced-colours.ts";
import { LOST_MARKS, PLANTED_MARKS, PLANTED_RINGS } from "#tests/e2e/page/planted-marks.ts";
import { turnTo } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "frame" });

test.beforeEach(async ({ portal }) => {
  await mainWorld(portal);
});

const row = (page: Page, name: string) => page.getByRole("grid").getByRole("row").filter({ hasText: name });
const palette = (page: Page) => page.getByRole("dialog", { name: "Sök eller hoppa till" });
const entry = (page: Page, name: RegExp | string) => palette(page).getByRole("menuitem", { name });

// Covers: feel.1
test("the palette takes the focus and gives it back, opens each thing once, and leaves a way back", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users?validity=expired");
  await expect(page.getByText("Inga användare matchar sökningen")).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: /^Användare \d/ })).toBeVisible();
  const field = page.getByRole("button", { name: /^Sök eller hoppa till/ });
  await field.click();
  await expect(palette(page).getByRole("searchbox")).toBeFocused();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press("Escape");
  await expect(palette(page)).toHaveCount(0);
  await expect(field).toBeFocused();
  const ask = async (text: string) => {
    await page.keyboard.press("Control+k");
    await expect(palette(page).getByRole("searchbox")).toBeFocused();
    await page.keyboard.type(text);
  };
  // The field keeps the focus while the page is fetched, so a second Enter does not press the link again.
  await ask("importera fordon");
  await expect(entry(page, "Importera fordon")).toBeVisible();
  const before = await page.evaluate(() => history.length);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/org-admin\/import$/);
  await expect(page.getByRole("heading", { level: 1, name: "Importera" })).toBeFocused();
  expect((await page.evaluate(() => history.length)) - before).toBe(1);
  // The list is unchanged.
  await page.goBack();
  await expect(page).toHaveURL(/validity=expired/);
  await expect(page.getByText("Inga användare matchar sökningen")).toBeVisible();

  await ask("alva ex");
  await expect(palette(page).getByRole("group", { name: "Användare" }).getByRole("menuitem")).toHaveText([
    /^Alva Exempelsson.*MLB 84A$/,
  ]);
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/org-admin\/end-users$/);
  await expect(page.getByRole("dialog").getByLabel("Förnamn")).toHaveValue("Alva");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await ask("dörr 1");
  await palette(page).getByRole("group", { name: "Dörrar" }).getByRole("menuitem").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Behörigheter" })).toBeVisible();
  await ask("lägg till");
  await entry(page, "Lägg till användare").click();
  await expect(page.getByRole("dialog").getByLabel("Förnamn")).toBeFocused();
});

// Covers: feel.4
test("on a phone the menu and the filters are drawers, closed by what is chosen in them", async ({
  page,
  portal,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  const card = page.getByRole("listitem").filter({ hasText: "Alva Exempelsson" });
  await expect(card).toBeVisible();
  await page.getByRole("button", { name: "Filter" }).click();
  const filters = page.getByRole("dialog", { name: "Filter" });
  await expect(filters.getByRole("radio", { name: "Endast Fordon" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await filters.getByRole("radio", { name: "Endast Fordon" }).click();
  await filters.getByRole("button", { name: /^Visa \d+$/ }).click();
  await expect(page.getByRole("button", { name: "Filter · 1" })).toBeFocused();

  await page.getByRole("button", { name: "Öppna menyn" }).click();
  const menu = page.getByRole("dialog", { name: "Huvudmeny" });
  await expect(menu.getByText(portal.accounts.nord.email)).toBeVisible();
  await expect(menu.getByRole("button", { name: "Logga ut" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await menu.getByRole("link", { name: "Behörigheter" }).click();
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "Behörigheter" })).toBeVisible();
});

/** Returns switches for the calls of `page`: `cut` makes them fail from then on, and `fix` lets them through again. */
async function switchCalls(page: Page) {
  const calls = /\/(auth|rest|functions)\/v1\//;
  const unanswered = new Set<Request>();
  let isCut = false;
  // There is one route for the whole test: a route that is added later can miss a call that starts just then.
  await page.route(calls, async (route) => {
    if (isCut) return route.abort();
    unanswered.add(route.request());
    return route.continue();
  });
  page.on("response", (response) => unanswered.delete(response.request()));
  page.on("requestfailed", (request) => unanswered.delete(request));
  return {
    async cut() {
      isCut = true;
      // A call in flight would still be answered and count as contact again.
      await expect.poll(() => Array.from(unanswered, (request) => request.url())).toEqual([]);
    },
    fix() {
      isCut = false;
    },
  };
}

// Covers: feel.5
test("lost contact shows after three seconds, or at once when offline, and the page recovers by itself", async ({
  page,
  portal,
  signIn,
}) => {
  await page.clock.install();
  const calls = await switchCalls(page);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  await expect(row(page, "Alva Exempelsson")).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  const bar = page.getByRole("status").filter({ hasText: "Ingen kontakt med servern. Det du skrivit är kvar." });
  // The time is stopped first: calls that the page makes meanwhile are answered, or its three seconds would be over at once.
  // real time: of the page, whose clock stands from here on.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await calls.cut();
  await page.getByRole("searchbox").fill("alva");
  await page.clock.runFor(200);
  // The page knows now, so its three seconds have begun.
  await expect(page.getByRole("link", { name: "Ingen kontakt" })).toBeVisible();
  await page.clock.runFor(2_500);
  await expect(bar).toHaveCount(0);
  await page.clock.runFor(1_000);
  await expect(bar).toBeVisible();
  await page.clock.resume();
  await expect(bar).toContainText(/Försöker igen/);
  expect(await heading.boundingBox()).toEqual(before);
  // The old rows are dimmed while the search waits.
  await expectAccessible(page, { exclude: ["tbody"] });

  calls.fix();
  await expect(page.getByRole("status").filter({ hasText: "Kontakten är tillbaka" })).toBeVisible();
  await expect(page.getByRole("searchbox")).toHaveValue("alva");
  await expect(page.getByText(/^Visar 1 av \d+ användare$/)).toBeVisible();
  await expect(bar).toHaveCount(0);
  await expect(page.getByText("Kontakten är tillbaka")).toHaveCount(0);

  // The browser itself knows that it is offline: the bar needs no three seconds, and nothing is claimed about doors.
  await page.clock.pauseAt(new Date(Date.now() + 120_000));
  await calls.cut();
  await expect(bar).toHaveCount(0);
  await page.context().setOffline(true);
  await expect(bar).toBeVisible();
  await expect(page.getByRole("link", { name: "Ingen kontakt" })).toBeVisible();
  calls.fix();
  await page.context().setOffline(false);
  await expect(bar).toHaveCount(0);
  await page.clock.resume();
});

// Covers: 9.10, feel.9
test("a dialog is at most 85 of 100 of the window, the user dialog 90", async ({ page, portal, signIn }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Lägg till PIN-kod behörighet").click();
  await dialog.getByText("Lägg till fordon").click();
  const height = () => dialog.evaluate((element) => element.parentElement?.getBoundingClientRect().height);
  await expect.poll(height).toBeCloseTo(450, 0);
  const motion = () =>
    dialog.evaluate(({ parentElement }) => parentElement && getComputedStyle(parentElement).transitionDuration);
  expect(await motion()).toBe("0s");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await motion()).toMatch(/^0\.18s/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect(dialog.getByRole("button", { name: "Spara" })).toBeInViewport();
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 360, height: 740 });
  const question = page.getByRole("alertdialog");
  const [stay, discard] = await Promise.all(
    ["Fortsätt redigera", "Kasta ändringar"].map((name) => question.getByRole("button", { name }).boundingBox()),
  );
  expect(stay?.y).toBeLessThan(discard?.y ?? 0);
  await question.getByRole("button", { name: "Kasta ändringar" }).click();
  await page.setViewportSize({ width: 1280, height: 500 });

  await turnTo(page, "/org-admin/import");
  await page.getByRole("button", { name: "Importera fordon" }).click();
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Välj fil" }).click();
  const lines = Array.from({ length: 60 }, (_, index) => `B;TST${String(index).padStart(4, "0")};Anna Berg;Bil;`);
  await (await chooser).setFiles({ name: "fordon.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) });
  await expect(dialog.getByRole("button", { name: "Godkänn och importera 60 fordon" })).toBeInViewport();
  await expect.poll(height).toBeCloseTo(425, 0);
});

// Covers: page.11
test("in forced colours what has the focus differs from the rest, and what is chosen can be read", async ({
  page,
  portal,
  signIn,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/doors");
  const styleOf = (part: Locator) =>
    part.evaluate((element) => {
      const { outlineStyle, forcedColorAdjust, color, backgroundColor } = getComputedStyle(element);
      return { outlineStyle, forcedColorAdjust, isPlain: color === backgroundColor };
    });
  const link = page.getByRole("navigation").getByRole("link", { name: /^Organisationer/ });
  await expect.poll(() => styleOf(link)).toMatchObject({ outlineStyle: "none" });
  await page.keyboard.press("Tab");
  await link.focus();
  await expect.poll(() => styleOf(link)).toMatchObject({ outlineStyle: "solid" });
  // Without this rule the browser draws its own background behind the words, in their colour.
  const chosen = page.getByRole("radio", { name: "Alla", checked: true });
  await expect.poll(() => styleOf(chosen)).toMatchObject({ forcedColorAdjust: "none", isPlain: false });
  await page.goto("/system-admin/sync");
  const borderOf = (part: Locator) => part.evaluate((element) => getComputedStyle(element).borderTopColor);
  const here = page.getByRole("navigation").getByRole("link", { name: /^Synkstatus/ });
  expect(await borderOf(here)).not.toBe(await borderOf(link));
  const figure = page.getByRole("group", { name: "Visa bara" }).getByRole("button").first();
  await figure.click();
  await expect.poll(() => styleOf(figure)).toMatchObject({ forcedColorAdjust: "none", isPlain: false });
  await page.goto("/system-admin/organizations");
  const primary = page.getByRole("button", { name: "Lägg till organisation" });
  await expect.poll(() => primary.evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe("solid");
  await page.keyboard.press("Control+k");
  const focused = page.getByRole("dialog").locator("[role=menuitem][data-focused]");
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => styleOf(focused)).toMatchObject({ outlineStyle: "solid" });
});

// Covers: page.11
test("marks of a ground or a shadow alone are found in forced colours, and so is a focus without a ring", async ({
  page,
}) => {
  const idsOf = (found: string[]) => found.map((html) => /id="([^"]+)"/.exec(html)?.[1] ?? "").toSorted();
  await page.goto("about:blank");
  await page.setContent(PLANTED_MARKS);
  expect(idsOf(await lostInForcedColours(page))).toEqual(LOST_MARKS);
  await page.setContent(PLANTED_RINGS);
  expect(idsOf(await pressInForcedColours(page, ["Tab", "Tab", "Tab", "Tab", "Tab"]))).toEqual(["lost-ring"]);
});

// Covers: page.11
test("a menu, a list of options and a calendar keep their marks in forced colours", async ({
  page,
  portal,
  signIn,
}) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/who");
  const openCalendar = () => page.getByRole("group", { name: "Dag", exact: true }).getByRole("button").click();
  await openCalendar();
  await page.getByRole("gridcell").getByText("15", { exact: true }).click();
  await openCalendar();
  await expect(page.locator("[role=gridcell][aria-selected=true]")).toHaveText("15");
  expect(await lostInForcedColours(page)).toEqual([]);
  await page.goto("/system-admin/controllers");
  await page.getByRole("button", { name: "Fler åtgärder för Garage Kajen" }).click();
  await expect(page.getByRole("menuitem").first()).toBeVisible();
  expect(await lostInForcedColours(page)).toEqual([]);
  await page.goto("/system-admin/controllers?add=1");
  await page.getByRole("dialog").getByRole("button", { name: "Enhetstyp" }).click();
  await expect(page.getByRole("option", { name: "Relä" })).toBeVisible();
  expect(await lostInForcedColours(page)).toEqual([]);
});
