import { DatabaseError } from "pg";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { peopleErrors } from "#contract/errors/people.ts";
import { PortalError } from "#server/platform/http/errors.ts";

/** By constraint name. */
const PIN_RULES = new Map<string | undefined, () => Refusal>([
  ["credentials_pin_length", peopleErrors.pin_length],
  ["credentials_pins_per_person", peopleErrors.pins_of_person],
  ["controller_pins_quota", peopleErrors.pins_at_controller],
]);

export function pinRefusal(error: unknown, field: string): PortalError | null {
  if (!(error instanceof DatabaseError)) return null;
  // About a plate, whatever field the caller names.
  if (error.constraint === "credentials_same_plate")
    return new PortalError(peopleErrors.same_plate(), { cause: error });
  const rule = PIN_RULES.get(error.constraint);
  return rule === undefined ? null : new PortalError(rule(), { field, cause: error });
}
