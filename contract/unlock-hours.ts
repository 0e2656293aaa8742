// The hours at which a unit holds a door unlocked by itself. An installer sets them at the unit; the portal reads them and never writes
// them.
import type { z } from "zod";
import { pinHoursSchema } from "./pin-use.ts";

/** Has the form of the hours of a PIN: schedules of the unit, as a week where they form one. */
export const unlockHoursSchema = pinHoursSchema;
export type UnlockHours = z.infer<typeof unlockHoursSchema>;
