// Fetches the person's language and then starts the page, so that every text file finds its words ready. The rest is
// fetched meanwhile (modulepreload, see scripts/page/head-assets.ts).
import { loadLanguage } from "./texts/load-language.ts";
import "./styles/index.css";

/** The greater parts of the page one at a time, so that a slow processor is never busy for long without looking up. */
const STEPS: readonly (() => unknown)[] = [
  // The browser reads its tables of languages at the first question.
  () => Intl.DateTimeFormat.supportedLocalesOf(document.documentElement.lang),
  () => import("react-dom/client"),
  () => import("./lib/backend.ts"),
];

/** Not with a top-level await: start.tsx imports texts/language.ts, which is in this file once built, and would wait for us. */
async function main(): Promise<void> {
  try {
    await loadLanguage();
  } catch {
    // The page is of another release than the server, or contact was lost just now (the browser tells which): Swedish, which
    // is at hand, and lang must say so.
    document.documentElement.lang = "sv";
  }
  await firstPaint();
  try {
    for (const step of STEPS) {
      await step();
      await nextTask();
    }
    const { start } = await import("./start.tsx");
    await start();
  } catch (error) {
    document.documentElement.dataset.shell = "failed";
    throw error;
  }
}

/** The shell is painted before a slow processor begins with the rest. A page in a background tab is not painted at all. */
async function firstPaint(): Promise<void> {
  if (document.visibilityState !== "visible") return;
  await new Promise(requestAnimationFrame);
  await nextTask();
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

void main();
