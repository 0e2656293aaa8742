// Emails are rows of the caller's transaction: neither happens without the other, and no slow mail server delays it.
import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { z } from "zod";
import { encryptionAad } from "#database/encrypted-columns.ts";
import type { KeyRing } from "../crypto/key-ring.ts";
import { insertMail, insertMailsOnce, type QueuedMail } from "./mail-queue.store.ts";
import type { MailTemplate } from "./mail-template.ts";

export interface NewMail<Schema extends z.ZodType> {
  template: MailTemplate<Schema>;
  to: string;
  data: z.input<Schema>;
  person?: QueuedMail["person"];
  /** Ids of people whose names are in the data. */
  names?: readonly string[];
}

export interface MailPort {
  readonly configured: boolean;
  /** Queues an encrypted email as portal_engine or portal_auth; returns the id. Throws ZodError for data not of the template. */
  queueMail<Schema extends z.ZodType>(client: Pool | PoolClient, mail: NewMail<Schema>): Promise<string>;
  /**
   * Queues emails of one template as portal_engine; each id names the email's content. Returns the new ids. A queued or sent
   * email is not queued again; a failed one is.
   */
  queueMailsOnce<Schema extends z.ZodType>(
    engine: Pool,
    mails: readonly (Omit<NewMail<Schema>, "names"> & { id: string })[],
  ): Promise<Set<string>>;
  /** Wakes the sender after the commit; otherwise the job polls within a second or two. */
  wake(): void;
  woken(): Promise<void>;
}

/** Creates the port. `configured` false: mails are queued and wait for a mail server. */
export function createMailPort({
  keys,
  configured,
}: {
  keys: Pick<KeyRing, "encryptText">;
  configured: boolean;
}): MailPort {
  let next = Promise.withResolvers<void>();
  const queued = <Schema extends z.ZodType>(
    id: string,
    { template, to, data, person = null, names = [] }: NewMail<Schema>,
  ): QueuedMail => {
    // Parsed while the caller can still be informed, not hours later in a job.
    const content = JSON.stringify(template.data.parse(data));
    return {
      id,
      template: template.name,
      recipient: to,
      encrypted_content: keys.encryptText(content, encryptionAad("mail_queue.encrypted_content", id)),
      lifeSeconds: template.lifeSeconds,
      person,
      names,
    };
  };
  return {
    configured,
    queueMail: async (client, mail) => {
      const id = randomUUID();
      await insertMail(client, queued(id, mail));
      return id;
    },
    queueMailsOnce: (engine, mails) =>
      insertMailsOnce(
        engine,
        mails.map(({ id, ...mail }) => queued(id, mail)),
      ),
    wake: () => {
      next.resolve();
      next = Promise.withResolvers<void>();
    },
    woken: () => next.promise,
  };
}
