// One axe set-up for all tests.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export interface AxeScope {
  include?: string;
  exclude?: readonly string[];
}

/** react-aria's own announcer: for seconds it names a button that has gone with its form. */
const ALWAYS_EXCLUDED = ["[data-live-announcer]"];

export async function expectAccessible(page: Page, scope: AxeScope = {}): Promise<void> {
  expect(await violations(page, scope)).toEqual([]);
}

/** Without motion. Themes change colours alone, so the second theme is only checked for contrast. */
export async function expectAccessibleInBothThemes(page: Page, scope: AxeScope = {}): Promise<void> {
  await showTheme(page, "dark");
  expect(await violations(page, scope, ["color-contrast"])).toEqual([]);
  await showTheme(page, "light");
  await expectAccessible(page, scope);
}

/** The page hears of the system's theme in a later frame, which a busy machine may draw late. */
async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
}

async function violations(page: Page, { include, exclude = [] }: AxeScope, rules?: string[]): Promise<string[]> {
  // Legacy mode saves a page per run; only documents with frames need the other, and the portal has none.
  const builder = new AxeBuilder({ page, ...(await axeSource(page)) })
    .setLegacyMode()
    .options({ resultTypes: ["violations"], preload: false });
  if (include !== undefined) builder.include(include);
  if (rules) builder.withRules(rules);
  for (const selector of [...ALWAYS_EXCLUDED, ...exclude]) builder.exclude(selector);
  await settled(page);
  const found = await builder.analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Axe is half a megabyte, sent twice a run: a document that has it is sent none. */
async function axeSource(page: Page): Promise<{ axeSource?: string }> {
  return (await page.evaluate(() => "axe" in globalThis)) ? { axeSource: "void 0" } : {};
}

/** Anything fading has arbitrary contrast. Spinners never end and are not awaited. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A changed theme starts its transitions in the following frames.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // What ends may let the next begin: a child's colour follows its parent's.
    for (let under = ending(); under.length > 0; under = ending())
      await Promise.allSettled(under.map(({ finished }) => finished));
  });
}
