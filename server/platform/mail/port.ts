// How the portal posts a letter: a row in the caller's own transaction. Neither the change nor the letter comes without the
// other, a slow mail server holds nobody up, and a server that ends loses nothing. jobs/send-mail.ts carries them out.
import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { KeyRing } from "../crypto/key-ring.ts";
import { sealAad } from "../crypto/sealed-columns.ts";
import { insertMail } from "./mail-queue.store.ts";
import { TEMPLATES, type TemplateData, type TemplateName } from "./templates/templates.ts";

/** `data` is what the template of that name is filled with; see templates/templates.ts. */
export type NewMail = {
  [Name in TemplateName]: { template: Name; to: string; data: TemplateData<Name> };
}[TemplateName];

export interface MailPort {
  /** False: there is no SMTP_URL. Letters wait in the queue until there is one, or until what they say has expired. */
  readonly configured: boolean;
  /**
   * Posts a letter within the caller's transaction, as portal_engine or portal_auth. What it says is sealed before it
   * reaches PostgreSQL. Returns its id. Throws ZodError when the data are not the template's.
   */
  queueMail(client: Pool | PoolClient, mail: NewMail): Promise<string>;
  /** Says, after the commit, that there is something to send; without it the job looks by itself within a second or two. */
  wake(): void;
  /** Resolves at the next wake. */
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
      // Parsed now, while the caller can still be told, and not hours later in a job.
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
