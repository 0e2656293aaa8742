// Walks every numbered step of chapters for a board: somebody moves in, a code does not work, and schedules.
import { expect, type Page } from "@playwright/test";
import { keepOnly } from "#tests/e2e/chosen-access.ts";
import { turnByMenu } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld, retryNow } from "#tests/support/main-world.ts";
import { walk, walkedHeadings } from "./steps.ts";

test.use({ world: "handbook-board" });

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const add = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();
const row = (page: Page, words: string) => page.getByRole("grid").getByRole("row").filter({ hasText: words });

test.beforeEach(async ({ page, portal, signIn }) => {
  await mainWorld(portal);
  await signIn(portal.accounts.nord);
  await page.addInitScript(() => Object.assign(navigator, { share: async () => {} }));
  await page.goto("/org-admin");
});

// Covers: running.31
test("somebody moves in: a code on a note, and at the door", async ({ page, portal }) => {
  expect(walkedHeadings("flytta-in")).toEqual(["Någon flyttar in"]);
  let code = "";
  await walk("flytta-in", "Någon flyttar in", {
    "Öppna … och välj ….": async (users = "", addUser = "") => {
      await turnByMenu(page, users);
      await add(page, addUser);
    },
    "Fyll i … och …. Under … kan du skriva lägenhet, telefon och e-post.": async (first = "", last = "", more = "") => {
      await dialog(page).getByLabel(first, { exact: true }).fill("Inga");
      await dialog(page).getByLabel(last, { exact: true }).fill("Flyttar");
      await press(page, more);
      for (const field of ["Lägenhet", "Telefon", "E-post"]) await expect(dialog(page).getByLabel(field)).toBeVisible();
    },
    "Slå på …. Lämna … tomt, så skapar portalen en kod.": async (enable = "", pin = "") => {
      await dialog(page).getByText(enable, { exact: true }).click();
      await expect(dialog(page).getByRole("textbox", { name: new RegExp(`^${pin}`) })).toHaveValue("");
    },
    "Välj … och …. Finns en grupp, till exempel Boende, välj den under … i stället för dörr för dörr.": async (
      validity = "",
      doors = "",
      groups = "",
    ) => {
      await dialog(page)
        .getByRole("button", { name: new RegExp(validity) })
        .click();
      await page.getByRole("option", { name: "12 månader" }).click();
      await expect(dialog(page).getByText(doors, { exact: true }).first()).toBeVisible();
      await keepOnly(dialog(page), ["Dörr 1", "Dörr 2"], ["Dörr 1"]);
      expect(groups).toBe("Grupper");
    },
    "Välj …. Koden visas nu. Välj … och sedan … eller …. På en telefon finns också …. Har personen en e-postadress kan koden skickas dit.":
      async (save = "", handOver = "", print = "", copy = "", share = "") => {
        await press(page, save);
        code =
          (await dialog(page)
            .getByRole("button", { name: /^Kopiera PIN-kod/ })
            .textContent()) ?? "";
        await press(page, handOver);
        await expect(dialog(page).getByRole("region", { name: "Lapp att lämna över" })).toContainText(code);
        for (const name of [print, copy, share])
          await expect(dialog(page).getByRole("button", { name, exact: true })).toBeVisible();
        await dialog(page).getByRole("button", { name: "Stäng" }).last().click();
      },
    "Vänta tills raden visar …. Då har dörrarna koden.": async (synced = "") => {
      await retryNow(portal);
      await expect(row(page, "Inga Flyttar")).toContainText(synced);
      expect(portal.axis.doorTokens.map((door) => portal.axis.wouldOpen(code, door))).toEqual([true, false]);
    },
  });
});

