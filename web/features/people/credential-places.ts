// Collects every door or gate that a credential could open, with the facts of the portal and the device.

import type { PlaceFacts, ReplicaFacts } from "#contract/credential-answer.ts";
import { DEVICE_KINDS } from "#contract/devices.ts";
import { isClosedToPins } from "#contract/pin-use.ts";
import type { ControllerState } from "#contract/tables/sync-status.ts";
import { type AssignedController, doorName, isThere, shownDoors } from "#web/lib/controllers/assigned-controllers.ts";
import { isUnreachable } from "#web/lib/controllers/held-up.ts";
import { read } from "#web/lib/dates.ts";
import type { Unfitting } from "./api/get-unfitting.ts";
import type { PersonCredential, Replica } from "./person.ts";
import { credentialAnswerTexts as t } from "./texts/credential-answer.sv.ts";

export interface Place extends PlaceFacts {
  name: string;
  controller: string;
  /** Names of the schedules that limit the place to their hours; empty: none does. */
  schedules: readonly string[];
  /** A gate whose device keeps a list of its own, which knows no hours. */
  keepsList: boolean;
  /** A gate that does not answer, or did not open the last time. */
  isAway: boolean;
}

/** Returns places of the organisation, and lost ones that the credential still names. */
export function placesOf(
  credential: PersonCredential,
  access: readonly AssignedController[],
  { units, unfitting }: { units: readonly ControllerState[]; unfitting: readonly Unfitting[] },
): Place[] {
  const short = new Set(
    unfitting.filter((one) => one.credential_id === credential.id).map((one) => one.access_point_id),
  );
  const offered = access.flatMap((controller) =>
    credential.credential_type === "pin"
      ? doorPlaces(credential, controller, { units, short })
      : gatePlaces(credential, controller, units),
  );
  const known = new Set(access.map(({ id }) => id));
  const lost = new Set(
    credential.controller_assignments.map(({ controller_id }) => controller_id).filter((id) => !known.has(id)),
  );
  return [...offered, ...[...lost].map((id) => lostPlace(credential, id, units))];
}

interface AtDoors {
  units: readonly ControllerState[];
  /** Doors whose readers take no code of that length. */
  short: ReadonlySet<string>;
}

function doorPlaces(credential: PersonCredential, controller: AssignedController, { units, short }: AtDoors): Place[] {
  if (DEVICE_KINDS[controller.device_type] === "gate") return [];
  const given = Map.groupBy(credential.controller_assignments, ({ access_point_id }) => access_point_id);
  const shown = new Set(shownDoors(controller).map(({ id }) => id));
  return controller.access_points
    .map((door) => ({ door, isAssigned: given.has(door.id), isOffered: isThere(door) && shown.has(door.id) }))
    .filter(({ isAssigned, isOffered }) => isAssigned || isOffered)
    .map(({ door, isAssigned, isOffered }) => ({
      kind: "door",
      name: doorName(door),
      controller: controller.name,
      isAssigned,
      beginsAt: beginsAt(given.get(door.id) ?? []),
      schedules: schedulesOf(given.get(door.id) ?? []),
      keepsList: false,
      isAway: false,
      isOffered,
      reader: isClosedToPins(door.pin_use) ? "card" : short.has(door.id) ? "length" : null,
      ...deviceFacts(credential, controller.id, units),
    }));
}

function gatePlaces(
  credential: PersonCredential,
  { id, name, device_type, enabled, list_sync = false }: AssignedController,
  units: readonly ControllerState[],
): Place[] {
  const given = credential.controller_assignments.filter(({ controller_id }) => controller_id === id);
  const isAssigned = given.length > 0;
  if (DEVICE_KINDS[device_type] === "door" || !(isAssigned || enabled)) return [];
  const place = { kind: "gate", name, controller: name, isAssigned, isOffered: enabled } as const;
  const times = { beginsAt: beginsAt(given), schedules: schedulesOf(given) };
  const isAway = units.some(({ controller_id, state }) => controller_id === id && state === "offline");
  const { replica } = deviceFacts(credential, id, units);
  return [{ ...place, ...times, keepsList: list_sync, isAway, reader: null, replica, answers: null }];
}

function lostPlace(credential: PersonCredential, id: string, units: readonly ControllerState[]): Place {
  const controller = credential.sync_states.find(({ controller_id }) => controller_id === id)?.controller_name;
  const isDoor = credential.credential_type === "pin";
  return {
    kind: isDoor ? "door" : "gate",
    name: controller === undefined ? t.goneUnit : isDoor ? t.somethingGone(controller) : controller,
    controller: controller ?? t.goneUnit,
    isAssigned: true,
    beginsAt: null,
    schedules: [],
    keepsList: false,
    isAway: false,
    isOffered: false,
    reader: null,
    ...deviceFacts(credential, id, units),
  };
}

/** Returns the first start of memberships that all begin later; null when a right has none. */
function beginsAt(rights: PersonCredential["controller_assignments"]): Date | null {
  const starts = rights.map(({ valid_from }) => read(valid_from ?? null));
  const [first = null] = starts.toSorted((a, b) => Number(a) - Number(b));
  return first;
}

/** Returns the schedules' names where each right that has begun has one. */
function schedulesOf(rights: PersonCredential["controller_assignments"]): string[] {
  const names = rights.filter(({ valid_from }) => !valid_from).map(({ schedules }) => schedules?.name ?? null);
  return names.includes(null) ? [] : [...new Set(names.filter((name) => name !== null))].toSorted();
}

function deviceFacts(
  { sync_states }: PersonCredential,
  controllerId: string,
  units: readonly ControllerState[],
): Pick<Place, "replica" | "answers"> {
  const replica = sync_states.find(({ controller_id }) => controller_id === controllerId);
  const unit = units.find(({ controller_id }) => controller_id === controllerId);
  const code = replica && troubleOf(replica);
  return {
    replica: replica ? replicaFacts(replica) : null,
    answers: code && isUnreachable(code) ? false : answers(unit),
  };
}

function replicaFacts(replica: Replica): ReplicaFacts {
  return { state: replica.state, syncedAt: read(replica.synced_at), trouble: kindOfTrouble(troubleOf(replica)) };
}

function troubleOf({ last_error, controller_cause }: Replica): string | null {
  return last_error ?? controller_cause;
}

function kindOfTrouble(code: string | null): ReplicaFacts["trouble"] {
  if (code === null || isUnreachable(code)) return null;
  return code === "disabled" || code === "workers_paused" ? "paused" : "refused";
}

/** Tells whether a unit answers; a unit that refuses the portal's password answers. */
function answers(unit: ControllerState | undefined): boolean | null {
  if (unit?.state === "online") return true;
  return unit?.state === "offline" ? !isUnreachable(unit.last_error ?? "") : null;
}
