import { z } from "zod";

/** Timed codes of one controller; no row = off. Written by plain table calls. */
export const weeklyCodeSettingsRow = z.object({
  id: z.uuid(),
  controller_id: z.uuid(),
  /** Codes for this week and `weeks_ahead` after it are made by themselves. */
  generate: z.boolean(),
  weeks_ahead: z.number().int().min(0).max(52),
  /** Codes whose week is over are deleted by themselves. */
  cleanup: z.boolean(),
});
export type WeeklyCodeSettingsRow = z.infer<typeof weeklyCodeSettingsRow>;
