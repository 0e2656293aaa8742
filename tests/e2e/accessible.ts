// One axe set-up for all tests.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type axeCore from "axe-core";

declare global {
  var axe: typeof axeCore;
}

/**
 * The minified file is sent once per document. `axe.source` and Playwright's integration send the unminified file twice, which is half of
 * axe's cost.
 */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export interface AxeScope {
  include?: string;
  exclude?: readonly string[];
}

/** react-aria's own announcer: for seconds it names a button that has gone with its form. */
const ALWAYS_EXCLUDED = ["[data-live-announcer]"];

export async function expectAccessible(page: Page, scope: AxeScope = {}): Promise<void> {
  expect(await violations(page, scope)).toEqual([]);
}

/** Checks without motion. Themes change only colours, so the second theme is checked for contrast alone. */
export async function expectAccessibleInBothThemes(page: Page, scope: AxeScope = {}): Promise<void> {
  await showTheme(page, "dark");
  expect(await violations(page, scope, ["color-contrast"])).toEqual([]);
  await showTheme(page, "light");
  await expectAccessible(page, scope);
}

/** Shows a theme; the page notices the system's theme in a later frame, which a busy machine may draw late. */
async function showTheme(page: Page, theme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-theme", theme);
}

async function violations(page: Page, { include, exclude = [] }: AxeScope, rules?: string[]): Promise<string[]> {
  const context = {
    ...(include !== undefined && { include: [include] }),
    exclude: [...ALWAYS_EXCLUDED, ...exclude],
  };
  const options: axeCore.RunOptions = {
    resultTypes: ["violations"],
    preload: false,
    selectors: false, // The HTML below says more than selectors.
    ...(rules && { runOnly: { type: "rule", values: rules } }),
  };
  if (!(await settled(page))) await page.evaluate(AXE);
  return page.evaluate(
    async ([where, how]) => {
      const found = await axe.run(where, how);
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    [context, options] as const,
  );
}

/**
 * Waits for transitions, because fading elements have arbitrary contrast. Spinners never end and are not awaited. Returns whether the
 * document already has axe.
 */
function settled(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    // A changed theme starts its transitions in the following frames.
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    const ending = () =>
      document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    // The end of a transition may start the next: a child's colour follows its parent's.
    for (let under = ending(); under.length > 0; under = ending())
      await Promise.allSettled(under.map(({ finished }) => finished));
    return "axe" in globalThis;
  });
}
