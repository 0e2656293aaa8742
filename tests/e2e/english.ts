// Checks that English pages contain no Swedish.
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "#tests/e2e/accessible.ts";
import { isSwedish } from "#tests/support/is-swedish.ts";

/** Chooses English in this browser; the account may be signed in elsewhere too. */
export async function inEnglish(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.setItem("portal.language", "en"));
}

/** Attributes that hold names and descriptions: for a screen reader, in a title, or in an empty field. */
const SPOKEN = [
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "title",
  "placeholder",
  "alt",
];

async function spokenIn(page: Page): Promise<string[]> {
  return page.evaluate(
    (attributes) =>
      [...document.body.querySelectorAll("*")].flatMap((element) =>
        attributes.map((name) => element.getAttribute(name) ?? ""),
      ),
    SPOKEN,
  );
}

/** Returns visible or spoken Swedish that is no name. The vehicle file's columns are Swedish in every language. */
export async function swedishLeft(page: Page): Promise<string[]> {
  const seen = [await page.title(), await page.locator("body").innerText()].join("\n").split("\n");
  const said = [...seen, ...(await spokenIn(page))];
  const names = /Brf Norrgården|Dörr \d|Nummerplåt|Användare/g;
  return said.filter((line) => isSwedish(line.replaceAll(names, "")));
}

/** Checks a step of signing in: the page's title is the step's. */
export async function expectReadInEnglish(page: Page, heading: string): Promise<void> {
  await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
  await expect(page).toHaveTitle(`${heading} – Access portal`);
  await expect(page.locator("[aria-busy=true]"), heading).toHaveCount(0);
  expect(await swedishLeft(page), heading).toEqual([]);
  await expectAccessible(page, { exclude: ["[data-sonner-toaster]"] });
}
