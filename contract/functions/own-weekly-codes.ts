// own-weekly-codes: an org admin's current weekly codes, one door controller at a time and never in a list.
import { z } from "zod";
import { actionsOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";

export const ownWeeklyCode = z.object({
  /** Controllers with the same id have the same code. */
  id: rowId,
  controller_id: rowId,
  week_number: z.number().int(),
  year: z.number().int(),
  valid_from: z.string(),
  valid_to: z.string(),
  /** The controller has confirmed the code. */
  is_written: z.boolean(),
  /** False: the code also opens doors of others, so only a system admin may see it. */
  is_own: z.boolean(),
});
export type OwnWeeklyCode = z.infer<typeof ownWeeklyCode>;

const action = actionsOf("own-weekly-codes");

export const ownWeeklyCodes = {
  /** Lists which of the organisation's door controllers have a code this week. No digits. */
  LIST: action("LIST", {}, { codes: z.array(ownWeeklyCode) }),
  /** Shows the code in clear text after a step-up; costs one of the account's reveals and is audited. */
  REVEAL: action("REVEAL", { controller_id: rowId }, { code: z.string() }),
};
