// `test` of browser.ts with a portal that mails into a local mailbox.
import { type Mailbox, startMailbox } from "#simulators/mailbox/mailbox.ts";
import { test as base } from "./browser.ts";

interface MailFixtures {
  /** More environment of the portal: `test.use({ env: { HOST: "localhost" } })`. */
  env: Readonly<Record<string, string>>;
  mailbox: Mailbox;
}

export const test = base.extend<object, MailFixtures>({
  env: [{}, { option: true, scope: "worker" }],
  mailbox: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures used from this pattern
    async ({}, use) => {
      const mailbox = await startMailbox();
      await use(mailbox);
      await mailbox.close();
    },
    { scope: "worker" },
  ],
  environment: [
    async ({ mailbox, env }, use) => {
      await use({ SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, ...env });
    },
    { scope: "worker" },
  ],
});
