// explain-passage: why a door or a gate let somebody in or did not, from what was true in that second.
import { z } from "zod";
import { onlyAction } from "../define-action.ts";
import { doorReasonSchema } from "../door-events.ts";
import { rowId } from "../row-id.ts";

/** The first one given is the one to fix. */
export const PASSAGE_CAUSES = [
  "expired",
  "not_yet_valid",
  "disabled",
  "removed",
  "no_assignment",
  "door_disabled",
  "organisation_unlinked",
  "restore_held",
  "workers_paused",
  "controller_unreachable_then",
  "not_yet_on_device",
  "already_removed_there",
  "device_clock_wrong",
  "card_required",
  "nobody_enters",
  "outside_hours",
  "device_disagreed",
  "unknown_code",
  "unknown_card",
  "wrong_code",
  // The unit's own word where the portal cannot know better: not permitted, a word of its own, and none.
  "refused_by_unit",
  "refused_otherwise",
  "no_reason_given",
  // Of gates, which the portal decides for.
  "gate_unknown",
  "gate_not_ready",
  "camera_unread",
  "near_miss",
  "unknown_plate",
  "read_too_late",
  "gate_refused",
  "gate_notified_unknown",
  // Of whose code an unknown one may have been, never of the passage: the reader takes none of that length.
  "pin_too_long_for_reader",
  // Likewise: another code was written there since.
  "code_replaced",
  // Of a car that the reading is nearly, never of the passage.
  "given_after",
] as const;
export const passageCauseSchema = z.enum(PASSAGE_CAUSES);
export type PassageCause = z.infer<typeof passageCauseSchema>;

/** A smaller skew explains nothing, and is as right as anybody needs. */
export const CLOCK_WRONG_SECONDS = 60;

export const passageSourceSchema = z.enum(["gate", "door"]);
export type PassageSource = z.infer<typeof passageSourceSchema>;

const moment = z.string().nullable();

export const passageTruths = z.object({
  /** The portal's desired outcome at that time; null: not known. */
  desired: z.object({ allowed: z.boolean().nullable(), because: passageCauseSchema.nullable() }),
  /**
   * The controller held this then, by receipts of read-backs; a code that it named counts in any case. `different`: an older state than the portal desired. `suspended`: without power.
   * Of a gate without a plate list: unknown, since it holds nothing and the portal decides.
   */
  held: z.object({ state: z.enum(["present", "absent", "different", "suspended", "unknown"]), since: moment }),
  /** What the door answered, or what became of the gate's opening; null: sent, and the gate did not say. */
  decided: z.object({
    granted: z.boolean().nullable(),
    reason: doorReasonSchema.nullable(),
    /** The device's own word; null of a gate. */
    device_reason: z.string().nullable(),
  }),
});
export type PassageTruths = z.infer<typeof passageTruths>;

export const passageCandidate = z.object({
  end_user_id: rowId,
  name: z.string(),
  /** The person is no longer in the portal, so nothing can be opened. */
  is_removed: z.boolean(),
  cause: passageCauseSchema,
  /** When it ended, or began to wait. */
  at: moment,
});
export type PassageCandidate = z.infer<typeof passageCandidate>;

/** Repairs that an ordinary save makes, in the order of reasons. */
const CREDENTIAL_FIXES = ["extend", "begin_now", "switch_on", "give_door"] as const;
/** Of a code at a door or a plate at a gate; `give_door` gives the gate there. */
export type CredentialFixId = (typeof CREDENTIAL_FIXES)[number];
/** `add_alias`: a reading that is nearly one car's counts as that car at the gate. */
export const passageFixIdSchema = z.enum([...CREDENTIAL_FIXES, "add_alias"]);
export type PassageFixId = z.infer<typeof passageFixIdSchema>;

export const passageFix = z.object({
  id: passageFixIdSchema,
  label_code: passageFixIdSchema,
  /** Doors or gates that it opens afterwards and not before, and the other way round. Nobody else's is changed. */
  effect: z.object({ gains: z.int(), loses: z.int() }),
  /** Until when it is valid afterwards; null: without end. */
  valid_to: moment,
});
export type PassageFix = z.infer<typeof passageFix>;

export const passageExplanation = z.object({
  /** Of an attempt that was let in: none. */
  reasons: z.array(z.object({ code: passageCauseSchema, since: moment })),
  truths: passageTruths,
  /** Whose code or plate it was; null for one that the portal does not know. */
  end_user_id: rowId.nullable(),
  /** Seconds that the device's clock was ahead; null: not measured. */
  clock_skew_seconds: z.number().nullable(),
  /** The credential was changed after the passage. */
  changed_at: moment,
  /**
   * For an unknown code: whose code ended at this door within a week, was not there yet, or cannot be typed there. Never by the digits that were typed. For a
   * plate that is nearly somebody's: whose, and what stood in that car's way then (`near_miss`: only the reading).
   */
  candidates: z.array(passageCandidate),
  /** How many more there are than `candidates` names. */
  more_candidates: z.int(),
  /** The gate has a camera whose image of it may be asked for (passage-image); of a door: false. */
  has_image: z.boolean(),
  /** Whose plate the reading counts as at the gate by a link made since, which apply-fix takes back (`undo`); null: none. */
  linked_credential_id: rowId.nullable(),
  /** What the caller may do about it now, the likeliest first; of an attempt that was let in: none. */
  fixes: z.array(passageFix),
});
export type PassageExplanation = z.infer<typeof passageExplanation>;

/** What follows from that second alone; the rest is found elsewhere. */
export type ExplainedThen = Pick<
  PassageExplanation,
  "reasons" | "truths" | "end_user_id" | "clock_skew_seconds" | "changed_at"
>;

export const explainPassage = onlyAction(
  "explain-passage",
  z.object({ source: passageSourceSchema, id: rowId }),
  passageExplanation.shape,
);
