// Run by browser.ts in a process of its own, since the package reads TMPDIR and the environment when it is loaded.
import chromium from "@sparticuz/chromium";

await chromium.executablePath();
