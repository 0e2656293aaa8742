// generate-weekly-codes: one code per ISO week for all active doors of the chosen door controllers. System admins only. Errors start with
// the specification's words, so a page shows `error` unchanged.
import { z } from "zod";
import { actionsOf, type InputOf, type ReplyOf } from "../define-action.ts";
import { syncStateSchema } from "../devices.ts";
import { WEEKLY_CODE_WEEKS_MAX } from "../limits.ts";
import { rowId } from "../row-id.ts";
import { carried } from "./end-user-manager.ts";

export const weeklyCodeAssignment = z.object({
  controller_id: rowId,
  controllers: z.object({ name: z.string() }),
  state: syncStateSchema,
  last_error: z.string().nullable(),
});

/** Valid from Monday 00:00 to the next Monday 00:00 in Stockholm. `year` is the ISO week's. */
export const weeklyCode = z.object({
  id: rowId,
  code: z.string(),
  week_number: z.number().int(),
  year: z.number().int(),
  valid_from: z.string(),
  valid_to: z.string(),
  weekly_code_assignments: z.array(weeklyCodeAssignment),
});
export type WeeklyCode = z.infer<typeof weeklyCode>;

const action = actionsOf("generate-weekly-codes");

export const generateWeeklyCodes = {
  /** Lists codes in clear text for the dialog and its export; every call is audited. */
  list: action(
    "list",
    {},
    {
      codes: z.array(weeklyCode),
      /** Deleted codes not yet confirmed removed from a device. `label`: "v.53 2026". */
      pending_removals: z.array(
        z.object({
          weekly_code_id: rowId,
          label: z.string(),
          controller_id: rowId,
          controller_name: z.string(),
          last_error: z.string().nullable(),
        }),
      ),
    },
  ),
  /** Makes one code for each of the first `weeks` weeks (default 1, from the current one) in which a chosen controller has none. */
  generate: action(
    "generate",
    {
      controllerIds: z.array(rowId).max(1000),
      weeks: z.number().int().min(1).max(WEEKLY_CODE_WEEKS_MAX).optional(),
    },
    {
      codes: z.array(weeklyCode.omit({ weekly_code_assignments: true }).extend({ controller_ids: z.array(rowId) })),
      ...carried,
    },
  ),
  cleanup: action("cleanup", {}, { removed: z.number().int(), ...carried }),
  /** Removes one code from all its controllers; may be repeated until nothing is pending. */
  delete: action("delete", { weeklyCodeId: rowId }, carried),
};
export type GenerateWeeklyCodes = InputOf<typeof generateWeeklyCodes.generate>;
export type GenerateWeeklyCodesReply = ReplyOf<typeof generateWeeklyCodes.generate>;
