// explain-passage: why a door let somebody in or did not, from what was true in that second.
import { z } from "zod";
import { doorReasonSchema } from "../door-events.ts";

/** The first one given is the one to mend. */
export const PASSAGE_CAUSES = [
  "expired",
  "not_yet_valid",
  "disabled",
  "no_assignment",
  "door_disabled",
  "organization_unlinked",
  "not_yet_on_device",
  "already_removed_there",
  "device_clock_wrong",
  "card_required",
  "outside_hours",
  "device_disagreed",
  "unknown_code",
  "unknown_card",
  "wrong_code",
] as const;
export const passageCauseSchema = z.enum(PASSAGE_CAUSES);
export type PassageCause = z.infer<typeof passageCauseSchema>;

/** A smaller skew explains nothing, and is as right as anybody needs. */
export const CLOCK_WRONG_SECONDS = 60;

export const explainPassageRequest = z.object({ source: z.literal("door"), id: z.uuid() });

const moment = z.string().nullable();

export const passageTruths = z.object({
  /** What the portal wished then; null: not known for that time. */
  wished: z.object({ allowed: z.boolean().nullable(), because: passageCauseSchema.nullable() }),
  /** What the controller held then, by receipts of read-backs. */
  held: z.object({ state: z.enum(["present", "absent", "unknown"]), since: moment }),
  decided: z.object({ granted: z.boolean(), reason: doorReasonSchema.nullable() }),
});
export type PassageTruths = z.infer<typeof passageTruths>;

export const passageCandidate = z.object({
  end_user_id: z.uuid(),
  name: z.string(),
  cause: passageCauseSchema,
  /** When it ended, or began to wait. */
  at: moment,
});
export type PassageCandidate = z.infer<typeof passageCandidate>;

export const passageExplanation = z.object({
  /** Of an attempt that was let in: none. */
  causes: z.array(z.object({ code: passageCauseSchema, since: moment })),
  truths: passageTruths,
  /** Whose code it was; null for a code that the portal does not know. */
  end_user_id: z.uuid().nullable(),
  /** Seconds that the device's clock was ahead; null: not measured. */
  clock_skew_seconds: z.number().nullable(),
  /** The credential was changed after the passage. */
  changed_at: moment,
  /** For an unknown code: whose code ended at this controller, or was not there yet. Never by the digits that were typed. */
  candidates: z.array(passageCandidate),
});
export type PassageExplanation = z.infer<typeof passageExplanation>;

export const explainPassageReply = z.object({ success: z.literal(true), explanation: passageExplanation });
