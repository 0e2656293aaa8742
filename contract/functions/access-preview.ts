// access-preview: what a save would give and take, before it is saved.
import { z } from "zod";
import { type InputOf, onlyAction, type ReplyOf } from "../define-action.ts";
import { rowId } from "../row-id.ts";
import { accessGroups } from "./access-groups.ts";
import { endUserManager } from "./end-user-manager.ts";
import { peopleImport } from "./people-import.ts";
import { schedules } from "./schedules.ts";

/** Number of people that a preview names for one change at a place; further people are only counted. */
export const PREVIEW_NAMES = 200;
/** Number of places that a preview lists; further places are only counted. */
export const PREVIEW_PLACES = 200;

const doorHours = z.object({ access_point_id: rowId, hours_schedule_id: rowId.nullable() });

const link = z.object({
  organization_id: rowId,
  controller_id: rowId,
  /** Null: the controller itself. */
  access_point_id: rowId.nullable(),
  /** False: the link is removed. */
  linked: z.boolean(),
});

/** `call` names a function, and `body` is its body; or a change of a table. */
const request = z.discriminatedUnion("call", [
  z.object({
    call: z.literal("access-groups"),
    body: z.discriminatedUnion("action", [
      accessGroups.SAVE.input,
      accessGroups.REMOVE.input,
      accessGroups.SET_MEMBERS.input,
    ]),
  }),
  z.object({
    call: z.literal("schedules"),
    body: z.discriminatedUnion("action", [schedules.SAVE.input, schedules.SAVE_CALENDAR.input]),
  }),
  z.object({
    call: z.literal("end-user-manager"),
    body: z.discriminatedUnion("action", [
      endUserManager.CREATE.input,
      endUserManager.UPDATE.input,
      endUserManager.EXTEND.input,
      endUserManager.DELETE.input,
      endUserManager.DELETE_MANY.input,
      endUserManager.SWITCH_MANY.input,
    ]),
  }),
  z.object({ call: z.literal("people-import"), body: peopleImport.IMPORT.input }),
  z.object({ call: z.literal("door-hours"), body: doorHours }),
  z.object({ call: z.literal("organization-link"), body: link }),
]);

const count = z.int();

const terms = z.object({
  /** The door's own hours, by the schedule's name; null: none. */
  door: z.string().nullable(),
  /** Rights that exist side by side. `schedule` null: always. `from` null: since before. `until` null: no end. */
  rights: z.array(
    z.object({ schedule: z.string().nullable(), from: z.string().nullable(), until: z.string().nullable() }),
  ),
});

const change = z.object({
  /** `dates`: the credential or the membership begins or ends at another time. */
  kind: z.enum(["gain", "lose", "hours", "dates"]),
  people: count,
  names: z.array(z.string()),
  /** Null without access, and where only the credential has other dates. */
  had: terms.nullable(),
  has: terms.nullable(),
});

const place = z.object({
  controller_id: rowId,
  controller: z.string(),
  /** Null: a gate. */
  access_point_id: rowId.nullable(),
  name: z.string(),
  changes: z.array(change),
});

/**
 * Runs the save, compares access, and rolls back. It refuses what the save refuses. A typed PIN is charged as by the save; the save within
 * the hour uses no more quota. A deletion is not run, since it would lock rows that a gate's decision needs.
 */
export const accessPreview = onlyAction("access-preview", request, {
  /** Numbers of people over all places; `total`: each once. */
  people: z.object({ gain: count, lose: count, hours: count, dates: count, total: count }),
  /** Number of further members whose PIN would wait to be compared (`waiting` of the group). */
  waiting: count,
  places: z.array(place),
  places_total: count,
});
export type PreviewRequest = z.output<typeof request>;
export type PreviewCall = InputOf<typeof accessPreview>;
export type AccessPreview = Omit<ReplyOf<typeof accessPreview>, "success">;
export type PlaceChange = AccessPreview["places"][number];
export type ChangeTerms = z.infer<typeof terms>;
