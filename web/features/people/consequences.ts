// Counts the consequences of an operation on several people before it is done.
import { extendedWindow } from "#contract/validity.ts";
import type { Person, PersonCredential } from "./person.ts";

/** Returns the credentials that count: enabled ones for a switch, all for a removal. */
export function countedCredentials(people: readonly Person[], counts: "all" | "enabled"): PersonCredential[] {
  return people.flatMap((person) => person.credentials).filter((credential) => counts === "all" || credential.enabled);
}

export interface Consequences {
  pins: number;
  /** PINs by controller, the largest number first. */
  controllers: { name: string; pins: number }[];
  plates: number;
}

export function consequencesOf(credentials: readonly PersonCredential[]): Consequences {
  const pins = credentials.filter((credential) => credential.credential_type === "pin");
  const byController = new Map<string, { name: string; pins: number }>();
  for (const { sync_states } of pins)
    for (const { controller_id, controller_name: name } of sync_states)
      byController.set(controller_id, { name, pins: (byController.get(controller_id)?.pins ?? 0) + 1 });
  return {
    pins: pins.length,
    controllers: [...byController.values()].toSorted(
      (one, other) => other.pins - one.pins || one.name.localeCompare(other.name, "sv"),
    ),
    plates: credentials.length - pins.length,
  };
}

/** Counts extensions. `enough`: more than a period is left, so one more would add nothing. Credentials without an end are not counted. */
export function extensionsOf(people: readonly Person[], now: Date): { pins: number; plates: number; enough: number } {
  const counted = { pins: 0, plates: 0, enough: 0 };
  for (const { credential_type, validity_period, valid_from, valid_to } of people.flatMap(
    (person) => person.credentials,
  )) {
    if (valid_to === null) continue;
    const stored = { validFrom: valid_from === null ? null : new Date(valid_from), validTo: new Date(valid_to) };
    if (extendedWindow(validity_period, stored, now) === null) counted.enough += 1;
    else if (credential_type === "pin") counted.pins += 1;
    else counted.plates += 1;
  }
  return counted;
}
