import { availableParallelism } from "node:os";
import { defineConfig, devices } from "@playwright/test";
import { paced } from "./tests/support/pace.ts";

const args = [
  "--no-sandbox", // tests also run as root, and visit only our own server
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const executablePath = process.env["CHROMIUM_PATH"];

/** The longest: begun last they would run alone. A worker serves one project, so each of them costs another worker's start. */
const LONG = /\/(clipped-cells|language|sync-status|translated-page|xss)\.test\.ts$/;

export default defineConfig({
  testDir: "tests/e2e",
  // Node reads TypeScript itself; Playwright translates each module first, in each worker anew where nothing is kept yet.
  build: { external: ["**/*.ts"] },
  outputDir: "test-results",
  globalSetup: "./tests/support/global-setup.ts",
  // The tests of a file share a portal and run in order; files run beside each other.
  fullyParallel: false,
  projects: [
    { name: "long", testMatch: LONG },
    { name: "others", testIgnore: LONG },
  ],
  workers: availableParallelism() > 1 ? 6 : 3, // each has a server, simulators and a browser; much of a test is waiting
  retries: 0,
  forbidOnly: true,
  timeout: paced(300_000), // a hung test, not a slow machine
  expect: { timeout: paced(60_000) },
  use: {
    ...devices["Desktop Chrome"],
    locale: "sv-SE",
    timezoneId: "Europe/Stockholm",
    // Writing down what is done and asked takes a tenth of a worker's time; `npm run test:e2e -- --trace on` does it.
    trace: "off",
    // A worker would stand between the page and what a test answers for it; offline.test.ts allows it.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
    // A dialog that slides in makes every press in it wait; main-job.test.ts runs with motion.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { ...(executablePath && { executablePath }), args },
  },
});
