// alert-control: which alerts stand, who is told, and what became of the telling. System admins only. The secret of a webhook
// is in the reply that makes it and in no other.
import { z } from "zod";
import { alertDetailSchema, alertEventSchema, alertKindSchema, alertSettingsSchema } from "../alerts.ts";
import { alertWebhookForm } from "../forms/alerts.ts";

export const alertControlRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("STATUS") }),
  z.object({
    action: z.literal("SAVE_SETTINGS"),
    settings: alertSettingsSchema,
    /** System admins who get no letters. */
    without_mail: z.array(z.uuid()).max(1_000),
  }),
  z.object({ action: z.literal("ADD_WEBHOOK"), ...alertWebhookForm.shape }),
  z.object({ action: z.literal("SET_WEBHOOK_ENABLED"), webhook_id: z.uuid(), enabled: z.boolean() }),
  /** A new secret in the old one's place, from the next post on. */
  z.object({ action: z.literal("ROTATE_WEBHOOK_SECRET"), webhook_id: z.uuid() }),
  z.object({ action: z.literal("DELETE_WEBHOOK"), webhook_id: z.uuid() }),
  /** "Skicka provlarm": to everybody who would get a real one. */
  z.object({ action: z.literal("TEST") }),
]);
export type AlertControlRequest = z.infer<typeof alertControlRequest>;

const alert = z.object({
  id: z.string(),
  kind: alertKindSchema,
  object_id: z.string().nullable(),
  object_name: z.string().nullable(),
  since: z.string(),
  raised_at: z.string(),
  detail: alertDetailSchema,
});
export type Alert = z.infer<typeof alert>;

/** One letter or one post. */
const delivery = z.object({
  id: z.string(),
  channel: z.enum(["email", "webhook"]),
  /** An address, or the webhook's name. */
  to: z.string(),
  /** Null for a letter: it may tell of several alerts. */
  event: alertEventSchema.nullable(),
  state: z.enum(["queued", "sent", "failed"]),
  attempts: z.number(),
  /** What the receiver or the network said at the last try; null = nothing. */
  last_error: z.string().nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  next_try_at: z.string(),
});
export type AlertDelivery = z.infer<typeof delivery>;

const webhook = z.object({ id: z.string(), name: z.string(), origin: z.string(), enabled: z.boolean() });
export type AlertWebhook = z.infer<typeof webhook>;

export const alertStatusReply = z.object({
  success: z.literal(true),
  /** In the order of ALERT_KINDS. */
  open: z.array(alert),
  settings: alertSettingsSchema,
  recipients: z.array(z.object({ user_id: z.string(), name: z.string(), email: z.string(), mail: z.boolean() })),
  webhooks: z.array(webhook),
  /** The newest twenty. */
  deliveries: z.array(delivery),
  mail_configured: z.boolean(),
});
export type AlertStatus = z.infer<typeof alertStatusReply>;

export const alertDoneReply = z.object({ success: z.literal(true) });
export const alertSecretReply = z.object({ success: z.literal(true), webhook_id: z.uuid(), secret: z.string() });
/** How many letters and posts were put in the queues. */
export const alertTestReply = z.object({ success: z.literal(true), letters: z.number(), posts: z.number() });
