// `test` of browser.ts with a portal that mails into a local mailbox.
import { test as base } from "./browser.ts";

interface MailFixtures {
  /** Adds environment to the portal: `test.use({ env: { HOST: "localhost" } })`. */
  env: Readonly<Record<string, string>>;
}

export const test = base.extend<MailFixtures>({
  env: [{}, { option: true }],
  environment: async ({ mailbox, env }, use) => {
    await use({ SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, ...env });
  },
});
