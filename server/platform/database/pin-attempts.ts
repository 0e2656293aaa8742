// Typed PINs are charged before they are compared. A transaction that owes attempts ends with SQLSTATE AP001
// (pin-reservations.function.sql); the charge commits separately, and the work runs again.

import { DatabaseError, type PoolClient } from "pg";
import { z } from "zod";
import { peopleErrors } from "#contract/errors/people.ts";
import { PortalError } from "../http/errors.ts";
import { isUniqueViolation } from "./unique-violation.ts";

/** Thrown when no attempts are left: the PIN was not compared and nothing was saved. */
export class PinAttemptsUsedUpError extends PortalError {
  override name = "PinAttemptsUsedUpError";

  constructor(field?: string) {
    super(peopleErrors.pin_attempts_used_up(), { field });
  }
}

type InOwnTransaction = <R>(work: (client: PoolClient) => Promise<R>) => Promise<R>;

/** Number of charges: more may fall due meanwhile, e.g. when a controller becomes shared. */
const PAYMENTS = 3;

/**
 * A taken PIN is audited although its transaction rolls back. Throws PinAttemptsUsedUpError.
 * @param run receives the paid attempt; null at first
 */
export async function withPinAttempts<T>(
  own: InOwnTransaction,
  run: (attempt: string | null) => Promise<T>,
): Promise<T> {
  let attempt: string | null = null;
  for (let payments = 0; ; payments++) {
    try {
      return await run(attempt);
    } catch (error) {
      const rows = rowsDue(error);
      if (rows === null || payments === PAYMENTS) {
        if (isPinCollision(error)) await own((client) => recordCollision(client, controllerOf(error)));
        throw error;
      }
      attempt = await own((client) => consumePinAttempts(client, rows));
      if (attempt === null) throw new PinAttemptsUsedUpError();
    }
  }
}

/** Names the attempt that this transaction is charged to; callers over the network cannot reach settings. */
export async function nameAttempt(client: PoolClient, attempt: string): Promise<void> {
  await client.query("select set_config('app.pin_attempt', $1, true)", [attempt]);
}

/** Tells whether another credential source or an unmanaged object has the PIN reserved at a controller. */
export function isPinCollision(error: unknown): error is DatabaseError & { constraint: "controller_pins_pkey" } {
  return isUniqueViolation(error, "controller_pins_pkey");
}

/** Returns the controller that the reservation's DETAIL names: no HMAC, no credential source. */
export function controllerOf(error: DatabaseError): string | null {
  return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(error.detail ?? "")?.[0] ?? null;
}

const AP001 = "AP001";

function rowsDue(error: unknown): number | null {
  if (!(error instanceof DatabaseError) || error.code !== AP001) return null;
  return Number(/^rows=(\d+)$/.exec(error.detail ?? "")?.[1] ?? 1);
}

/** Charges `due` attempts; returns null when none are left. The caller must commit. */
export async function consumePinAttempts(client: PoolClient, due: number): Promise<string | null> {
  const { rows } = await client.query("select private.consume_pin_attempts($1) as attempt", [due]);
  return z.object({ attempt: z.string().nullable() }).parse(rows[0]).attempt;
}

async function recordCollision(client: PoolClient, controllerId: string | null): Promise<void> {
  await client.query("select private.record_pin_collision($1)", [controllerId]);
}
