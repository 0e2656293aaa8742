// Runs in a separate process, since the package reads TMPDIR and the environment when it is loaded.
import chromium from "@sparticuz/chromium";

await chromium.executablePath();
