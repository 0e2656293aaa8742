import { defineConfig, devices } from "@playwright/test";

const args = [
  "--no-sandbox", // tests also run as root, and visit only our own server
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
/** The longest files, first: begun last they would run alone at the end. */
const LONG =
  /(org-end-users|administrators|sync-status|organizations|account|import|language|states|weekly-codes)\.test\.ts$/;
const executablePath = process.env["CHROMIUM_PATH"];

const desktop = devices["Desktop Chrome"];

export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  globalSetup: "./tests/support/global-setup.ts",
  // The tests of a file share a portal and run in order; files run beside each other.
  fullyParallel: false,
  workers: 6, // each has a server, simulators and a browser; much of a test is waiting, so two cores carry six
  retries: 0,
  forbidOnly: true,
  timeout: 240_000, // a hung test, not a slow machine
  expect: { timeout: 45_000 },
  use: {
    locale: "sv-SE",
    timezoneId: "Europe/Stockholm",
    // What was done and asked, without a screenshot at every step: those cost more than the tests themselves.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false, sources: false },
    screenshot: "only-on-failure",
    // A dialog that slides in makes every press in it wait; main-job.test.ts runs with motion.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { ...(executablePath && { executablePath }), args },
  },
  projects: [
    { name: "long", testMatch: LONG, use: desktop },
    { name: "desktop", testIgnore: LONG, use: desktop },
  ],
});
