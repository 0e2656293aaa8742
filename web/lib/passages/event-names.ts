// Names in a row about a door: who asked for access, and where.
import type { DoorEventListRow } from "#contract/tables/door-events.ts";
import type { MergedLogRow } from "#contract/tables/merged-log.ts";
import { accessLogsTexts } from "#web/features/passages/texts/access-logs.sv.ts";
import { doorLogTexts as t } from "#web/features/passages/texts/door-log.sv.ts";

/** Returns the credential's owner, as far as the reader may know; null: nobody's. */
export function personName({ credentials }: Pick<MergedLogRow, "credentials">): string | null {
  const person = credentials?.end_users;
  if (!person) return null;
  const name = `${person.first_name} ${person.last_name}`;
  return person.removed_at === null ? name : `${name} ${accessLogsTexts.removedSuffix}`;
}

/** Returns the person; null where nobody was there. */
export function whoOf(row: DoorEventListRow): string | null {
  if (row.is_shared) return row.kind === "access" ? t.otherOrganization : null;
  const person = personName(row);
  if (person !== null) return person;
  if (row.is_weekly_code === true) return t.weeklyCode;
  const ordered = row.door_commands ?? row.door_holds;
  if (ordered) return ordered.requested_as;
  if (row.kind !== "access") return null;
  return row.reason === "unknown_code" || row.reason === "unknown_card" ? t.unknownCode : t.unknownPerson;
}

/** Returns the door's name, a removed door's last known one, or words for the whole controller. */
export function doorName({ access_points: door, kind, access_point_id, removed_door }: DoorEventListRow): string {
  if (door) return door.door_name || door.name;
  if (removed_door) return `${removed_door} ${accessLogsTexts.removedSuffix}`;
  return access_point_id === null && (kind === "gap" || kind === "controller_restarted" || kind === "tamper")
    ? t.wholeController
    : t.unknownDoor;
}

/** Returns the controller's name, a removed one's last known name, or words for it. */
export function controllerName(row: Pick<DoorEventListRow, "controllers" | "removed_controller">): string {
  if (!row.controllers && row.removed_controller) return `${row.removed_controller} ${accessLogsTexts.removedSuffix}`;
  return row.controllers?.name ?? t.removedController;
}
