// ask-unit: what a door's own controller would do with the PINs of "Vem kommer in?": now by dry run, at a later time by its schedules.
// Nothing moves.
import { z } from "zod";
import { onlyAction, type ReplyOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";
import { VERDICTS } from "../tables/who-may-pass.ts";

/** Number of PINs that one question asks about, in the order of the list. */
export const UNIT_ANSWERS_MAX = 200;

const answer = z.object({
  credential_id: rowId,
  label: z.string(),
  /** The portal's answer just before, for the same time. */
  verdict: z.enum(VERDICTS),
  granted: z.boolean(),
  /** The unit's own word for a refusal; always null by schedules. */
  reason: z.string().nullable(),
});
export type UnitAnswer = z.infer<typeof answer>;

/**
 * Asks about people's PINs that the unit has confirmed, of those whom the caller sees at the door. `at`: for that time, not before now;
 * then those are asked about whom nothing but hours keeps out.
 */
export const askUnit = onlyAction(
  "ask-unit",
  z.object({ access_point_id: rowId, at: z.iso.datetime({ offset: true }).optional() }),
  {
    asked_at: z.string(),
    /** `trial`: by dry run. `schedules`: by the unit's own answers about the schedules of the profiles that it holds. */
    by: z.enum(["trial", "schedules"]).default("trial"),
    answers: z.array(answer),
    /** Number of people's PINs at the door that were not asked about: the time or the number was over. */
    left: z.int(),
    /** Why the unit answered nothing, or no longer. `not_reached`: its schedules end before the requested time. */
    trouble: z.enum(["unsupported", "unreachable", "not_reached"]).nullable(),
  },
);
export type UnitAnswers = Omit<ReplyOf<typeof askUnit>, "success">;
