// The reply of SYNC_ACCESS_POINTS of axis-proxy, in its own file because every visit to the controllers' page needs it.
import { z } from "zod";

export const syncAccessPointsReply = z.object({
  success: z.literal(true),
  doors: z.number().int(),
  added: z.number().int(),
  missing: z.number().int(),
  profilesWritten: z.number().int(),
});
