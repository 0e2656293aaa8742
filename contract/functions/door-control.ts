// door-control: opens a door or gate once, holds it unlocked until a time, locks it again, and keeps its state fresh for a page.
import { z } from "zod";
import { actionsOf, type InputOf, type ReplyOf } from "../define-action.ts";
import { DOOR_REASON_LENGTH, DOORS_WATCHED_MAX, doorOutcomeSchema } from "../door-states.ts";
import { plainLine } from "../plain-line.ts";
import { rowId } from "../row-id.ts";

const door = { access_point_id: rowId };
/** A word of DOOR_REASON_WORDS, with or without a comment, or a typed text. */
const reason = z.string().overwrite(plainLine).min(DOOR_REASON_LENGTH.min).max(DOOR_REASON_LENGTH.max);
/** A blank or too short reason counts as none: it is no cause to leave a door unlocked. */
const optionalReason = z
  .string()
  .transform((text) => plainLine(text).slice(0, DOOR_REASON_LENGTH.max))
  .transform((text) => (text.length < DOOR_REASON_LENGTH.min ? undefined : text))
  .optional();
/** New for each press; a repeated one returns the first outcome. */
const request_id = rowId;

const action = actionsOf("door-control");

export const doorControl = {
  /** Opens a door. `unreachable`: refused because the controller did not answer; nothing was sent. */
  OPEN: action(
    "OPEN",
    { ...door, reason, request_id },
    { outcome: doorOutcomeSchema, unreachable: z.boolean().default(false) },
  ),
  /** Opens a gate. `unreachable`: refused because the gate did not answer; nothing was sent. */
  OPEN_GATE: action(
    "OPEN_GATE",
    { controller_id: rowId, reason, request_id },
    { outcome: doorOutcomeSchema, unreachable: z.boolean().default(false) },
  ),
  /**
   * Holds a door unlocked, at most twelve hours ahead, to the second. `applied`: a reading has shown the door unlocked; otherwise its
   * controller has yet to do it.
   */
  HOLD: action(
    "HOLD",
    { ...door, reason, request_id, until: z.iso.datetime({ offset: true }) },
    { hold_id: rowId, applied: z.boolean() },
  ),
  /**
   * Locks a door again. A reason is optional, and is stored; the same request id is the same press. `locked`: a reading has shown the door
   * locked again. `own_hours`: the hold is over, and a reading has shown the door unlocked by the unit's own hours.
   */
  RELEASE: action(
    "RELEASE",
    { ...door, reason: optionalReason, request_id: request_id.optional() },
    { locked: z.boolean(), own_hours: z.boolean().default(false) },
  ),
  /** Reads the doors every other second for a while. Beyond DOORS_WATCHED_MAX, the doors requested longest ago are dropped. */
  STATE: action(
    "STATE",
    { access_point_ids: z.array(rowId).min(1).max(DOORS_WATCHED_MAX) },
    { watched: z.number().int() },
  ),
};
export type DoorOpened = Omit<ReplyOf<typeof doorControl.OPEN>, "success">;
export type DoorRequest<Name extends keyof typeof doorControl> = InputOf<(typeof doorControl)[Name]>;
