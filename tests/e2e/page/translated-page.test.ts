// Uses the whole portal while the browser translates it: every text is replaced by an element as soon as it appears. Its walk of all
// dialogs also looks at each in forced colours.
// Covers: feel.11, page.11
import { expect, type Page } from "@playwright/test";
import { ACCOUNTS } from "#scripts/screenshots/plan.ts";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { hearNobodyAnswer } from "#tests/e2e/controllers-away.ts";
import { lostInForcedColours, pressInForcedColours } from "#tests/e2e/forced-colours.ts";
import { openShot } from "#tests/e2e/open-shot.ts";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";
import { paced } from "#tests/support/pace.ts";
import { stepUpAgain } from "#tests/support/step-up.ts";
import { DIALOGS_WALKED, shotsToWalk } from "../dialogs-walked.ts";

test.use({ world: "translated-page" });

test.beforeEach(async ({ portal }) => {
  await mainWorld(portal);
});

/** Translates like Chromium: each text becomes <font><font>text</font></font>, and so do later ones. */
function translateFromNow(): void {
  const isKept = (text: Text) =>
    text.data.trim() === "" || text.parentElement?.closest("font,[translate=no],script,style,textarea,option,title");
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = [];
    for (let node: Node | null = root; node; node = walker.nextNode()) if (node instanceof Text) texts.push(node);
    for (const text of texts) {
      if (!text.isConnected || isKept(text)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.textContent = text.data;
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  const begin = () => {
    translate(document.body);
    new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records)
        if (type === "characterData") translate(target);
        else for (const node of addedNodes) translate(node);
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin, { once: true });
  else begin();
}

const translatePage = (page: Page): Promise<void> => page.evaluate(translateFromNow);

/** Collects errors; React reports its own on the crash screen or in the console. */
function watch(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (/NotFoundError|removeChild|insertBefore/.test(message.text())) errors.push(message.text());
  });
  return errors;
}

const crashed = (page: Page) => page.getByText("Sidan kunde inte visas");

for (const area of ["system-admin", "org-admin"] as const)
  test(`every page of ${area} can be turned to while it is translated`, async ({ page, portal, signIn }) => {
    const errors = watch(page);
    await signIn(area === "org-admin" ? portal.accounts.nord : portal.accounts.system);
    await page.goto(`/${area}`);
    const menu = page.getByRole("navigation").first();
    await expect(menu.getByRole("link").first()).toBeVisible();
    await translatePage(page);
    const targets = await menu
      .getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
    expect(targets.length).toBeGreaterThan(5);
    for (const target of targets) {
      await menu.locator(`a[href="${target}"]`).first().click();
      await expect(page).toHaveURL((url) => url.pathname === target.split("?")[0]);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(crashed(page)).toHaveCount(0);
    }
    expect(errors).toEqual([]);
  });

test("a dialog on a translated page keeps typed text when a controller goes offline", async ({
  page,
  portal,
  signIn,
}) => {
  const errors = watch(page);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await translatePage(page);
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Förnamn").fill("Bertil");
  await form.getByText("Lägg till PIN-kod behörighet").click();
  await form.getByText("Lägg till fordon").click();
  await form.getByLabel("Registreringsnummer").fill("abc123");
  await hearNobodyAnswer(page);
  await portal.admin.query("update controllers set enabled = false where device_type = 'axis'");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(form.getByText("Efternamn krävs")).toBeVisible();
  await expect(form.getByText("Svarar inte").first()).toBeVisible();
  await form.getByLabel("Efternamn").fill("Översatt");
  await expect(form.getByLabel("Förnamn")).toHaveValue("Bertil");
  await expect(form.getByLabel("Registreringsnummer")).toHaveValue("ABC123");
  await expect(crashed(page)).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("numbers that change are seen changed on a page that is translated", async ({ page, portal, signIn }) => {
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/import");
  await expect(page.getByRole("button", { name: "Importera fordon" })).toBeEnabled();
  await translatePage(page);
  await page.getByRole("button", { name: "Importera fordon" }).click();
  const dialog = page.getByRole("dialog");
  const preview = async (rows: number) => {
    const chooser = page.waitForEvent("filechooser");
    await dialog.getByRole("button", { name: "Välj fil" }).click();
    const text = Array.from({ length: rows }, (_, at) => `B;TST${100 + at};Anna Berg${at};Bil;`).join("\n");
    await (await chooser).setFiles({ name: "fordon.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await expect(dialog.getByRole("button", { name: `Godkänn och importera ${rows} fordon` })).toBeVisible();
    await expect(dialog.getByRole("list", { name: "Sammanfattning" }).getByRole("listitem").first()).toHaveText(
      `${rows} nya`,
    );
  };
  await preview(3);
  await dialog.getByRole("button", { name: "Tillbaka" }).click();
  await preview(5);
});

for (const { name: area, signIn: account } of ACCOUNTS.filter(({ signIn }) => signIn !== null))
  test(`every dialog of ${area} is opened, tried and closed on a page that is translated`, async ({
    page,
    portal,
    signIn,
  }) => {
    test.setTimeout(paced(600_000)); // Some fifty dialogs, also on a loaded machine.
    expect(account).not.toBeNull();
    const errors = watch(page);
    await page.addInitScript(translateFromNow);
    await signIn(area === "system" ? portal.accounts.system : portal.accounts.nord);
    if (area === "org")
      await portal.admin.query("insert into access_groups (organization_id, name) values ($1, 'Boende')", [
        portal.accounts.nord.organizationId,
      ]);
    const wanted = new Set(Object.values(DIALOGS_WALKED).filter((shot) => shot.startsWith(`${area}/`)));
    const opened = new Set<string>();
    for (const { name, ...shot } of shotsToWalk(area)) {
      await stepUpAgain(portal.admin);
      const dialog = await openShot(page, shot);
      if (wanted.has(`${area}/${name}`)) await dialog.waitFor();
      if (await dialog.isVisible()) {
        opened.add(`${area}/${name}`);
        expect({ name, translated: (await dialog.locator("font").count()) > 0 }).toEqual({ name, translated: true });
        // A missing value is reported beside its field; where none is missing, Tab goes from field to field.
        const submit = dialog.locator("button[type=submit]:not([disabled])");
        if (name.includes("-new") && (await submit.count()) > 0) await submit.first().click();
        expect({ name, withoutRing: await pressInForcedColours(page, ["Tab", "Tab", "Shift+Tab"]) }).toEqual({
          name,
          withoutRing: [],
        });
        await test.step(name, () => expectAccessible(page, { exclude: ["[data-sonner-toaster]"] }));
      }
      expect({ name, unmarked: await lostInForcedColours(page) }).toEqual({ name, unmarked: [] });
      await expect(crashed(page)).toHaveCount(0);
      expect({ name, errors }).toEqual({ name, errors: [] });
    }
    expect([...wanted].filter((shot) => !opened.has(shot))).toEqual([]);
  });
