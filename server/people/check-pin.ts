import { peopleErrors } from "#contract/errors/people.ts";
import { isTrivialPin, PIN_PATTERN } from "#contract/pin.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { OfferedDoor } from "./offered-access.store.ts";

/**
 * Checks a PIN. Throws PortalError 400: not 4–6 digits, trivial, or too long or short for a reader. The database checks that it is unique.
 */
export function checkPin(
  pin: string,
  doors: readonly Pick<OfferedDoor, "name" | "pinMin" | "pinMax">[],
  field = "pin.value",
): void {
  if (!PIN_PATTERN.test(pin)) throw new PortalError(peopleErrors.pin_malformed(), { field });
  if (isTrivialPin(pin)) throw trivialPin(field);
  const door = doors.find(
    ({ pinMin, pinMax }) => pin.length < (pinMin ?? 0) || pin.length > (pinMax ?? Number.POSITIVE_INFINITY),
  );
  if (door === undefined) return;
  const { name, pinMin: least, pinMax: most } = door;
  throw new PortalError(peopleErrors.pin_length_at_door({ door: name, least, most }), { field });
}

/** Returns the refusal of a PIN such as 1234, for this field. */
export function trivialPin(field: string): PortalError {
  return new PortalError(peopleErrors.pin_trivial(), { field });
}
