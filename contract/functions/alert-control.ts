// alert-control: open alerts, receivers, deliveries. System admins only. A webhook's secret is only in its first reply.
import { z } from "zod";
import { alertDetailSchema, alertEventSchema, alertKindSchema, alertSettingsSchema } from "../alerts.ts";
import { alertWebhookForm } from "../forms/alerts.ts";
import { rowId } from "../row-id.ts";

export const alertControlRequest = z.discriminatedUnion("action", [
  z.object({ action: z.literal("STATUS") }),
  z.object({
    action: z.literal("SAVE_SETTINGS"),
    settings: alertSettingsSchema,
    without_mail: z.array(rowId).max(1_000),
  }),
  z.object({ action: z.literal("ADD_WEBHOOK"), ...alertWebhookForm.shape }),
  z.object({ action: z.literal("SET_WEBHOOK_ENABLED"), webhook_id: rowId, enabled: z.boolean() }),
  /** Replaces the secret from the next post on. */
  z.object({ action: z.literal("ROTATE_WEBHOOK_SECRET"), webhook_id: rowId }),
  z.object({ action: z.literal("DELETE_WEBHOOK"), webhook_id: rowId }),
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

const delivery = z.object({
  id: z.string(),
  channel: z.enum(["email", "webhook"]),
  to: z.string(),
  event: alertEventSchema.nullable(),
  state: z.enum(["queued", "sent", "failed"]),
  attempts: z.number(),
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
  open: z.array(alert),
  settings: alertSettingsSchema,
  recipients: z.array(z.object({ user_id: z.string(), name: z.string(), email: z.string(), mail: z.boolean() })),
  webhooks: z.array(webhook),
  deliveries: z.array(delivery),
  mail_configured: z.boolean(),
});
export type AlertStatus = z.infer<typeof alertStatusReply>;

export const alertDoneReply = z.object({ success: z.literal(true) });
export const alertSecretReply = z.object({ success: z.literal(true), webhook_id: rowId, secret: z.string() });
export const alertTestReply = z.object({ success: z.literal(true), letters: z.number(), posts: z.number() });