// Covers: running.31
test("a code that does not work: the reason, and the repair", async ({ page, portal }) => {
  expect(walkedHeadings("min-kod-fungerar-inte")).toEqual(['"Min kod fungerar inte"']);
  const { doorIds } = await mainWorld(portal);
  const settled = () =>
    expect
      .poll(async () => {
        await retryNow(portal);
        return (await portal.admin.query("select from device_sync where pending")).rowCount;
      })
      .toBe(0);
  await portal.admin.query("delete from controller_assignments where access_point_id = $1", [doorIds[0]]);
  await settled();
  const [door = ""] = portal.axis.doorTokens;
  expect(portal.axis.punch(door, "4816").granted).toBe(false);
  await portal.admin.query("update door_event_cursors set next_read_at = '-infinity'");
  const refused = "select from door_events where granted = false";
  await expect.poll(async () => (await portal.admin.query(refused)).rowCount).toBe(1);
  await page.reload();

  await walk("min-kod-fungerar-inte", '"Min kod fungerar inte"', {
    "Öppna …, sök personen och öppna raden. Senaste nekade försöket står överst, med ….": async (
      users = "",
      why = "",
    ) => {
      await turnByMenu(page, users);
      await page.getByRole("searchbox").fill("Alva");
      await row(page, "Alva Exempelsson").getByText("Alva Exempelsson").click();
      await expect(dialog(page).getByText("Nekad vid Dörr 1")).toBeVisible();
      await expect(dialog(page).getByText(why, { exact: true }).first()).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(dialog(page)).toHaveCount(0);
    },
    "Hittar du inte personen, öppna … och filtrera på …. Välj försöket. … står i panelen.": async (
      logs = "",
      denied = "",
      cause = "",
    ) => {
      await turnByMenu(page, logs);
      await page.getByRole("button", { name: /Alla händelser/ }).click();
      await page.getByRole("option", { name: denied, exact: true }).click();
      await row(page, "Alva Exempelsson").click();
      await expect(dialog(page)).toContainText(cause);
    },
    "Läs orsaken. Ofta finns en knapp som rättar den: …, …, … eller ….": async (give = "") => {
      await expect(dialog(page).getByRole("button", { name: give, exact: true })).toBeVisible();
    },
    "Välj knappen. Panelen visar när ändringen är skriven, och om koden öppnar nu.": async () => {
      await press(page, "Ge tillgång");
      await expect(dialog(page).getByText(/Provat vid dörren \d\d:\d\d: koden öppnar nu/)).toBeVisible();
      expect(portal.axis.wouldOpen("4816", door)).toBe(true);
      await page.keyboard.press("Escape");
    },
  });
});

