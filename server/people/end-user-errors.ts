import { DatabaseError } from "pg";
import type { ErrorCode } from "#contract/errors/codes.ts";
import { peopleErrors } from "#contract/errors/people.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { CallerContext } from "#server/platform/functions/as-caller.ts";
import { PortalError, toPortalError, violatedRule } from "#server/platform/http/errors.ts";
import { controllerOf, isPinCollision, PinAttemptsUsedUpError } from "./pin-attempts.ts";
import { nameOfController } from "./pins.store.ts";

/** Refusals by the problem of an end date (endDateProblem). */
export const END_DATE_REFUSALS = { past: peopleErrors.end_date_past, far: peopleErrors.end_date_far };

/** Returns the refusal of a save that failed, and logs what only the database's rights refuse. */
export async function endUserFailure(
  deps: Pick<Deps, "log">,
  call: CallerContext,
  error: unknown,
): Promise<PortalError> {
  const aboutPin = await pinFailure(call, { error, field: "pin.value" });
  if (aboutPin !== null) return aboutPin;
  if (!(error instanceof DatabaseError) || violatedRule(error) !== null) return toPortalError(error);
  deps.log.warn({ err: error }, "the database refused a person");
  if (error.code === "42501")
    return new PortalError(peopleErrors.user_save_not_allowed(), {
      cause: error,
    });
  return toPortalError(error);
}

const PIN_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["pin_length", "pin_quota"]);

/** Returns a typed PIN's refusal at the form's field; null for other errors. */
export async function pinFailure(
  { asCaller }: CallerContext,
  { error, field }: { error: unknown; field: string },
): Promise<PortalError | null> {
  if (error instanceof PinAttemptsUsedUpError) return new PinAttemptsUsedUpError(field);
  if (isPinCollision(error)) {
    const controller = await asCaller((client) => nameOfController(client, controllerOf(error)));
    return new PortalError(peopleErrors.pin_in_use({ controller }), { field, cause: error });
  }
  const rule = violatedRule(error);
  return rule !== null && PIN_CODES.has(rule.code) ? new PortalError(rule, { field, cause: error }) : null;
}
