// Emails are rows of the caller's transaction: neither happens without the other, and no slow mail server delays it.
import { randomUUID } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { z } from "zod";
import { encryptionAad } from "#database/encrypted-columns.ts";
import type { KeyRing } from "../crypto/key-ring.ts";
import { insertMail, type QueuedMail } from "./mail-queue.store.ts";
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
  /** Wakes the sender after the commit; otherwise the job polls within a second or two. */
  wake(): void;
  woken(): Promise<void>;
}

export function createMailPort({
  keys,
  configured,
}: {
  keys: Pick<KeyRing, "encryptText">;
  configured: boolean;
}): MailPort {
  let next = Promise.withResolvers<void>();
  return {
    configured,
    queueMail: async (client, { template, to, data, person = null, names = [] }) => {
      const id = randomUUID();
      // Parsed while the caller can still be informed, not hours later in a job.
      const content = JSON.stringify(template.data.parse(data));
      await insertMail(client, {
        id,
        template: template.name,
        recipient: to,
        encrypted_content: keys.encryptText(content, encryptionAad("mail_queue.encrypted_content", id)),
        lifeSeconds: template.lifeSeconds,
        person,
        names,
      });
      return id;
    },
    wake: () => {
      next.resolve();
      next = Promise.withResolvers<void>();
    },
    woken: () => next.promise,
  };
}
