// One page for the tests of a portal, used one after the other: a page of a new browser context fetches and compiles the whole
// program again, which is three times the work of opening it in a context that has it. The page is reset after each test.
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, ViewportSize } from "@playwright/test";

/** Settings that the page begins with. */
export interface PageOptions {
  readonly baseURL: string;
  readonly viewport: ViewportSize | null;
  readonly contextOptions: BrowserContextOptions;
}

interface Kept {
  readonly options: PageOptions;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly devtools: CDPSession;
  /** True when a test did something that cannot be undone. */
  isSpent: boolean;
}

export class KeptPage {
  readonly #browser: Browser;
  #kept: Kept | null = null;

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Gives a signed-out page on the portal's origin, which remembers nothing but the portal's files. */
  async take(options: PageOptions): Promise<Page> {
    if (JSON.stringify(this.#kept?.options) !== JSON.stringify(options)) await this.close();
    this.#kept ??= await begin(this.#browser, options);
    return this.#kept.page;
  }

  async release(): Promise<void> {
    if (!this.#kept) return;
    if (this.#kept.isSpent || this.#kept.page.isClosed()) await this.close();
    else await putBack(this.#kept);
  }

  async close(): Promise<void> {
    await this.#kept?.context.close();
    this.#kept = null;
  }
}

async function begin(browser: Browser, options: PageOptions): Promise<Kept> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const kept: Kept = { options, context, page, devtools: await context.newCDPSession(page), isSpent: false };
  const spend = () => {
    kept.isSpent = true;
  };
  for (const owner of [page, context]) onCall(owner, ["addInitScript", "exposeFunction", "exposeBinding"], spend);
  onCall(context, ["newCDPSession"], spend);
  onCall(context.clock, ["install", "setFixedTime", "setSystemTime"], spend);
  await putBack(kept); // Makes the first test begin as all the others do.
  return kept;
}

function onCall<T extends object>(owner: T, names: readonly (keyof T)[], listener: () => void): void {
  for (const name of names) {
    const method = owner[name];
    if (typeof method !== "function") throw new TypeError(`${String(name)} is not a method`);
    Reflect.set(owner, name, (...args: unknown[]) => {
      listener();
      return Reflect.apply(method, owner, args);
    });
  }
}

/**
 * Returns an address on the portal's origin where nothing of the program runs. It has the headers of the page itself (/healthz has none),
 * or the browser would begin another process for the page, and lose the program with this one.
 */
export const outside = (portalUrl: string): string => `${portalUrl}/favicon.svg`;

const LISTENED = ["request", "requestfinished", "requestfailed", "response", "console", "dialog", "pageerror"];

async function putBack(kept: Kept): Promise<void> {
  const { context, page, devtools, options } = kept;
  for (const other of context.pages()) if (other !== page) await other.close();
  for (const event of LISTENED) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  page.setDefaultTimeout(0); // Playwright's own: as long as the test may take.
  await page.goto(outside(options.baseURL));
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await context.clearPermissions();
  await page.emulateMedia({
    media: null,
    colorScheme: "light",
    forcedColors: "none",
    reducedMotion: options.contextOptions.reducedMotion ?? "no-preference",
  });
  if (options.viewport) await page.setViewportSize(options.viewport);
  // Otherwise goBack could lead into another test, and the history could reach its limit of fifty steps.
  await devtools.send("Page.resetNavigationHistory");
}
