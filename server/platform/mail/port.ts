// Queues an email as a row of the caller's transaction: both happen or neither, a slow mail server delays nobody, and a
// stopped server loses nothing. jobs/send-mail.ts delivers.
import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { KeyRing } from "../crypto/key-ring.ts";
import { sealAad } from "../crypto/sealed-columns.ts";
import { insertMail } from "./mail-queue.store.ts";
import { TEMPLATES, type TemplateData, type TemplateName } from "./templates/templates.ts";

/** `data` fills the template of that name; see templates/templates.ts. */
export type NewMail = {
  [Name in TemplateName]: { template: Name; to: string; data: TemplateData<Name> };
}[TemplateName];

export interface MailPort {
  /** False without SMTP_URL: emails wait until there is one or they expire. */
  readonly configured: boolean;
  /**
   * Queues an encrypted email in the transaction of portal_engine or portal_auth; returns its id. Throws ZodError when
   * the data are not the template's.
   */
  queueMail(client: Pool | PoolClient, mail: NewMail): Promise<string>;
  /** After the commit; otherwise the job polls within a second or two. */
  wake(): void;
  woken(): Promise<void>;
}

export function createMailPort({
  keys,
  configured,
}: {
  keys: Pick<KeyRing, "sealText">;
  configured: boolean;
}): MailPort {
  let bell = Promise.withResolvers<void>();
  return {
    configured,
    queueMail: async (client, { template, to, data }) => {
      const id = randomUUID();
      // Parsed while the caller can still be informed, not hours later in a job.
      const content = JSON.stringify(TEMPLATES[template].data.parse(data));
      await insertMail(client, {
        id,
        template,
        recipient: to,
        sealed: keys.sealText(content, sealAad("mail_queue.sealed", id)),
        lifeSeconds: TEMPLATES[template].lifeSeconds,
      });
      return id;
    },
    wake: () => {
      bell.resolve();
      bell = Promise.withResolvers<void>();
    },
    woken: () => bell.promise,
  };
}
