// explain-passage: why a door or a gate let somebody in or did not, from the facts of that second.
import { z } from "zod";
import { onlyAction } from "../define-action.ts";
import { doorReasonSchema } from "../door-events.ts";
import { rowId } from "../row-id.ts";

/** In order: the first cause given is the one to fix. */
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
  // The hours of every right that the person has at the door or gate.
  "outside_access_hours",
  // The door's own hours in the portal.
  "outside_door_hours",
  // The unit's hours for PINs, or hours of the door that the portal no longer knows.
  "outside_hours",
  "device_disagreed",
  "unknown_code",
  "unknown_card",
  "wrong_code",
  // Reasons known only to the unit: not permitted, a reason without translation, and no reason.
  "refused_by_unit",
  "refused_otherwise",
  "no_reason_given",
  // Causes at gates, which the portal decides for.
  "gate_unknown",
  "gate_not_ready",
  "camera_unread",
  "near_miss",
  "unknown_plate",
  "read_too_late",
  "gate_refused",
  "gate_notified_unknown",
  // Beside a refusal: the gate's own list may have had the plate, and opens without the portal.
  "on_gate_list",
  // Only for a candidate of an unknown code, never for the passage: the reader takes no code of that length.
  "pin_too_long_for_reader",
  // Only for a candidate: a different code has been written to that door since.
  "code_replaced",
  // Only for a car that the reading nearly matches, never for the passage.
  "given_after",
] as const;
export const passageCauseSchema = z.enum(PASSAGE_CAUSES);
export type PassageCause = z.infer<typeof passageCauseSchema>;

/** A smaller skew explains nothing, and is accurate enough for people. */
export const CLOCK_WRONG_SECONDS = 60;

export const passageSourceSchema = z.enum(["gate", "door"]);
export type PassageSource = z.infer<typeof passageSourceSchema>;

const moment = z.string().nullable();

export const passageTruths = z.object({
  /** The portal's desired outcome at that time; null: not known. */
  desired: z.object({ allowed: z.boolean().nullable(), because: passageCauseSchema.nullable() }),
  /**
   * The controller's state then, by receipts of read-backs; a code that it named counts in any case. `different`: an older state than
   * desired. `suspended`: without access. Unknown for a gate without a plate list, which holds nothing because the portal decides.
   */
  held: z.object({ state: z.enum(["present", "absent", "different", "suspended", "unknown"]), since: moment }),
  /** The door's answer, or the outcome of the gate's opening; null: the gate did not answer, or may have opened by its own list. */
  decided: z.object({
    granted: z.boolean().nullable(),
    reason: doorReasonSchema.nullable(),
    /** The device's own word; null for a gate. */
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
  /** When the code ended, begins, or began to wait for the device. */
  at: moment,
});
export type PassageCandidate = z.infer<typeof passageCandidate>;

/** Fixes that an ordinary save makes, in the order of reasons. */
const CREDENTIAL_FIXES = ["extend", "begin_now", "switch_on", "give_door"] as const;
/** Fixes of a code at a door or a plate at a gate; `give_door` gives the gate there. */
export type CredentialFixId = (typeof CREDENTIAL_FIXES)[number];
/** `add_alias`: a reading that nearly matches one car counts as that car at the gate. */
export const passageFixIdSchema = z.enum([...CREDENTIAL_FIXES, "add_alias"]);
export type PassageFixId = z.infer<typeof passageFixIdSchema>;

export const passageFix = z.object({
  id: passageFixIdSchema,
  label_code: passageFixIdSchema,
  /**
   * Number of doors or gates that the person can open only after the fix (`gains`), and only before it (`loses`). Nobody else's access
   * changes.
   */
  effect: z.object({ gains: z.int(), loses: z.int() }),
  /** End of the validity afterwards; null: no end. */
  valid_to: moment,
});
export type PassageFix = z.infer<typeof passageFix>;

/** A local time as yyyy-MM-ddTHH:mm. */
const localTime = z.string();

/** The hours of a door or a right on the day of the passage, in local time of Europe/Stockholm. */
const hoursThen = z.object({
  /** Name of the schedule. */
  schedule: z.string(),
  day: z.iso.date(),
  /** When it was open that day, in order; the end is not part of it. Empty: closed all day. */
  open: z.array(z.object({ start: localTime, end: localTime })),
  /** The next opening after the passage; null: none within a year. */
  opens_at: localTime.nullable(),
});
export type HoursThen = z.infer<typeof hoursThen>;

export const passageExplanation = z.object({
  /** Empty for an attempt that was let in. */
  reasons: z.array(z.object({ code: passageCauseSchema, since: moment })),
  truths: passageTruths,
  /** The person with the code or plate; null when the portal does not know it. */
  end_user_id: rowId.nullable(),
  /** Seconds that the device's clock was ahead; null: not measured. */
  clock_skew_seconds: z.number().nullable(),
  /** The credential was changed after the passage. */
  changed_at: moment,
  /**
   * Names of the access groups that gave the person the door or gate at the passage and still do. For a membership that was not yet valid:
   * the groups that would have given it.
   */
  groups: z.array(z.string()),
  /**
   * The hours of `outside_door_hours`, or of the right that opens first after `outside_access_hours`. Null for other causes, where the hours
   * were changed since, and at a door that the caller is not offered.
   */
  hours: hoursThen.nullable(),
  /**
   * Possible owners. For an unknown code: people whose code ended at this door within a week, was not there yet, or cannot be typed there;
   * never chosen by the typed digits. For a plate that nearly matches: its owners, and why each car would not have been let in
   * (`near_miss`: only the reading).
   */
  candidates: z.array(passageCandidate),
  /** Number of candidates beyond those in `candidates`. */
  more_candidates: z.int(),
  /** True when the gate's camera may have an image of it (passage-image); false for a door. */
  has_image: z.boolean(),
  /** The plate that the reading now counts as at the gate, by a later link, which apply-fix can undo (`undo`); null: none. */
  linked_credential_id: rowId.nullable(),
  /** Fixes that the caller may apply now, the likeliest first; empty for an attempt that was let in. */
  fixes: z.array(passageFix),
});
export type PassageExplanation = z.infer<typeof passageExplanation>;

/** The part of the explanation that follows from the facts of that second; other files find the rest. */
export type ExplainedThen = Pick<
  PassageExplanation,
  "reasons" | "truths" | "end_user_id" | "clock_skew_seconds" | "changed_at"
>;

export const explainPassage = onlyAction(
  "explain-passage",
  z.object({ source: passageSourceSchema, id: rowId }),
  passageExplanation.shape,
);
