// Takes the pictures of the handbook: a dialog or a card of the plan's screenshots, in both themes.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Locator, Page } from "@playwright/test";
import { root } from "../lib/paths.ts";
import { pictureFile, pictureFolder, pictureList, readPictures, THEMES } from "../page/handbook-pictures.ts";
import { shownTexts } from "../page/shown-texts.ts";
import { ACCOUNTS } from "./plan.ts";
import { anyDialog, type Capture, type ShotProblem, takeShots } from "./take-shots.ts";
import { untilRefused } from "./until-refused.ts";

/** Part of every clone and of every installation. */
export const MAX_PICTURE_BYTES = 40_000;
/** The column of text is 720 wide, and a taller picture would hide the steps. */
const VIEW = { width: 1024, height: 720 };
/** Pixels of the picture for one of the page: the first that fits. */
const SCALES = [2, 1.5, 1] as const;
const QUALITY = 80;
const SCRATCH = join(root, ".cache", "screenshots");

interface HandbookShot {
  account: string;
  shot: string;
  region: (page: Page) => Locator;
  /** The picture shows so much of the region's top; without it, as much as the window does. */
  height?: number;
  /** Brings about what the picture is to show. */
  prepare?: (page: Page) => Promise<void>;
}

const inDialog = (page: Page) => anyDialog(page).last();
const card = (title: string) => (page: Page) =>
  page
    .locator("section")
    .filter({ has: page.getByRole("heading", { name: title, exact: true }) })
    .last();

/** Makes the first back-up, so that the card has one. */
async function haveBackup(page: Page): Promise<void> {
  const made = page.getByRole("button", { name: /^Ladda ner säkerhetskopian/ });
  if (await made.first().isVisible()) return;
  await page.getByRole("button", { name: "Gör säkerhetskopia nu" }).click();
  await made.first().waitFor();
  const toast = page.getByText("Säkerhetskopian är gjord och läst tillbaka");
  await toast.waitFor();
  await toast.waitFor({ state: "detached" });
}

/** Each picture by its name, which a chapter writes: `bilder/NAME-light.webp`. */
export const HANDBOOK_SHOTS: Readonly<Record<string, HandbookShot>> = {
  "ny-person": { account: "org", shot: "end-user-new-pin", region: inDialog },
  "lamna-over": { account: "org", shot: "pin-handed-over", region: inDialog },
  varfor: { account: "org", shot: "door-why", region: inDialog, height: 400 },
  schema: { account: "system", shot: "schedule-edit", region: inDialog },
  "oppna-dorr": { account: "system", shot: "door-open", region: inDialog },
  "namnge-dorrar": { account: "system", shot: "controller-setup", region: inDialog },
  sakerhetskopior: {
    account: "system",
    shot: "operations",
    region: card("Säkerhetskopior"),
    height: 290,
    prepare: haveBackup,
  },
};

export interface TakeHandbook {
  browser: Browser;
  url: string;
  /** Part of the names of the pictures to take; the others stay. */
  only?: string | undefined;
  stop: AbortSignal;
}

/** Writes the pictures and their list; returns the failures. */
export async function takeHandbookShots({ browser, url, only = "", stop }: TakeHandbook): Promise<ShotProblem[]> {
  mkdirSync(pictureFolder, { recursive: true });
  const wrong: ShotProblem[] = [];
  const pictures = readPictures();
  const texts = await shownTexts();
  for (const account of ACCOUNTS) {
    const names = Object.keys(HANDBOOK_SHOTS).filter(
      (name) => HANDBOOK_SHOTS[name]?.account === account.name && name.includes(only),
    );
    const wanted = new Map(names.map((name) => [HANDBOOK_SHOTS[name]?.shot, name]));
    const shots = account.shots.filter((shot) => wanted.has(shot.name));
    if (shots.length === 0) continue;
    const plan = { ...account, shots };
    for (const name of await untilRefused({ url, accounts: [plan], stop }))
      wrong.push({ file: name, reason: "the demo refused nobody, so its log is empty" });
    for (const theme of THEMES) {
      stop.throwIfAborted();
      const capture: Capture = async (page, _file, shot) => {
        const name = wanted.get(shot.name) ?? "";
        const { region, height, prepare } = HANDBOOK_SHOTS[name] ?? { region: inDialog };
        await prepare?.(page);
        const box = await boxOf(region(page), page, height);
        writeFileSync(join(pictureFolder, pictureFile(name, theme)), await webpOf(page, box));
        pictures.set(name, { ...sizeOf(box), shows: await textsIn(region(page), texts) });
      };
      const look = { ...VIEW, theme, name: theme };
      wrong.push(
        ...(await takeShots({ browser, url, account: plan, look, folder: SCRATCH, scale: SCALES[0], capture })),
      );
    }
  }
  const known = [...pictures].filter(([name]) => name in HANDBOOK_SHOTS).toSorted(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(pictureList, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
  return wrong;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const sizeOf = ({ width, height }: Box) => ({ width, height });

/** Scrolls to the region and returns its part of the window, in whole pixels. */
async function boxOf(region: Locator, page: Page, height = Number.POSITIVE_INFINITY): Promise<Box> {
  await region.scrollIntoViewIfNeeded();
  const box = await region.boundingBox();
  const window = page.viewportSize();
  if (box === null || window === null) throw new Error("the region is not shown");
  const [x, y] = [Math.max(0, Math.floor(box.x)), Math.max(0, Math.floor(box.y))];
  const width = Math.min(Math.ceil(box.x + box.width), window.width) - x;
  return { x, y, width, height: Math.min(Math.ceil(box.y + box.height) - y, window.height - y, height) };
}

/** Returns the picture as WebP, which only the browser's own protocol writes. */
async function webpOf(page: Page, box: Box): Promise<Buffer> {
  const session = await page.context().newCDPSession(page);
  // The clip is counted from the document's top.
  const { cssVisualViewport: window } = await session.send("Page.getLayoutMetrics");
  for (const scale of SCALES) {
    const clip = { ...box, x: box.x + window.pageX, y: box.y + window.pageY, scale };
    const taken = await session.send("Page.captureScreenshot", { format: "webp", quality: QUALITY, clip });
    const picture = Buffer.from(taken.data, "base64");
    if (picture.length <= MAX_PICTURE_BYTES) return picture;
  }
  throw new Error(`is larger than ${MAX_PICTURE_BYTES} bytes`);
}

/** Returns the page's texts that the region shows, sorted. */
async function textsIn(region: Locator, texts: ReadonlySet<string>): Promise<string[]> {
  const words = await region.locator(":scope *:not(svg, svg *)").allInnerTexts();
  return [...new Set(words.map((word) => word.trim()))].filter((word) => texts.has(word)).toSorted();
}