// Covers: running.31
test("a schedule, a calendar, a group with hours, and who comes in", async ({ page, portal }) => {
  const chapter = "scheman";
  const { doorIds } = await mainWorld(portal);
  // The group is then the only way to the second door.
  await portal.admin.query("delete from controller_assignments where access_point_id = $1", [doorIds[1]]);
  expect(walkedHeadings(chapter)).toEqual([
    "Gör ett schema",
    "Helger och stängda dagar",
    "Tider för en grupp",
    "Vem kommer in?",
  ]);
  await walk(chapter, "Gör ett schema", {
    "Öppna … och välj ….": async (schedules = "", addSchedule = "") => {
      await turnByMenu(page, schedules);
      await add(page, addSchedule);
    },
    "Skriv …. Välj dagarna och skriv … och …, eller dra i veckan. … ger en rad till.": async (
      name = "",
      from = "",
      to = "",
      more = "",
    ) => {
      await dialog(page).getByLabel(name, { exact: true }).fill("Städtider");
      const hours = dialog(page).getByRole("group", { name: "Tid 1" });
      await hours.getByText("sön", { exact: true }).click();
      await hours.getByLabel(from, { exact: true }).fill("07:00");
      await hours.getByLabel(to, { exact: true }).fill("09:00");
      await expect(dialog(page).getByRole("button", { name: more, exact: true })).toBeVisible();
    },
    "Gäller tiden varannan eller var fjärde vecka: välj det under …, och en dag i en vecka då tiden gäller.": async (
      every = "",
    ) => {
      await dialog(page)
        .getByRole("button", { name: new RegExp(every) })
        .first()
        .click();
      await page.getByRole("option", { name: "Varannan vecka" }).click();
      await expect(dialog(page).getByText("En vecka då tiden gäller").first()).toBeVisible();
    },
    "Läs …, som är uträknat innan något sparas. Välj ….": async (preview = "", save = "") => {
      await expect(dialog(page).getByText(preview, { exact: true })).toBeVisible();
      await press(page, save);
      await expect(row(page, "Städtider")).toContainText("07–09 varannan vecka");
    },
  });
  await walk(chapter, "Helger och stängda dagar", {
    "Välj … på sidan …, och skriv ….": async (addCalendar = "", page_ = "", name = "") => {
      await expect(page.getByRole("heading", { level: 1, name: page_ })).toBeVisible();
      await add(page, addCalendar);
      await dialog(page).getByLabel(name, { exact: true }).fill("Helgstängt");
    },
    "Välj … eller … för helgdagarna, eller … för egna dagar. Välj ….": async (
      closed = "",
      other = "",
      date = "",
      save = "",
    ) => {
      await dialog(page).getByRole("button", { name: "Julafton" }).click();
      await expect(page.getByRole("option", { name: other, exact: true })).toBeVisible();
      await page.getByRole("option", { name: closed, exact: true }).click();
      await expect(dialog(page).getByRole("button", { name: date, exact: true })).toBeVisible();
      await press(page, save);
    },
    "Öppna schemat, välj kalendern under … och sedan …. Julen och de närmaste dagarna syns innan du sparar.": async (
      calendars = "",
      save = "",
    ) => {
      await row(page, "Städtider").getByText("Städtider").click();
      await dialog(page).getByRole("group", { name: calendars }).getByText("Helgstängt", { exact: true }).click();
      await expect(dialog(page).getByText("Så blir julen")).toBeVisible();
      await press(page, save);
      await expect(dialog(page)).toHaveCount(0);
    },
  });
  await walk(chapter, "Tider för en grupp", {
    "Öppna … och välj …, eller öppna en grupp.": async (groups = "", addGroup = "") => {
      await turnByMenu(page, groups);
      await add(page, addGroup);
    },
    "Skriv … och välj … och ….": async (name = "", doors = "", gates = "") => {
      await dialog(page).getByLabel(name, { exact: true }).fill("Lokalvård");
      for (const list of [doors, gates]) await expect(dialog(page).getByText(list, { exact: true })).toBeVisible();
      await dialog(page).getByText("Dörr 1", { exact: true }).click();
    },
    "Välj schema för varje dörr och grind under …, eller låt det stå på …. Välj ….": async (
      hours = "",
      always = "",
      save = "",
    ) => {
      const place = dialog(page)
        .getByRole("group", { name: hours })
        .getByRole("button", { name: /Dörr 1/ });
      await expect(place).toContainText(always);
      await place.click();
      await page.getByRole("option", { name: /Städtider/ }).click();
      await press(page, save);
      await expect(row(page, "Lokalvård")).toContainText("Dörr 1");
    },
    "Ändrar du en grupp med personer visar … vad de får och förlorar. Välj … igen.": async (
      preview = "",
      save = "",
    ) => {
      await row(page, "Lokalvård")
        .getByRole("button", { name: /Personer/ })
        .click();
      await dialog(page).getByRole("searchbox").fill("Alva");
      await dialog(page).getByRole("button", { name: "Lägg till Alva Exempelsson" }).click();
      await expect(dialog(page).getByRole("listitem").filter({ hasText: "tills vidare" })).toContainText(
        "Alva Exempelsson",
      );
      await dialog(page).getByRole("button", { name: "Stäng" }).last().click();
      await row(page, "Lokalvård")
        .getByRole("button", { name: /^Redigera/ })
        .click();
      await dialog(page).getByText("Dörr 2", { exact: true }).click();
      await press(page, "Spara");
      const shown = page.getByRole("dialog", { name: preview });
      await expect(shown).toContainText("Alva Exempelsson");
      await shown.getByRole("button", { name: save, exact: true }).click();
      await expect(dialog(page)).toHaveCount(0);
    },
  });
  await walk(chapter, "Vem kommer in?", {
    "Öppna … och välj … eller ….": async (who = "", place = "", person = "") => {
      await turnByMenu(page, who);
      await expect(page.getByRole("radio", { name: person, exact: true })).toBeVisible();
      await page.getByRole("radio", { name: place, exact: true }).click();
      await page.getByRole("combobox", { name: place, exact: true }).fill("Dörr 2");
      await page.getByRole("option", { name: /Dörr 2/ }).click();
    },
    "Välj … och … för att fråga om en senare tid. … går tillbaka.": async (day = "", clock = "", now = "") => {
      await expect(page.getByRole("group", { name: day })).toBeVisible();
      await page.getByLabel(clock, { exact: true }).fill("07:30");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: now, exact: true }).click();
    },
    "Läs … vid varje svar, och …: … betyder att enheten har det, … att den inte har svarat.": async (
      why = "",
      device = "",
      confirmed = "",
    ) => {
      for (const head of [why, device]) await expect(page.getByRole("columnheader", { name: head })).toBeVisible();
      await expect(row(page, "Alva Exempelsson")).toContainText(confirmed);
    },
    "… sparar svaret. Varje export står i händelseloggen.": async (save = "") => {
      const file = page.waitForEvent("download");
      await page.getByRole("button", { name: save, exact: true }).click();
      expect((await file).suggestedFilename()).toMatch(/^vem-kommer-in-/);
    },
  });
});
