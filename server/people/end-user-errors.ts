import { DatabaseError } from "pg";
import type { Refusal } from "#contract/errors/define-errors.ts";
import { peopleErrors } from "#contract/errors/people.ts";
import { platformErrors } from "#contract/errors/platform.ts";
import { controllerOf, isPinCollision, PinAttemptsUsedUpError } from "#server/platform/database/pin-attempts.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError, toPortalError } from "#server/platform/http/errors.ts";
import { nameOfController } from "./pins.store.ts";

export async function endUserFailure(
  deps: Pick<Deps, "log">,
  call: CallerContext,
  error: unknown,
): Promise<PortalError> {
  const aboutPin = await pinFailure(call, { error, field: "pin.value" });
  if (aboutPin !== null) return aboutPin;
  if (!(error instanceof DatabaseError)) return toPortalError(error);
  deps.log.warn({ err: error }, "the database refused a person");
  if (error.code === "42501")
    return new PortalError(peopleErrors.user_save_not_allowed(), {
      cause: error,
    });
  if (error.code === "23514" || error.code === "23502") {
    return new PortalError(platformErrors.form_invalid(), { cause: error });
  }
  return toPortalError(error);
}

/** A typed PIN's refusal at the form's field; null for other errors. */
export async function pinFailure(
  { asCaller }: CallerContext,
  { error, field }: { error: unknown; field: string },
): Promise<PortalError | null> {
  if (error instanceof PinAttemptsUsedUpError) return new PinAttemptsUsedUpError(field);
  if (!isPinCollision(error)) return pinRefusal(error, field);
  const controller = await asCaller((client) => nameOfController(client, controllerOf(error)));
  return new PortalError(peopleErrors.pin_in_use({ controller }), { field, cause: error });
}

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
