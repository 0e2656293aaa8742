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
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await violations(page, scope, ["color-contrast"])).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectAccessible(page, scope);
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
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
