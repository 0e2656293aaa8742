// axxon-webhook: POST ?regnr=<plate>&gateid=<controller id> with the gate's Basic credentials.
import { z } from "zod";
import { accessReasonSchema } from "../devices.ts";

export const PLATE_TEXT_MAX = 64;

export const axxonWebhookQuery = z.object({ regnr: z.string(), gateid: z.string().min(1).max(100) });

export const axxonWebhookReply = z.object({
  granted: z.boolean(),
  reason: accessReasonSchema,
  log_id: z.string(),
});
export type AxxonWebhookReply = z.infer<typeof axxonWebhookReply>;
