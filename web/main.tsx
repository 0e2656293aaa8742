// Fetches the person's language and then starts the page, so that every text file finds its words ready. The rest is
// fetched meanwhile (modulepreload, see headAssets in vite.config.ts).
import { loadLanguage } from "./texts/language.ts";
import "./styles/index.css";

/** Not with a top-level await: start.tsx imports texts/language.ts, which is in this file once built, and would wait for us. */
async function main(): Promise<void> {
  try {
    await loadLanguage();
  } catch {
    // The page is of another release than the server, or contact was lost just now (the browser tells which): Swedish, which
    // is at hand, and lang must say so.
    document.documentElement.lang = "sv";
  }
  const { start } = await import("./start.tsx");
  start();
}

void main();
