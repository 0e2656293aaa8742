// Typed PINs are paid for before they are looked at. The database says at the end of a transaction that looking costs something
// (SQLSTATE AP001, database/people/pin-reservations.function.sql); the payment is a transaction of its own, so that it stays whatever
// becomes of the other, which then runs once more. Every path of a person goes through `asUser`, so this holds on every path.

import { DatabaseError, type PoolClient } from "pg";
import { z } from "zod";
import { peopleErrors } from "#contract/errors/people.ts";
import { PortalError } from "../http/errors.ts";

/** The purse is empty: the PIN was not looked at, and nothing was saved. */
export class PinAttemptsUsedUpError extends PortalError {
  override name = "PinAttemptsUsedUpError";

  /** @param field where the form shows it */
  constructor(field?: string) {
    super(peopleErrors.pin_attempts_used_up(), { field });
  }
}

/** Runs `work` in a transaction of the same caller, which commits by itself. */
type InOwnTransaction = <R>(work: (client: PoolClient) => Promise<R>) => Promise<R>;

/** More can turn out to be due while a payment is made (somebody shares the controller now); then it is asked for anew. */
const PAYMENTS = 3;

/**
 * Runs a caller's transaction; when looking at its PINs has to be paid for, pays and runs it once more. A PIN that was taken is
 * audited, although the transaction that met it is rolled back.
 * @param run is given the attempt that was paid, to be named in its transaction (`nameAttempt`); null at first
 * @throws PinAttemptsUsedUpError when the purse is empty
 */
export async function payingForPins<T>(own: InOwnTransaction, run: (attempt: string | null) => Promise<T>): Promise<T> {
  let attempt: string | null = null;
  for (let payments = 0; ; payments++) {
    try {
      return await run(attempt);
    } catch (error) {
      const rows = rowsDue(error);
      if (rows === null || payments === PAYMENTS) {
        if (isPinCollision(error)) await own((client) => noteCollision(client, controllerOf(error)));
        throw error;
      }
      attempt = await own((client) => payForPins(client, rows));
      if (attempt === null) throw new PinAttemptsUsedUpError();
    }
  }
}

/** Names the attempt that this transaction was paid with. Only the server can: no call of the wire reaches settings. */
export async function nameAttempt(client: PoolClient, attempt: string): Promise<void> {
  await client.query("select set_config('app.pin_attempt', $1, true)", [attempt]);
}

/** The PIN is reserved at a controller: for another holder, or by an object on the device that is not ours. */
export function isPinCollision(error: unknown): error is DatabaseError & { constraint: "controller_pins_pkey" } {
  return error instanceof DatabaseError && error.code === "23505" && error.constraint === "controller_pins_pkey";
}

/** The reservation names the controller in DETAIL and nothing else: no HMAC, no holder. */
export function controllerOf(error: DatabaseError): string | null {
  return /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(error.detail ?? "")?.[0] ?? null;
}

const AP001 = "AP001";

/** How many typed PINs the database would have to look at; null when the error is another. */
function rowsDue(error: unknown): number | null {
  if (!(error instanceof DatabaseError) || error.code !== AP001) return null;
  return Number(/^rows=(\d+)$/.exec(error.detail ?? "")?.[1] ?? 1);
}

/** Pays for so many typed PINs. Returns the attempt, or null when the purse is empty. Its transaction has to commit. */
export async function payForPins(client: PoolClient, due: number): Promise<string | null> {
  const { rows } = await client.query("select private.pay_for_pins($1) as attempt", [due]);
  return z.object({ attempt: z.string().nullable() }).parse(rows[0]).attempt;
}

async function noteCollision(client: PoolClient, controllerId: string | null): Promise<void> {
  await client.query("select private.note_pin_collision($1)", [controllerId]);
}
