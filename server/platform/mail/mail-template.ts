// The form of a mail. Each domain has its own in mails.ts; server/mails.ts joins them.
import { z } from "zod";
import type { Block, Email } from "./layout.ts";

export interface MailContext {
  /** Public URL without a trailing slash; prefix of every link. */
  publicUrl: string;
}

export interface MailTemplate<Schema extends z.ZodType = z.ZodType> {
  /** The mail's name in the rows of the queue. */
  name: string;
  data: Schema;
  /** Seconds after which the mail is no longer sent. */
  lifeSeconds: number;
  compose(data: z.output<Schema>, context: MailContext): Omit<Email, "origin">;
}

/** Returns the template, with its data typed by its schema. */
export function mailTemplate<Schema extends z.ZodType>(definition: MailTemplate<Schema>): MailTemplate<Schema> {
  return definition;
}

export const HOUR_SECONDS = 3600;
export const DAY_SECONDS = 24 * HOUR_SECONDS;

/** Absolute; `link` refuses other hosts. */
export const portalAddress = z.url({ protocol: /^https?$/ }).max(2000);

const ORIGINS = {
  sv: (host: string) => `Skickat av Webbportal på ${host}. Det går inte att svara på mailet.`,
  en: (host: string) => `Sent by Webbportal at ${host}. This email cannot be answered.`,
};

/** Renders an email from unknown data. Throws ZodError when the data are not the template's. */
export function composeEmail(template: MailTemplate, data: unknown, context: MailContext): Email {
  const composed = template.compose(template.data.parse(data), context);
  const { host } = new URL(context.publicUrl);
  return { ...composed, origin: ORIGINS[composed.language ?? "sv"](host) };
}

export const text = (content: string): Block => ({ kind: "text", text: content });
export const note = (content: string): Block => ({ kind: "note", text: content });

/** Returns a link; throws unless the URL leads to this portal, so that no input can send a reader elsewhere. */
export function link(label: string, url: string, publicUrl: string): Block {
  if (new URL(url).origin !== new URL(publicUrl).origin) throw new Error("an email links to this portal only");
  return { kind: "link", label, url };
}
