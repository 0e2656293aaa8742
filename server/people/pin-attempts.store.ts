import type { Pool, PoolClient } from "pg";
import { z } from "zod";
import { readRows } from "#server/platform/database/read-each.ts";

/** Names the attempt that this transaction is charged to; callers over the network cannot reach settings. */
export async function nameAttempt(client: PoolClient, attempt: string): Promise<void> {
  await client.query("select set_config('app.pin_attempt', $1, true)", [attempt]);
}

/** Charges `due` attempts; returns null when none are left. The caller must commit. */
export async function consumePinAttempts(client: PoolClient, due: number): Promise<string | null> {
  const { rows } = await client.query("select private.consume_pin_attempts($1) as attempt", [due]);
  return z.object({ attempt: z.string().nullable() }).parse(rows[0]).attempt;
}

/** Records that a typed PIN was taken. `controllerId` null: at no controller in particular. */
export async function recordCollision(client: PoolClient, controllerId: string | null): Promise<void> {
  await client.query("select private.record_pin_collision($1)", [controllerId]);
}

/** Returns the attempt that this transaction is charged to; null when it compared no PIN of others. */
export async function namedAttempt(client: PoolClient): Promise<string | null> {
  const { rows } = await client.query("select nullif(current_setting('app.pin_attempt', true), '') as attempt");
  return z.object({ attempt: z.string().nullable() }).parse(rows[0]).attempt;
}

/** Records that the attempt's PINs were free; a transaction that is rolled back cannot. */
export async function recordFree(client: PoolClient, attempt: string): Promise<void> {
  await client.query("select private.answer_pin_attempt($1)", [attempt]);
}

const reservedRow = z.object({ hmacs: z.array(z.string()), controllers: z.array(z.string()) });
/** A PIN and the controllers where this transaction reserved it. */
export type ReservedPin = z.infer<typeof reservedRow>;

/** Returns the people's PINs that this transaction has reserved at shared controllers. */
export async function newlyReserved(client: PoolClient, people: readonly string[]): Promise<ReservedPin[]> {
  const { rows } = await client.query("select hmacs, controllers from private.newly_reserved($1)", [people]);
  return readRows(reservedRow, rows);
}

/** Keeps the answer "free" as an offer, so that a check and its save are charged once. */
export async function offerPins(engine: Pool, owner: string, pins: readonly ReservedPin[]): Promise<void> {
  for (const { hmacs, controllers } of pins)
    await engine.query("select private.offer_pin($1, $2, $3)", [owner, controllers, hmacs]);
}
