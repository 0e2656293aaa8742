// get-webhook-credentials: GET ?controller_id=<id>; without it, the credentials that any gate may use. Each call is
// audited and needs re-authentication (`reauthentication_needed`).
import { z } from "zod";
import { onlyAction, type ReplyOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";

const query = z.object({ controller_id: rowId.optional() });

export const webhookCredentials = onlyAction("get-webhook-credentials", query, {
  username: z.string(),
  password: z.string(),
  enabled: z.boolean().optional(),
  overlap: z
    .object({
      until: z.string(),
      ends_on_first_use: z.boolean(),
      /** When a read last used the old password and the new one; accurate to a minute. */
      old_used_at: z.string().nullable(),
      new_used_at: z.string().nullable(),
    })
    .nullish(),
});
export type WebhookCredentialsReply = ReplyOf<typeof webhookCredentials>;
