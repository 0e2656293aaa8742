// Playwright's `test` with one portal per file: real server, real PostgreSQL, simulated devices, built page.

import { join } from "node:path";
import { test as base, type Page } from "@playwright/test";
import { freePort } from "#scripts/lib/free-port.ts";
import { type Mailbox, startMailbox } from "#simulators/mailbox/mailbox.ts";
import { SESSION_KEY } from "#web/lib/calls/session-key.ts";
import { startTestPortal, type TestAccount, type TestPortal } from "./build-portal.ts";
import { signedInClient } from "./client.ts";
import { KeptPage, outside } from "./kept-page.ts";
import { paced } from "./pace.ts";

interface WorkerFixtures {
  /** Gives the portal of a world, started in that environment, and closes the former world's. */
  portalOf: (world: string, environment: Readonly<Record<string, string>>) => Promise<TestPortal>;
  /** The mailbox, started for the first test that asks for it. */
  mailbox: Mailbox;
  /** Gives each test its page, the shared one where possible. */
  kept: KeptPage;
}

interface TestFixtures {
  /**
   * Set by each file (`test.use({ world: "…" })`), so that files do not meet each other's data. It is an option of tests and not of
   * workers: a worker with other options is a new process, which reads the server and starts the browser again.
   */
  world: string;
  /** The environment of the world's portal; the same for all tests of the world. */
  environment: Readonly<Record<string, string>>;
  portal: TestPortal;
  /** Stores the account's session in the page's browser, without opening a page of the portal. */
  signIn: (account: TestAccount, page?: Page) => Promise<void>;
  /** Signs in at /auth and waits until the page has left it. */
  signInByForm: (account: TestAccount, page?: Page) => Promise<void>;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: ["", { option: true }],
  environment: [{}, { option: true }],
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures used from this pattern
    async ({}, use) => {
      const mailbox = await startMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: "worker" },
  ],
  portalOf: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const open = new Map<string, TestPortal>(); // The map holds one portal at most.
      let port: number | undefined; // The port is the same for all portals, since the browser already has the page's files from there.
      const close = async () => {
        for (const [world, portal] of open) {
          open.delete(world);
          await portal.close();
        }
      };
      await use(async (world, environment) => {
        const known = open.get(world);
        if (known) return known;
        await close();
        port = await freePort(port);
        const pageDir = join(import.meta.dirname, "../../dist/web");
        const portal = await startTestPortal({ pageDir, env: { PORT: String(port), ...environment } });
        open.set(world, portal);
        return portal;
      });
      await close();
    },
    { scope: "worker", timeout: paced(180_000) },
  ],
  portal: [
    async ({ world, environment, portalOf }, use) => {
      await use(await portalOf(world, environment));
    },
    { timeout: paced(180_000) },
  ],
  baseURL: async ({ portal }, use) => {
    await use(portal.url);
  },
  kept: [
    async ({ browser }, use) => {
      const kept = new KeptPage(browser);
      await use(kept);
      await kept.close();
    },
    { scope: "worker" },
  ],
  page: async ({ kept, portal, viewport, contextOptions }, use, test) => {
    await use(await kept.take({ baseURL: portal.url, viewport, contextOptions }));
    // After a failure Playwright takes a screenshot and begins another worker.
    if (test.status === test.expectedStatus) await kept.release();
  },
  context: async ({ page }, use) => {
    await use(page.context());
  },
  signIn: async ({ page: ownPage, portal }, use) => {
    await use(async (account, page = ownPage) => {
      const client = await signedInClient(portal.url, account);
      await client.auth.stopAutoRefresh(); // The browser refreshes this session from now on.
      const { data } = await client.auth.getSession();
      // The page does not visit the icon during a test, because a test may count reports of the content security policy, and the icon's
      // style causes one.
      if (page.url() !== outside(portal.url)) await page.goto(`${portal.url}/healthz`);
      await page.evaluate(([key, session]) => localStorage.setItem(key, session), [
        SESSION_KEY,
        JSON.stringify(data.session),
      ] as const);
    });
  },
  signInByForm: async ({ page: ownPage }, use) => {
    await use(async (account, page = ownPage) => {
      await page.goto("/auth");
      await page.getByLabel("E-post").fill(account.email);
      await page.getByLabel("Lösenord", { exact: true }).fill(account.password);
      await page.getByRole("button", { name: "Logga in", exact: true }).click();
      await page.waitForURL((url) => url.pathname !== "/auth");
    });
  },
});
