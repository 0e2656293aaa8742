// Walks every numbered step of the installer's chapter, against a simulated door controller and LPR server.
import { expect, type Page } from "@playwright/test";
import { turnByMenu } from "#tests/e2e/turn-to.ts";
import { test } from "#tests/support/browser.ts";
import { retryNow } from "#tests/support/main-world.ts";
import { walk, walkedHeadings } from "./steps.ts";

test.use({ world: "handbook-installer" });

const CHAPTER = "installator";
const DOORS = "Dörrar: Axis dörrstyrenhet";
const GATES = "Grindar: AxxonSoft";
const CONTROLLER = "Hus 1";
const GATE = "Infart 1";
const ORGANIZATION = "Brf Norrgården";

const dialog = (page: Page) => page.getByRole("dialog");
const press = (page: Page, name: string) => dialog(page).getByRole("button", { name, exact: true }).click();
const add = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).first().click();

/** Chooses the type, if one is given, and fills the named fields. */
async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(values))
    await dialog(page).getByRole("textbox", { name, exact: true }).fill(value);
}
async function chooseType(page: Page, field: string, type: string): Promise<void> {
  await dialog(page)
    .getByRole("button", { name: new RegExp(`${field}$|^${field}`) })
    .first()
    .click();
  await page.getByRole("option", { name: type, exact: true }).click();
}
const fromRow = async (page: Page, row: string, action: string) => {
  await page.getByRole("button", { name: `Fler åtgärder för ${row}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
};
const assign = (page: Page, name: string) =>
  dialog(page)
    .getByRole("button", { name: `${name} ${ORGANIZATION}`, exact: true })
    .click();

test.beforeEach(async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.system);
  await page.goto("/system-admin");
});

test("each list of steps in the chapter is walked here", () => {
  expect(walkedHeadings(CHAPTER)).toEqual([DOORS, GATES]);
});

// Covers: running.31
test("from an unpacked door controller to a code that opens", async ({ page, portal }) => {
  let code = "";
  await walk(CHAPTER, DOORS, {
    "Öppna … och välj ….": async (controllers = "", addController = "") => {
      await turnByMenu(page, controllers);
      await add(page, addController);
    },
    "Välj …. Skriv …, …, …, … och ….": async (type = "", name = "", address = "", port = "", user = "", word = "") => {
      await chooseType(page, type, "Axis");
      const { url, port: number } = portal.axis;
      await fill(page, {
        [name]: CONTROLLER,
        [address]: url,
        [port]: String(number),
        [user]: "portal",
        [word]: "S3cret-pass",
      });
    },
    "Välj …. Jämför certifikatets fingeravtryck med det som enheten själv visar, och välj ….": async (
      tryIt = "",
      accept = "",
    ) => {
      await press(page, tryIt);
      const shown = portal.axis.certSha256?.toUpperCase().match(/../g)?.join(":") ?? "no certificate";
      await expect(dialog(page).getByText(shown)).toBeVisible();
      await press(page, accept);
      await expect(dialog(page).getByText("Anslutning lyckades")).toBeVisible();
    },
    "Välj …. Portalen hämtar dörrarna.": async (create = "") => {
      await press(page, create);
      await expect(dialog(page).getByRole("heading", { name: "2 dörrar hittades" })).toBeVisible();
    },
    "Ge dörrarna namn som folk känner igen, och välj ….": async (next = "") => {
      await dialog(page).getByLabel("Dörrnamn för Dörr 1").fill("Entrén");
      await press(page, next);
    },
    "Välj … vid organisationerna som ska använda dörrarna, och välj ….": async (give = "", next = "") => {
      await assign(page, give);
      await press(page, next);
    },
    "Välj …. Portalen skriver en egen kod på enheten och frågar den om varje dörr. Ingen dörr rör sig.": async (
      tryIt = "",
    ) => {
      await press(page, tryIt);
      await expect(dialog(page).getByRole("listitem").filter({ hasText: "Entrén" })).toContainText("Öppnar");
      code =
        (await dialog(page)
          .getByText(/^\d{4,6}$/)
          .textContent()) ?? "";
    },
    "Slå koden vid en dörr, så är läsare och lås också provade. Välj ….": async (remove = "") => {
      const [door = ""] = portal.axis.doorTokens;
      expect(portal.axis.punch(door, code).granted).toBe(true);
      await press(page, remove);
      await expect
        .poll(async () => {
          await retryNow(portal);
          return portal.axis.wouldOpen(code, door);
        })
        .toBe(false);
    },
  });
});

// Covers: running.31
test("from two macros in the LPR system to a gate that opens", async ({ page, portal }) => {
  await walk(CHAPTER, GATES, {
    "Gör två macron i Axxon: ett som slår på grindens utgång, och ett som skickar registreringsnumret.": async () => {
      expect(portal.axxon.openings).toHaveLength(0);
    },
    "Öppna …, välj … och … …. Skriv …, …, …, … och … till Axxon.": async (
      controllers = "",
      addController = "",
      field = "",
      type = "",
      name = "",
      address = "",
      port = "",
      user = "",
      word = "",
    ) => {
      await turnByMenu(page, controllers);
      await add(page, addController);
      await chooseType(page, field, type);
      await fill(page, {
        [name]: GATE,
        [address]: portal.axxon.host,
        [port]: String(portal.axxon.port),
        [user]: "portal",
        [word]: "S3cret-pass",
      });
    },
    "Välj …. Välj sedan macrot som öppnar grinden under …, aldrig det som skickar registreringsnumret.": async (
      tryIt = "",
      macro = "",
    ) => {
      await press(page, tryIt);
      await dialog(page)
        .getByRole("button", { name: new RegExp(macro) })
        .click();
      await page.getByRole("option", { name: "Öppna grind" }).click();
    },
    "Välj …. Skriv in värdena som portalen visar i Axxon, i macrot som skickar registreringsnumret. Välj ….": async (
      create = "",
      close = "",
    ) => {
      const values = page.waitForResponse((one) => one.url().includes("get-webhook-credentials") && one.ok());
      await press(page, create);
      const { username, password } = (await (await values).json()) as { username: string; password: string };
      const address = await dialog(page)
        .getByText(/\/functions\/v1\/axxon-webhook\?regnr=/)
        .first()
        .textContent();
      portal.axxon.setWebhook({ url: `${portal.url}${address ?? ""}`, username, password });
      await dialog(page).getByRole("button", { name: close, exact: true }).last().click();
    },
    "Välj … i styrenhetens meny. Välj … vid organisationerna, och ….": async (steps = "", give = "", next = "") => {
      await fromRow(page, GATE, steps);
      // The macro is chosen already.
      await dialog(page).getByRole("button", { name: "Hoppa över" }).click();
      await assign(page, give);
      await press(page, next);
    },
    "Välj … och bekräfta med …. Stå så att du ser den.": async (tryIt = "", open = "") => {
      await press(page, tryIt);
      await page.getByRole("alertdialog").getByRole("button", { name: open, exact: true }).click();
      await expect.poll(() => portal.axxon.openings.length).toBe(1);
    },
  });
  // Sends a reading with the values that the portal has shown.
  await portal.axxon.drive("ABC123");
  await expect
    .poll(async () => (await portal.admin.query("select access_reason from access_logs")).rows)
    .toEqual([{ access_reason: "no_match" }]);
});
