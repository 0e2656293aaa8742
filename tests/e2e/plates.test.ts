// Covers: /system-admin/plates, /org-admin/plates
import { expect, type Page } from "@playwright/test";
import { expectAccessible, expectAccessibleInBothThemes } from "#tests/e2e/accessible.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "plates" });

const row = (page: Page, text: string) =>
  page.getByRole("grid", { name: "Oklara skyltar" }).getByRole("row").filter({ hasText: text });
const count = (page: Page) => page.getByRole("navigation").getByRole("link", { name: /Oklara skyltar/ });

test("a misread car waits in the queue, is linked with its effect shown first, and drives in", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  await savePerson({ firstName: "Greta", lastName: "Testgren", plate: "MLB19D" });
  await savePerson({ firstName: "Jon", lastName: "Attrapp", plate: "MLB190" });
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/plates");
  await expect(page.getByText("Inga oklara skyltar")).toBeVisible();
  await portal.axxon.drive("MLBB4A");
  await portal.axxon.drive("LB84A");
  await portal.axxon.drive("MLB19Q");
  // The job, and the list, look by themselves.
  await expect(row(page, "8 lästes som B")).toContainText("Alva Exempelsson");
  await expect(row(page, "Första tecknet saknas")).toContainText("1 gång");
  await expect(row(page, "D eller 0 lästes som Q")).toContainText("Jon Attrapp");
  await expect(count(page)).toHaveText(/3$/);
  await expectAccessibleInBothThemes(page);

  // By keyboard alone.
  await page.getByRole("button", { name: "Koppla MLB B4A till MLB 84A" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Koppla MLB B4A till MLB 84A?" });
  await expect(question).toContainText(
    "Läsningen öppnar Infart Norr som Alva Exempelsson från nästa gång. Inget öppnas nu.",
  );
  await expectAccessible(page);
  const before = portal.axxon.openings.length;
  await question.getByRole("button", { name: "Koppla", exact: true }).press("Enter");
  await expect(row(page, "8 lästes som B")).toHaveCount(0);
  await expect(page.locator("tbody > tr:focus")).toHaveCount(1); // the row in its place; coming later, it would take the next key
  expect(portal.axxon.openings.length).toBe(before);
  await portal.axxon.drive("MLBB4A");
  await portal.axxon.openedTimes(before + 1);
  await expect(page.getByRole("grid", { name: "Kopplade läsningar" })).toContainText("MLB B4A");

  await page.getByRole("button", { name: "Avfärda LB 84A" }).press("Enter");
  await expect(row(page, "Första tecknet saknas")).toHaveCount(0);
  await expect(row(page, "D eller 0 lästes som Q")).toBeFocused();
  await page.getByRole("button", { name: "Ångra", exact: true }).click();
  await expect(row(page, "Första tecknet saknas")).toBeVisible();
  // Also when its toast is gone.
  await page.getByRole("button", { name: "Avfärda LB 84A" }).click();
  await expect(row(page, "Första tecknet saknas")).toHaveCount(0);
  await page.reload();
  const dismissed = page.getByRole("grid", { name: "Avfärdade läsningar" });
  await expect(dismissed.getByRole("row").filter({ hasText: "LB 84A" })).toContainText("Alva Exempelsson");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Ångra att LB 84A avfärdades" }).click();
  await expect(row(page, "Första tecknet saknas")).toBeVisible();
  await expect(dismissed).toHaveCount(0);

  await page.getByRole("button", { name: "Välj fordon för MLB 19Q" }).click();
  await page.getByRole("button", { name: "Rätta MLB 190 till MLB 19Q" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Rätta", exact: true }).click();
  await expect(page.getByText("Numret är nu MLB 19Q")).toBeVisible();
  await expect(count(page)).toHaveText(/1$/);

  const days = [2, 1, 3, 2, 4, 6, 14];
  await portal.admin.query(
    `with gates as (insert into controllers (name, device_type, device_ip, organization_id)
       select name, 'axxon_lpr', '192.0.2.' || 70 + n, $1 from unnest(array['Utfart Syd', 'Utfart Norr']) with ordinality g (name, n) returning id, name)
     insert into camera_days (controller_id, day, reads, unread, unclear, last_read_at)
     select id, (now() at time zone 'Europe/Stockholm')::date - 7 + d.n::int, 100, unread, 1, now() - make_interval(days => 7 - d.n::int)
     from gates, unnest($2::int[]) with ordinality d (unread, n) where name = 'Utfart Syd' or d.n < 6`,
    [portal.accounts.nord.organizationId, days],
  );
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/plates");
  const cameras = page.getByRole("list", { name: "Kamerorna" }).getByRole("listitem");
  await expect(cameras.nth(0)).toContainText(
    /^Utfart SydFörsämrad14\s% olästa · 1\s% oklaraSämre sedan \d+ \w+. Rengör eller rikta om kameran.$/,
  );
  await expect(cameras.nth(2)).toContainText(/^Utfart NorrOkändInga läsningar sedan /);
  await expect(cameras.nth(1)).toContainText(/^Infart NorrOkändFör få läsningar på två veckor/);
  await expectAccessibleInBothThemes(page);
  await expect(row(page, "Första tecknet saknas")).toContainText("Brf Norrgården");
  await page.getByLabel("Sök registreringsnummer").fill("xyz");
  await expect(page.getByText("Inga läsningar matchar")).toBeVisible();
  await page.getByRole("button", { name: "Rensa filter" }).click();
  await page.getByRole("button", { name: "Ta bort kopplingen av MLB B4A" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ta bort" }).click();
  await expect(page.getByRole("grid", { name: "Kopplade läsningar" })).toHaveCount(0);
});

test("an organisation finds a misread car in its log, links it there on a phone and takes that back", async ({
  page,
  portal,
  signIn,
}) => {
  const { savePerson } = await mainWorld(portal);
  await savePerson({ firstName: "Rut", lastName: "Mobilsson", plate: "MLO784" });
  await page.setViewportSize({ width: 360, height: 780 });
  await signIn(portal.accounts.nord);
  await portal.axxon.drive("ML0784");
  await expect
    .poll(async () => (await portal.admin.query("select from plate_near_misses where plate_key = 'ML0784'")).rowCount)
    .toBe(1);
  await page.goto("/org-admin/access-logs");
  const rows = page.getByRole("list", { name: "Åtkomstloggar" }).getByRole("listitem");
  const openRow = () => rows.filter({ hasText: "ML0784" }).click();
  await openRow();
  const drawer = page.getByRole("dialog", { name: /kom inte in i Infart Norr$/ });
  await expect(drawer).toContainText("Kameran läste nästan ett känt registreringsnummer.");
  await expect(drawer.getByRole("link", { name: "Rut Mobilsson" })).toBeVisible();
  await expect(drawer.getByRole("button", { name: "Visa bild" })).toHaveCount(0);
  await expectAccessibleInBothThemes(page);
  await drawer.getByRole("button", { name: "Koppla läsningen" }).click();
  await expect(drawer.getByText("Åtgärdat")).toBeVisible();
  await drawer.getByRole("button", { name: "Ångra" }).click();
  await expect(drawer.getByRole("button", { name: "Koppla läsningen" })).toBeVisible();
  // Where the row stays in the log, which is a system admin's, the link is taken back from it on another day, too.
  await drawer.getByRole("button", { name: "Koppla läsningen" }).click();
  await expect(drawer.getByText("Åtgärdat")).toBeVisible();
  await signIn(portal.accounts.system);
  await page.goto("/system-admin/access-logs");
  await openRow();
  await expect(drawer).toContainText("Läsningen är kopplad sedan dess");
  await expectAccessible(page);
  await drawer.getByRole("button", { name: "Ångra" }).click();
  await expect(drawer.getByRole("button", { name: "Koppla läsningen" })).toBeVisible();
  await expectAccessible(page);
});
