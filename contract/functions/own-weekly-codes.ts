// own-weekly-codes: an org admin's current weekly codes, one door controller at a time and never in a list.
import { z } from "zod";
import { actionsOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";

export const ownWeeklyCode = z.object({
  controller_id: rowId,
  week_number: z.number().int(),
  year: z.number().int(),
  valid_from: z.string(),
  valid_to: z.string(),
  /** The controller has confirmed it. */
  is_written: z.boolean(),
  /** False: it opens doors that are not the organisation's too, so only a system admin is shown it. */
  is_own: z.boolean(),
});
export type OwnWeeklyCode = z.infer<typeof ownWeeklyCode>;

const action = actionsOf("own-weekly-codes");

export const ownWeeklyCodes = {
  /** Which of the organisation's door controllers have a code this week. No digits. */
  LIST: action("LIST", {}, { codes: z.array(ownWeeklyCode) }),
  /** The code in clear: after a step-up, one of the account's reveals, audited. */
  REVEAL: action("REVEAL", { controller_id: rowId }, { code: z.string() }),
};
