import { z } from "zod";
import { outdatedSchema, syncStateSchema } from "#contract/devices.ts";
import { formatPlate } from "#contract/format-plate.ts";
import { ofPersonFields, PERSON_FIELDS } from "#contract/person-fields.ts";
import { assignmentRow, credentialRow, endUserListRow } from "#contract/tables/end-users.ts";

export const replicaRow = z.object({
  controller_id: z.uuid(),
  controller_name: z.string(),
  state: syncStateSchema,
  /** False: to be removed from that device. */
  desired: z.boolean(),
  last_error: z.string().nullable(),
  /** Controller-wide fault; null when there is none, or when the replica is in step. */
  controller_cause: z.string().nullable(),
  /** "infinity" when nothing is planned. */
  next_try_at: z.string().nullable(),
  synced_at: z.string().nullable(),
  /** Rights that the portal has removed, but the device may still grant. */
  outdated: z.array(outdatedSchema),
  /** Until then the device holds the credential suspended, so that its log can name it. */
  suspended_until: z.string().nullable(),
});
/** One credential's replica on one controller. */
export type Replica = z.infer<typeof replicaRow>;

const personCredential = credentialRow.extend({
  created_at: z.string(),
  controller_assignments: z.array(assignmentRow),
  sync_states: z.array(replicaRow),
});
export type PersonCredential = z.infer<typeof personCredential>;

export const personRow = endUserListRow.extend({
  /** Sent back with a save as `seen_at`. */
  updated_at: z.string(),
  ...ofPersonFields(() => z.string().nullable()),
  credentials: z.array(personCredential),
  access_group_members: z.array(z.object({ group_id: z.uuid() })).optional(),
});
export type Person = z.infer<typeof personRow>;

export const REPLICA_COLUMNS =
  "controller_id, controller_name, state, desired, last_error, controller_cause, next_try_at, synced_at, outdated, suspended_until";

export const PERSON_COLUMNS =
  `id, organization_id, first_name, last_name, ${PERSON_FIELDS.join(", ")}, created_at, updated_at, organizations(id, name), access_group_members(group_id), ` +
  "credentials(id, credential_type, credential_value, vehicle_type, validity_period, valid_from, valid_to, enabled, created_at, " +
  `controller_assignments:access_rights(controller_id, access_point_id, group_id, valid_from, valid_to, schedules(name)), sync_states(${REPLICA_COLUMNS}))`;

export function fullName({ first_name, last_name }: Pick<Person, "first_name" | "last_name">): string {
  return `${first_name} ${last_name}`;
}

/** Returns the ids of the person's access groups, sorted. */
export function groupIdsOf({ access_group_members = [] }: Pick<Person, "access_group_members">): string[] {
  return access_group_members.map(({ group_id }) => group_id).toSorted();
}

/** Returns credentials, oldest first: a save edits the first one. */
export function credentialsOf(person: Person, type: PersonCredential["credential_type"]): PersonCredential[] {
  return person.credentials
    .filter((credential) => credential.credential_type === type)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at));
}

/** Returns the doors that the credential opens, given directly or by a group. */
export function doorIds({ controller_assignments }: PersonCredential): string[] {
  return doorsOf(controller_assignments);
}

/** Returns the doors that the credential opens at that time, without those of a membership that has not begun or has ended. */
export function doorIdsAt({ controller_assignments }: PersonCredential, at: Date): string[] {
  return doorsOf(
    controller_assignments.filter(
      ({ valid_from: from, valid_to: to }) => (!from || new Date(from) <= at) && (!to || new Date(to) > at),
    ),
  );
}

export function gateIds({ controller_assignments }: PersonCredential): string[] {
  return gatesOf(controller_assignments);
}

/** Returns the doors that the person has apart from groups. A form edits only these. */
export function ownDoorIds(credential: PersonCredential): string[] {
  return doorsOf(credential.controller_assignments.filter(isOwn));
}

export function ownGateIds(credential: PersonCredential): string[] {
  return gatesOf(credential.controller_assignments.filter(isOwn));
}

type Assignments = PersonCredential["controller_assignments"];
const isOwn = ({ group_id }: Assignments[number]) => !group_id;
const doorsOf = (rows: Assignments) => [
  ...new Set(rows.flatMap(({ access_point_id: id }) => (id === null ? [] : [id]))),
];
const gatesOf = (rows: Assignments) => [...new Set(rows.map(({ controller_id }) => controller_id))];

/** Returns plates in the list's spelling. */
export function platesOf(person: Person): string {
  return credentialsOf(person, "license_plate")
    .map(({ credential_value }) => formatPlate(credential_value))
    .join(", ");
}

export function organizationAndPlates(person: Person): string {
  return [person.organizations?.name, platesOf(person)].filter(Boolean).join(", ");
}
