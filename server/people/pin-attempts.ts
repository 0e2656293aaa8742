// Typed PINs are charged before they are compared. A transaction that owes attempts ends with SQLSTATE AP001
// (pin-reservations.function.sql); the charge commits separately, and the work runs again.

import { DatabaseError } from "pg";
import { peopleErrors } from "#contract/errors/people.ts";
import type { InOwnTransaction, Repeat } from "#server/platform/database/as-user.ts";
import { isUniqueViolation } from "#server/platform/database/unique-violation.ts";
import { PortalError } from "#server/platform/http/errors.ts";
import { consumePinAttempts, nameAttempt, recordCollision } from "./pin-attempts.store.ts";

/** Thrown when no attempts are left: the PIN was not compared and nothing was saved. */
export class PinAttemptsUsedUpError extends PortalError {
  override name = "PinAttemptsUsedUpError";

  constructor(field?: string) {
    super(peopleErrors.pin_attempts_used_up(), { field });
  }
}

/** Number of charges: more may fall due meanwhile, e.g. when a controller becomes shared. */
const CHARGES = 3;

/**
 * Runs `run`, and runs it again with the charged attempt while typed PINs are due. Audits a taken PIN although its transaction rolls back.
 * Throws PinAttemptsUsedUpError.
 * @param run receives the charged attempt; null at first
 */
export async function withPinAttempts<T>(
  own: InOwnTransaction,
  run: (attempt: string | null) => Promise<T>,
): Promise<T> {
  let attempt: string | null = null;
  for (let charges = 0; ; charges++) {
    try {
      return await run(attempt);
    } catch (error) {
      const rows = rowsDue(error);
      if (rows === null || charges === CHARGES) {
        if (isPinCollision(error)) await own((client) => recordCollision(client, controllerOf(error)));
        throw error;
      }
      attempt = await own((client) => consumePinAttempts(client, rows));
      if (attempt === null) throw new PinAttemptsUsedUpError();
    }
  }
}

/** Charges typed PINs of a request. */
export const chargePinAttempts: Repeat = (own, run) =>
  withPinAttempts(own, (attempt) =>
    run(async (client) => {
      if (attempt !== null) await nameAttempt(client, attempt);
    }),
  );

/** Tells whether another credential source or an unmanaged object has the PIN reserved at a controller. */
export function isPinCollision(error: unknown): error is DatabaseError & { constraint: "controller_pins_pkey" } {
  return isUniqueViolation(error, "controller_pins_pkey");
}

/** Returns the controller that the reservation's DETAIL names: no HMAC, no credential source. */
export function controllerOf(error: DatabaseError): string | null {
  return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(error.detail ?? "")?.[0] ?? null;
}

const AP001 = "AP001";

/** Tells whether a transaction ended because its typed PINs have not been charged. */
export const isChargeDue = (error: unknown): boolean => rowsDue(error) !== null;

function rowsDue(error: unknown): number | null {
  if (!(error instanceof DatabaseError) || error.code !== AP001) return null;
  return Number(/^rows=(\d+)$/.exec(error.detail ?? "")?.[1] ?? 1);
}
