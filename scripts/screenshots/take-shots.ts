// Takes screenshots in a browser; a page that does not open is reported and does not stop the others.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Browser, BrowserContext, Locator, Page, Request } from "@playwright/test";
import type { Account, Look, Press, Shot } from "./plan.ts";
import { standIn } from "./stand-ins.ts";

/** Generous, for a busy machine. */
const PATIENCE_MS = 20_000;
const QUIET_MS = 300;
/** Rows may come later than the page that holds them. */
const APPEARS_MS = 5_000;
/** Time for rows to fade in and fonts to settle. */
const SETTLE_MS = 250;

export interface ShotProblem {
  file: string;
  reason: string;
}

export type Capture = (page: Page, file: string, shot: Shot) => Promise<void>;

export interface TakeShots {
  browser: Browser;
  url: string;
  account: Account;
  look: Look;
  folder: string;
  only?: string | undefined;
  scale?: number;
  /** Writes the picture in another way than as a PNG of the page. */
  capture?: Capture;
}

/** Signs in through the form and takes the account's screenshots; returns the failures. */
export async function takeShots({
  browser,
  url,
  account,
  look,
  folder,
  only = "",
  scale = 1,
  capture = captureScreen,
}: TakeShots): Promise<ShotProblem[]> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width: look.width, height: look.height },
    deviceScaleFactor: scale,
    locale: "sv-SE",
    timezoneId: "Europe/Stockholm",
    colorScheme: look.theme,
    reducedMotion: "reduce",
    hasTouch: look.width < 640,
  });
  try {
    await context.addInitScript((theme) => localStorage.setItem("portal.theme", theme), look.theme);
    if (account.endedFor !== undefined) await context.addInitScript(keepEndedSession, account.endedFor);
    if (account.signIn !== null) {
      const refused = await signIn(context, account.signIn).then(() => null, reasonOf);
      if (refused !== null) return [{ file: join(folder, account.name), reason: `cannot sign in: ${refused}` }];
    }
    const problems: ShotProblem[] = [];
    for (const shot of account.shots.filter(({ name }) => name.includes(only))) {
      const file = join(folder, account.name, `${shot.name}-${look.name}.png`);
      const reason = await takeShot(context, shot, { file, capture });
      if (reason !== null) problems.push({ file, reason });
    }
    return problems;
  } finally {
    await context.close();
  }
}

/** Leaves the data that a browser keeps of a session unknown to the server. */
function keepEndedSession(email: string): void {
  const session = {
    access_token: "x",
    refresh_token: "x",
    token_type: "bearer",
    expires_in: 1,
    expires_at: 1,
    user: { id: "x", email },
  };
  localStorage.setItem("portal.session", JSON.stringify(session));
}

async function signIn(context: BrowserContext, { email, password }: { email: string; password: string }) {
  const page = await context.newPage();
  await page.goto("/auth");
  await page.getByLabel("E-post").fill(email);
  await page.getByLabel("Lösenord", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Logga in", exact: true }).click();
  await page.waitForURL(({ pathname }) => pathname !== "/auth");
  await page.close();
}

async function takeShot(
  context: BrowserContext,
  shot: Shot,
  { file, capture }: { file: string; capture: Capture },
): Promise<string | null> {
  const { path, presses = [], inPage = false, undoes = [], types, replies = [] } = shot;
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  let reason: string | null = null;
  const quiet = watchRequests(page);
  try {
    const crashes: string[] = [];
    page.on("pageerror", (error) => crashes.push(error.message));
    await standIn(page, replies);
    await page.goto(path);
    await page.getByRole("heading").first().waitFor();
    await settle(page, quiet);
    for (const name of presses) {
      await press(page, name);
      if (!inPage) await anyDialog(page).last().waitFor();
      await settle(page, quiet);
    }
    if (types !== undefined) {
      await page.keyboard.type(types);
      await settle(page, quiet);
    }
    if (crashes.length > 0) reason = crashes.join("; ");
  } catch (error) {
    reason = reasonOf(error);
  }
  mkdirSync(dirname(file), { recursive: true });
  let refused = await capture(page, file, shot).then(() => null, reasonOf);
  for (const name of undoes) {
    const left = await press(page, name)
      .then(() => settle(page, quiet))
      .then(() => null, reasonOf);
    refused ??= left;
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.close();
  return reason ?? refused;
}

async function captureScreen(page: Page, path: string): Promise<void> {
  await page.screenshot({ path });
}

const reasonOf = (error: unknown) =>
  String(error instanceof Error ? error.message : error)
    .split("\n", 1)
    .join();

/** A row's menu, in either language. */
export const ROW_MENU = /^(?:Fler åtgärder för|More actions for)/;

export const anyDialog = (page: Page) => page.getByRole("dialog").or(page.getByRole("alertdialog"));

async function settle(page: Page, quiet: () => Promise<void>): Promise<void> {
  await quiet();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await page.waitForTimeout(SETTLE_MS);
}

/** Returns a function that waits for network idle, for a limited time. */
function watchRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  let since = performance.now();
  const changed = () => {
    since = performance.now();
  };
  page.on("request", (request) => {
    open.add(request);
    changed();
  });
  const done = (request: Request) => {
    open.delete(request);
    changed();
  };
  page.on("requestfinished", done);
  page.on("requestfailed", done);
  return async () => {
    const until = performance.now() + PATIENCE_MS;
    while (performance.now() < until && (open.size > 0 || performance.now() - since < QUIET_MS)) {
      await page.waitForTimeout(50);
    }
  };
}

/** Presses a name in the open list, dialog or page, else in the menu of the first row that has it. */
export async function press(page: Page, name: Press): Promise<void> {
  const until = performance.now() + APPEARS_MS;
  while (!(await pressNow(page, name))) {
    if (performance.now() > until) throw new Error(`nothing to press is called ${String(name)}`);
    await page.waitForTimeout(QUIET_MS);
  }
}

/** Presses the control now; returns false while none has that name. */
async function pressNow(page: Page, name: Press): Promise<boolean> {
  const option = page.getByRole("option", { name }).first();
  if (await option.isVisible()) return clicked(option);
  const dialog = anyDialog(page).last();
  const place = (await dialog.isVisible()) ? dialog : page.locator("body");
  const direct = place
    .getByRole("button", { name, disabled: false })
    .or(place.getByRole("link", { name }))
    .filter({ visible: true })
    .first();
  if (await direct.isVisible()) return clicked(direct);
  const text = place.getByText(name).filter({ visible: true }).first();
  if (await text.isVisible()) return clicked(text);
  const box = place.getByRole("checkbox", { name }).first();
  if (await box.isVisible()) return clicked(box);
  const menus = place.getByRole("button", { name: ROW_MENU }).filter({ visible: true });
  for (const menu of await menus.all()) {
    await menu.click();
    await page.getByRole("menu").waitFor();
    const item = page.getByRole("menuitem", { name }).first();
    if (await item.isVisible()) return clicked(item);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
  return false;
}

async function clicked(target: Locator): Promise<true> {
  await target.click();
  return true;
}
