// alert-control: open alerts, receivers, deliveries. System admins only. Only a webhook's first reply has its secret.
import { z } from "zod";
import { alertDetailSchema, alertEventSchema, alertKindSchema, alertSettingsSchema } from "../alerts.ts";
import { actionsOf, type ReplyOf } from "../define-action.ts";
import { alertWebhookForm } from "../forms/alerts.ts";
import { rowId } from "../row-id.ts";

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

const secret = { webhook_id: rowId, secret: z.string() };
const action = actionsOf("alert-control");

export const alertControl = {
  STATUS: action(
    "STATUS",
    {},
    {
      open: z.array(alert),
      settings: alertSettingsSchema,
      recipients: z.array(z.object({ user_id: z.string(), name: z.string(), email: z.string(), mail: z.boolean() })),
      webhooks: z.array(webhook),
      deliveries: z.array(delivery),
      mail_configured: z.boolean(),
    },
  ),
  SAVE_SETTINGS: action(
    "SAVE_SETTINGS",
    { settings: alertSettingsSchema, without_mail: z.array(rowId).max(1_000) },
    {},
  ),
  ADD_WEBHOOK: action("ADD_WEBHOOK", alertWebhookForm.shape, secret),
  SET_WEBHOOK_ENABLED: action("SET_WEBHOOK_ENABLED", { webhook_id: rowId, enabled: z.boolean() }, {}),
  /** Replaces the secret from the next post on. */
  ROTATE_WEBHOOK_SECRET: action("ROTATE_WEBHOOK_SECRET", { webhook_id: rowId }, secret),
  DELETE_WEBHOOK: action("DELETE_WEBHOOK", { webhook_id: rowId }, {}),
  TEST: action("TEST", {}, { letters: z.number(), posts: z.number() }),
};
export type AlertStatus = ReplyOf<typeof alertControl.STATUS>;
