// A process of its own, since the package reads TMPDIR and the environment when loaded.
import chromium from "@sparticuz/chromium";

await chromium.executablePath();
