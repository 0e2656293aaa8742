// Playwright's `test` with a portal of its own per worker: real server, real PostgreSQL, simulated devices, built page.

import { join } from "node:path";
import { test as base, type Page } from "@playwright/test";
import { startTestPortal, type TestAccount, type TestPortal } from "./build-portal.ts";

interface WorkerFixtures {
  /** Named by each file (`test.use({ world: "…" })`), so that no file meets what another has made. */
  world: string;
  portal: TestPortal;
}

interface TestFixtures {
  /** Signs in through the form at /auth and waits until the portal has left it. */
  signIn: (account: TestAccount, page?: Page) => Promise<void>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: ["", { option: true, scope: "worker" }],
  portal: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures used from this pattern
    async ({ world: _world }, use) => {
      const portal = await startTestPortal({ pageDir: join(import.meta.dirname, "../../dist/web") });
      await use(portal);
      await portal.close();
    },
    { scope: "worker", timeout: 60_000 },
  ],
  baseURL: async ({ portal }, use) => {
    await use(portal.url);
  },
  signIn: async ({ page: ownPage }, use) => {
    await use(async (account, page = ownPage) => {
      await page.goto("/auth");
      await page.getByLabel("E-post").fill(account.email);
      await page.getByLabel("Lösenord", { exact: true }).fill(account.password);
      await page.getByRole("button", { name: "Logga in", exact: true }).click();
      await page.waitForURL((url) => url.pathname !== "/auth");
    });
  },
});
