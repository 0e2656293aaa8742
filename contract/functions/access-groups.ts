// access-groups: groups of people with the same doors and gates. A change of a group changes the rights of its members at once.
import { z } from "zod";
import { actionsOf, type InputOf } from "../define-action.ts";
import { NAME_MAX_LENGTH } from "../limits.ts";
import { plainLine } from "../plain-line.ts";
import { rowId } from "../row-id.ts";
import { validityPeriodSchema } from "../validity.ts";

/** Number of people whose membership one call changes. */
export const MEMBERS_MAX = 5_000;
/** Limit for the members of a group who are named because one of their rights has no effect. */
export const WITHOUT_EFFECT_SHOWN = 20;

const place = {
  controller_id: rowId,
  /** Null: a gate. */
  access_point_id: rowId.nullable(),
  /** Null where the caller no longer sees the controller, because it was taken from the organisation. */
  name: z.string().nullable(),
};

const groupPlace = z.object({
  ...place,
  controller: z.string().nullable(),
  /**
   * False: taken from the organisation, or switched off. The group keeps it, without effect until it is offered again. Of the installation's
   * group: no organisation is offered it.
   */
  effective: z.boolean(),
  /** The hours at which the group has the place; null: always. */
  schedule: z.object({ id: rowId, name: z.string() }).nullable(),
});

const withoutEffect = z.object({
  end_user_id: rowId,
  person: z.string(),
  access_point_id: rowId,
  door: z.string(),
});

const group = z.object({
  id: rowId,
  /** Null: a group of the installation, which only system admins see. Its people are in the organisations' groups for it. */
  organization_id: rowId.nullable(),
  /** The installation's group that this is in the organisation: only its members and `is_default` are changed here. */
  installation_group_id: rowId.nullable(),
  name: z.string(),
  /** Proposed for a new member's credentials. */
  validity_period: validityPeriodSchema,
  /** Proposed for new people: the page chooses it in advance. Only a call that names the group puts people in it. */
  is_default: z.boolean(),
  doors: z.array(groupPlace),
  gates: z.array(groupPlace),
  members: z.number(),
  /** Members whose PIN has not been compared yet with the PINs of others at a shared controller. Until then it opens nothing there. */
  waiting: z.number(),
  /**
   * Names of members whose PIN a door's reader does not take, or whose PIN belongs to somebody else there; the first of
   * `without_effect_total`.
   */
  without_effect: z.array(withoutEffect),
  without_effect_total: z.number(),
  updated_at: z.string(),
});
export type AccessGroup = z.infer<typeof group>;

const saved = {
  /** Absent: a new group. */
  id: rowId.optional(),
  /** Null: a group of the installation, for system admins. Each organisation has it at the places that it is offered. */
  organization_id: rowId.nullable(),
  name: z.string().overwrite(plainLine).min(1).max(NAME_MAX_LENGTH),
  validity_period: validityPeriodSchema,
  /** Access points. Together with `gates` they are all the places of the group. */
  doors: z.array(rowId).max(1000),
  /** Controllers. */
  gates: z.array(rowId).max(1000),
  /** Schedules by door or gate; null: always. A place that is not named keeps its schedule, and a new one is open always. */
  schedules: z.record(rowId, rowId.nullable()).default({}),
  /** False: members keep the former doors and gates as direct rights, and leave the group. */
  follow: z.boolean().default(true),
  /** The group's `updated_at` when it was opened; another value answers `changed_by_other`. */
  seen_at: z.iso.datetime({ offset: true }).optional(),
};

const action = actionsOf("access-groups");

export const accessGroups = {
  LIST: action("LIST", { organization_id: rowId.optional() }, { groups: z.array(group) }),
  SAVE: action("SAVE", saved, { id: rowId }),
  /** `keep`: members keep the rights as direct ones. */
  REMOVE: action("REMOVE", { id: rowId, keep: z.boolean().default(false) }, {}),
  /** Makes the group its organisation's default for new people, in place of another, or no longer. Changes nobody's access. */
  SET_DEFAULT: action("SET_DEFAULT", { id: rowId, is_default: z.boolean() }, {}),
  SET_MEMBERS: action(
    "SET_MEMBERS",
    {
      id: rowId,
      /** People who are already members; they get the dates if one is given or null. */
      add: z.array(rowId).max(MEMBERS_MAX),
      remove: z.array(rowId).max(MEMBERS_MAX),
      /** The memberships' first day. Absent or null: from now. */
      from_date: z.iso.date().nullish(),
      /** Their last day. Absent or null: no end. */
      end_date: z.iso.date().nullish(),
    },
    {},
  ),
};
export type SaveAccessGroup = Omit<z.output<typeof accessGroups.SAVE.input>, "action">;
export type MembersChange = Omit<z.output<typeof accessGroups.SET_MEMBERS.input>, "action">;
export type AccessGroupChange = InputOf<typeof accessGroups.SAVE>;
