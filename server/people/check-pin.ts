// Whether a PIN can be used at the chosen doors at all. Uniqueness is the database's to say, in the same transaction.
import { isTrivialPin, PIN_PATTERN } from "#contract/pin.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import type { OfferedDoor } from "./offered-access.store.ts";

/** Throws PortalError 400: not 4–6 digits, trivial, or of a length that a chosen reader cannot take. */
export function checkPin(
  pin: string,
  doors: readonly Pick<OfferedDoor, "name" | "pinMin" | "pinMax">[],
  field = "pin.value",
): void {
  const refuse = (code: "invalid_body" | "pin_length", message: string) =>
    new PortalError(400, code, message, { field });
  if (!PIN_PATTERN.test(pin)) throw refuse("invalid_body", "PIN måste vara 4-6 siffror");
  if (isTrivialPin(pin)) throw trivialPin(field);
  const door = doors.find(
    ({ pinMin, pinMax }) => pin.length < (pinMin ?? 0) || pin.length > (pinMax ?? Number.POSITIVE_INFINITY),
  );
  if (door) {
    throw refuse(
      "pin_length",
      `Läsaren vid ${door.name} tar bara koder med ${lengths(door)} siffror. Inget har sparats. Välj en annan längd.`,
    );
  }
}

export function trivialPin(field: string): PortalError {
  return new PortalError(
    400,
    "trivial_pin",
    "PIN-koden är för lätt att gissa. Inget har sparats. Välj en annan eller låt portalen generera en.",
    { field },
  );
}

function lengths({ pinMin, pinMax }: Pick<OfferedDoor, "pinMin" | "pinMax">): string {
  return pinMin === pinMax ? String(pinMin) : `${pinMin ?? 1}–${pinMax ?? "fler"}`;
}
