// door-control: opens a door once, holds it unlocked until a time, locks it again, and keeps its state fresh for a page.
import { z } from "zod";
import { actionsOf, type InputOf, type ReplyOf } from "../define-action.ts";
import { DOOR_REASON_LENGTH, DOORS_WATCHED_MAX, doorOutcomeSchema } from "../door-states.ts";
import { plainLine } from "../plain-line.ts";
import { rowId } from "../row-id.ts";

const door = { access_point_id: rowId };
/** A word of DOOR_REASON_WORDS, with or without a comment, or a text of one's own. */
const reason = z.string().overwrite(plainLine).min(DOOR_REASON_LENGTH.min).max(DOOR_REASON_LENGTH.max);
/** A blank one, or one that is too short to say anything, is none: it is no cause to leave a door unlocked. */
const optionalReason = z
  .string()
  .transform((text) => plainLine(text).slice(0, DOOR_REASON_LENGTH.max))
  .transform((text) => (text.length < DOOR_REASON_LENGTH.min ? undefined : text))
  .optional();
/** Made anew for each press; the same one again answers the first outcome. */
const request_id = rowId;

const action = actionsOf("door-control");

export const doorControl = {
  /** `unreachable`: it is a refusal because the controller did not answer, and nothing was sent to it. */
  OPEN: action(
    "OPEN",
    { ...door, reason, request_id },
    { outcome: doorOutcomeSchema, unreachable: z.boolean().default(false) },
  ),
  /**
   * At most twelve hours ahead, to the second. `applied`: a reading has shown the door unlocked; else its controller is
   * still to do it.
   */
  HOLD: action(
    "HOLD",
    { ...door, reason, request_id, until: z.iso.datetime({ offset: true }) },
    { hold_id: rowId, applied: z.boolean() },
  ),
  /**
   * Locking a door again wants no reason; one that is given is kept, and the same request id is the same press.
   * `locked`: a reading has shown the door locked again.
   */
  RELEASE: action(
    "RELEASE",
    { ...door, reason: optionalReason, request_id: request_id.optional() },
    { locked: z.boolean() },
  ),
  /** The doors are read every other second for a while. Of more than DOORS_WATCHED_MAX, those asked for longest ago are let go. */
  STATE: action(
    "STATE",
    { access_point_ids: z.array(rowId).min(1).max(DOORS_WATCHED_MAX) },
    { watched: z.number().int() },
  ),
};
export type DoorOpened = Omit<ReplyOf<typeof doorControl.OPEN>, "success">;
export type DoorRequest<Name extends keyof typeof doorControl> = InputOf<(typeof doorControl)[Name]>;
