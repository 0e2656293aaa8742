import { z } from "zod";

/** Weekly codes of one controller; without a row they are off. Written by plain table calls. */
export const weeklyCodeSettingsRow = z.object({
  id: z.uuid(),
  controller_id: z.uuid(),
  generate: z.boolean(),
  weeks_ahead: z.number().int().min(0).max(52),
  cleanup: z.boolean(),
});
export type WeeklyCodeSettingsRow = z.infer<typeof weeklyCodeSettingsRow>;
