// The answer to SYNC_ACCESS_POINTS of axis-proxy: apart from the other actions, because each visit to the controllers' page
// needs it.
import { z } from "zod";

export const syncAccessPointsReply = z.object({
  success: z.literal(true),
  doors: z.number().int(),
  added: z.number().int(),
  missing: z.number().int(),
  /** Access profiles that were written on the device or pointed at other doors. */
  profilesWritten: z.number().int(),
});
