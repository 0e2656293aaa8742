// Tests that text from composing keyboards, and pasted text, is saved and opens unchanged.
import { expect, type Page } from "@playwright/test";
import { test } from "#tests/support/browser.ts";
import { mainWorld } from "#tests/support/main-world.ts";

test.use({ world: "typed-fields" });

test.beforeEach(async ({ page, portal, signIn }) => {
  await mainWorld(portal);
  await signIn(portal.accounts.nord);
  await page.goto("/org-admin/end-users");
});

/** Types letter by letter and sends the whole word each time, like phone keyboards. */
async function compose(page: Page, word: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (let length = 1; length <= word.length; length += 1) {
    const text = word.slice(0, length);
    await devtools.send("Input.imeSetComposition", { text, selectionStart: length, selectionEnd: length });
  }
  await devtools.detach();
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((given) => document.execCommand("insertText", false, given), text);
}

test("a composed plate and a PIN pasted with spaces are saved whole, and the PIN opens", async ({ page, portal }) => {
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Förnamn").fill("Bertil");
  await form.getByLabel("Efternamn").fill("Sammansatt");
  await form.getByText("Lägg till PIN-kod behörighet").click();
  await form.getByText("Lägg till fordon").click();

  const plate = form.getByLabel("Registreringsnummer");
  await plate.focus();
  await compose(page, "abc123");
  // The field shows upper case while the keyboard still composes.
  await expect(plate).toHaveCSS("text-transform", "uppercase");
  await expect.poll(async () => (await plate.inputValue()).toUpperCase()).toBe("ABC123");
  await form.getByLabel("Fordonstyp").fill("Bil");
  await expect(plate).toHaveValue("ABC123");

  const pin = form.getByRole("textbox", { name: /^PIN-kod/ });
  await pin.focus();
  await paste(page, "58 16 27");
  await expect(pin).toHaveValue("581627");
  await form.getByRole("button", { name: "Spara" }).click();
  await expect(form).toHaveCount(0);

  const { rows } = await portal.admin.query<{ display_value: string }>(
    `select k.display_value from credentials k join end_users u on u.id = k.end_user_id
     where u.last_name = 'Sammansatt' and k.vehicle_type is not null`,
  );
  expect(rows.map(({ display_value }) => display_value)).toEqual(["ABC123"]);
  await expect.poll(() => portal.axis.doorTokens.some((door) => portal.axis.wouldOpen("581627", door))).toBe(true);
  expect(portal.axis.doorTokens.some((door) => portal.axis.wouldOpen("5816", door))).toBe(false);
});

test("codes and searches that a keyboard composes are typed once", async ({ page }) => {
  const search = page.getByRole("searchbox").first();
  await search.focus();
  await compose(page, "alva");
  await expect(search).toHaveValue("alva");
  await page.getByRole("button", { name: "Lägg till användare" }).click();
  const form = page.getByRole("dialog");
  await form.getByText("Lägg till PIN-kod behörighet").click();
  const pin = form.getByRole("textbox", { name: /^PIN-kod/ });
  await pin.focus();
  await compose(page, "58 16 27");
  await form.getByLabel("Förnamn").focus();
  await expect(pin).toHaveValue("581627");
});
