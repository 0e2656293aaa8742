// get-webhook-credentials: GET ?controller_id=<id>. What the LPR system must send; each reading is audited.
import { z } from "zod";

export const webhookCredentialsQuery = z.object({ controller_id: z.uuid().optional() });

export const webhookCredentialsReply = z.object({
  success: z.literal(true),
  username: z.string(),
  password: z.string(),
});
export type WebhookCredentialsReply = z.infer<typeof webhookCredentialsReply>;
