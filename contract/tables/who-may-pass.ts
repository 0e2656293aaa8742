// Replies of rpc/who_may_pass and rpc/where_may (database/passages/who-may-pass.function.sql). No row has a PIN.
import { z } from "zod";
import { valueOf } from "../define-sql-call.ts";
import { credentialTypeSchema } from "../devices.ts";

/** In the order of the lists. `unknown`: the device has not confirmed what the portal says, so it may do either. */
export const VERDICTS = ["in", "unknown", "out"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why nobody's code is taken at a place. */
export const CLOSED_REASONS = [
  "door_off",
  "door_missing",
  "door_blocked",
  "hours_withheld",
  "outside_door_hours",
  "card_needed",
  "gate_not_ready",
  "restore_held",
] as const;
/** Why a unit may do otherwise than the portal says. */
export const UNSURE_REASONS = ["hours_unconfirmed", "pin_rule_unconfirmed", "restore_held", "gate_unanswered"] as const;

export const PASSING_REASONS = [
  ...CLOSED_REASONS,
  "hours_unconfirmed",
  "pin_rule_unconfirmed",
  /** The gate does not answer, or did not open the last time. */
  "gate_unanswered",
  "not_offered",
  "disabled",
  "not_begun",
  "ended",
  "membership_not_begun",
  "membership_ended",
  "pin_length",
  /** Outside the group's hours. */
  "outside_hours",
  /** The group has hours there, which the unit does not keep. */
  "hours_not_kept",
  /** The right was removed, and the device may still keep it. */
  "removed",
  /** The device's own group has the doors of this person, and only the device knows them. */
  "device_group",
  /** The portal does not open the gate, but the gate's own list has the plate. */
  "on_gate_list",
] as const;
export type PassingReason = (typeof PASSING_REASONS)[number];

const passingRow = z.object({
  /** With `sort` and `verdict`, the place in the list (`after`). */
  key: z.string(),
  sort: z.string(),
  /** `direct`: a person made at the controller. */
  kind: z.enum(["credential", "weekly_code", "direct"]),
  source_id: z.uuid(),
  end_user_id: z.uuid().nullable(),
  label: z.string(),
  apartment: z.string().nullable(),
  organization_name: z.string().nullable(),
  credential_type: credentialTypeSchema,
  plate: z.string().nullable(),
  controller_id: z.uuid(),
  controller_name: z.string().nullable(),
  /** Null for a gate, and for a removed credential that a unit may still hold: only the unit knows its doors. */
  access_point_id: z.uuid().nullable(),
  place_name: z.string().nullable(),
  verdict: z.enum(VERDICTS),
  reason: z.enum(PASSING_REASONS).nullable(),
  valid_from: z.string().nullable(),
  valid_to: z.string().nullable(),
  /** `later`: a membership has not begun, and is written then. Null: the portal decides at each passage. */
  device: z.enum(["synced", "pending", "failed", "later"]).nullable(),
  synced_at: z.string().nullable(),
  last_error: z.string().nullable(),
  /** The rights behind the row; without a group they are the person's own. */
  sources: z.array(
    z.object({
      group_id: z.uuid().nullable(),
      group_name: z.string().nullable(),
      valid_from: z.string().nullable(),
      valid_to: z.string().nullable(),
      schedule_name: z.string().nullable(),
    }),
  ),
});
export type PassingRow = z.infer<typeof passingRow>;

const passingPlace = z.object({
  place: z.uuid(),
  controller_id: z.uuid(),
  access_point_id: z.uuid().nullable(),
  name: z.string(),
  controller_name: z.string(),
  is_door: z.boolean(),
  /** The device decides by what it holds; otherwise the portal does. */
  lists: z.boolean(),
  closed: z.enum(CLOSED_REASONS).nullable(),
  unsure: z.enum(UNSURE_REASONS).nullable(),
  /** Why everybody gets in; `unlock_hours`: the unit holds the door unlocked by its own hours then. `not_relocked`: a
   * hold is over, and the unit has not confirmed that the door is locked. */
  everybody: z.enum(["held", "unlocked", "unlock_hours", "maybe_unlock_hours", "not_relocked"]).nullable(),
  everybody_until: z.string().nullable(),
  hours_schedule_id: z.uuid().nullable(),
  hours_name: z.string().nullable(),
  hours_open: z.boolean().nullable(),
  last_contact: z.string().nullable(),
  /** Unmanaged objects with a PIN at the last comparison; null for org admins and gates. */
  unmanaged: z.number().int().nullable(),
  compared_at: z.string().nullable(),
});
export type PassingPlace = z.infer<typeof passingPlace>;

const passings = {
  at: z.string(),
  /** False: that time is longer ago than the log is kept, or was replaced by a restore, so nothing is known of it. */
  known: z.boolean(),
  counts: z.object({ in: z.number().int(), unknown: z.number().int(), out: z.number().int() }),
  more: z.boolean(),
  rows: z.array(passingRow),
};

/** `place`: null where it is not there, or is not offered to the caller's organisation. */
export const whoMayPass = valueOf("who_may_pass", z.object({ ...passings, place: passingPlace.nullable() }));
export type WhoMayPass = z.infer<typeof whoMayPass.reply>;

export const whereMay = valueOf(
  "where_may",
  z.object({
    ...passings,
    person: z.object({ id: z.uuid(), first_name: z.string(), last_name: z.string() }).nullable(),
  }),
);
export type WhereMay = z.infer<typeof whereMay.reply>;
