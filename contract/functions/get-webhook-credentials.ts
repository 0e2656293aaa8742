// get-webhook-credentials: GET ?controller_id=<id>, or without it for the pair that any gate may bring. What the LPR system must send. Each reading is audited, and asks for a
// fresh proof of the person (`reauthentication_needed`).
import { z } from "zod";

export const webhookCredentialsQuery = z.object({ controller_id: z.uuid().optional() });

export const webhookCredentialsReply = z.object({
  success: z.literal(true),
  username: z.string(),
  password: z.string(),
  /** Of the installation's pair: false while no gate's call may bring it. */
  enabled: z.boolean().optional(),
  /** The overlap of a rotation, while the old password still works. */
  overlap: z
    .object({
      until: z.string(),
      ends_on_first_use: z.boolean(),
      /** When a read last brought the old password, and the new one; to a minute. */
      old_used_at: z.string().nullable(),
      new_used_at: z.string().nullable(),
    })
    .nullish(),
});
export type WebhookCredentialsReply = z.infer<typeof webhookCredentialsReply>;
