// plate-push/<type>: POST ?gateid=<controller id> with the gate's Basic credentials and the device's own body.
import { z } from "zod";
import { axxonWebhookReply } from "./axxon-webhook.ts";

/** `repeated`: a car that was already decided, or that has left. `received`: no read, only a sign of life. */
export const platePushReply = z.union([
  axxonWebhookReply,
  z.object({ repeated: z.literal(true) }),
  z.object({ received: z.literal(true) }),
]);
export type PlatePushReply = z.infer<typeof platePushReply>;
