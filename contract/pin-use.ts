// The effect of a PIN alone at a door, as its device decides.
import { z } from "zod";

/**
 * `nobody`: the device has no rule for the door, or has it switched off, so neither a card nor a PIN opens it. `unknown`: its rules cannot
 * be read.
 */
export const pinUseSchema = z.enum(["always", "hours", "never", "nobody", "unknown"]);
export type PinUse = z.infer<typeof pinUseSchema>;

/** Tells whether a PIN alone never opens the door, as far as the device reports. */
export const isClosedToPins = (use: PinUse | null | undefined): boolean => use === "never" || use === "nobody";

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/);

/** Local time of the device. If `to` is not after `from`, it is on the next day. Monday is 1. */
export const pinWindowSchema = z.object({
  days: z.array(z.int().min(1).max(7)).min(1).max(7),
  from: clock,
  to: clock,
});
export type PinWindow = z.infer<typeof pinWindowSchema>;

export const PIN_SCHEDULES_MAX = 10;
export const PIN_WINDOWS_MAX = 21;

/** `weekly` null: the device's schedules cannot be expressed as a week. `exceptions`: some days are left out. */
export const pinHoursSchema = z.object({
  schedules: z.array(z.string().max(64)).max(PIN_SCHEDULES_MAX),
  weekly: z.array(pinWindowSchema).max(PIN_WINDOWS_MAX).nullable(),
  exceptions: z.boolean(),
});
export type PinHours = z.infer<typeof pinHoursSchema>;

/** `hours` is null unless the use is "hours". */
export interface DoorPin {
  pinUse: PinUse;
  pinHours: PinHours | null;
}
