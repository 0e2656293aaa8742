import type { testMailTexts } from "./test-mail.sv.ts";

export const testMail: typeof testMailTexts = {
  send: "Send me a test email",
  sending: "Sending...",
  sent: (address) =>
    `The mail server has accepted the test email to ${address}. If it does not arrive, look among the spam.`,
  queued: (address) =>
    `The test email to ${address} has not been sent: the mail server has not accepted it. The portal tries again for an hour.`,
  failed: (address) => `The mail server does not accept emails to ${address}. Check the email address.`,
  noServer:
    "No email was sent: the portal has no mail server. A system administrator sets it on the server (SMTP_URL).",
  reason: "The answer was:",
};
