// ask-unit: what a door's own controller would do with the PINs of "Vem kommer in?", by dry run. Nothing moves.
import { z } from "zod";
import { onlyAction, type ReplyOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";
import { VERDICTS } from "../tables/who-may-pass.ts";

/** Number of PINs that one question asks about, in the order of the list. */
export const UNIT_ANSWERS_MAX = 200;

const answer = z.object({
  credential_id: rowId,
  label: z.string(),
  /** The portal's answer just before. */
  verdict: z.enum(VERDICTS),
  granted: z.boolean(),
  /** The unit's own word for a refusal. */
  reason: z.string().nullable(),
});

/** Asks about people's PINs that the unit has confirmed, of those whom the caller sees at the door. */
export const askUnit = onlyAction("ask-unit", z.object({ access_point_id: rowId }), {
  asked_at: z.string(),
  answers: z.array(answer),
  /** Number of people's PINs at the door that were not asked about: the time or the number was over. */
  left: z.int(),
  /** Why the unit answered nothing, or no longer. */
  trouble: z.enum(["unsupported", "unreachable"]).nullable(),
});
export type UnitAnswers = Omit<ReplyOf<typeof askUnit>, "success">;
