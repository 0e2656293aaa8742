// axe on the page as it stands. One place, so that every test asks the same and none pays for more than it needs.
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

export interface AxeScope {
  /** Only what is inside; the whole page without it. */
  include?: string;
  exclude?: readonly string[];
}

/** react-aria's own announcer: for seconds it names a button that has gone with its form. */
const ALWAYS_EXCLUDED = ["[data-live-announcer]"];

/** No violation of any rule. */
export async function expectAccessible(page: Page, scope: AxeScope = {}): Promise<void> {
  expect(await violations(page, scope)).toEqual([]);
}

/** The same in light and dark, without motion. What a theme changes is colour alone, so the second is asked only that. */
export async function expectAccessibleInBothThemes(page: Page, scope: AxeScope = {}): Promise<void> {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await violations(page, scope, ["color-contrast"])).toEqual([]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectAccessible(page, scope);
}

async function violations(page: Page, { include, exclude = [] }: AxeScope, rules?: string[]): Promise<string[]> {
  // Legacy mode spares a page per run, which only documents with frames need; the portal has none.
  // What passed is not worked out in detail, and no style sheet is fetched anew.
  const builder = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], preload: false });
  if (include !== undefined) builder.include(include);
  if (rules) builder.withRules(rules);
  for (const selector of [...ALWAYS_EXCLUDED, ...exclude]) builder.exclude(selector);
  await settled(page);
  const found = await builder.analyze();
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** What fades has any contrast: a toast that goes, colours that change with the theme. Spinners never end and are not waited for. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A changed theme is drawn, and its transitions begun, in the frames that follow.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
