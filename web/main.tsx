// Fetches the language before any text file runs; the rest loads meanwhile (scripts/page/head-assets.ts).
import { loadLanguage } from "./texts/load-language.ts";
import "./styles/index.css";

/** Run one at a time, so that a slow processor never has a long task. */
const STEPS: readonly (() => unknown)[] = [
  // The first call makes the browser load its language tables.
  () => Intl.DateTimeFormat.supportedLocalesOf(document.documentElement.lang),
  () => import("react-dom/client"),
  () => import("./lib/calls/auth-client.ts"),
];

/** Starts the page. No top-level await: start.tsx imports texts/language.ts, which is built into this file, so start.tsx would wait for this file. */
async function main(): Promise<void> {
  try {
    await loadLanguage();
  } catch {
    // After a new release or lost contact, the built-in Swedish is used, and lang must say so.
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

/** Waits for the app shell's paint before a slow processor begins the rest. Background tabs never paint. */
async function firstPaint(): Promise<void> {
  if (document.visibilityState !== "visible") return;
  await new Promise(requestAnimationFrame);
  await nextTask();
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

void main();
