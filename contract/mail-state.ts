import { z } from "zod";

/**
 * An email's state when the reply left. `queued`: it is being retried. `mail_not_configured`: it waits for SMTP_URL.
 * `failed`: the mail server refuses the address.
 */
export const mailStateSchema = z.enum(["sent", "queued", "failed", "mail_not_configured"]);
export type MailState = z.infer<typeof mailStateSchema>;
